// Sources opened, and the time that all of them span.
#include "cli/archives.h"

#include <algorithm>

namespace cli {

std::unique_ptr<ArchiveFailure> Archives::Open(
    const std::vector<std::string>& names,
    const pmapi::ReplayOptions& options) {
  for (const std::string& name : names) {
    auto archive = pmapi::OpenArchive(name);
    if (!archive) {
      return std::make_unique<ArchiveFailure>(
          ArchiveFailure{name, archive.error(), "", ""});
    }
    for (const auto& other : sources_) {
      if (other->HostName() != (*archive)->host()) continue;
      const base::Error error{base::ErrorCode::kInvalid,
                              "archive " + other->ContextName() +
                                  " is already open for host " +
                                  other->HostName()};
      return std::make_unique<ArchiveFailure>(
          ArchiveFailure{name, error, other->ContextName(), other->HostName()});
    }
    sources_.push_back(
        std::make_unique<pmapi::ArchiveSource>(*std::move(archive), options));
  }
  return nullptr;
}

base::Timestamp Archives::start() const {
  base::Timestamp start = front().start();
  for (const auto& source : sources_) {
    start = std::min(start, source->archive().start());
  }
  return start;
}

base::Timestamp Archives::end() const {
  base::Timestamp end = front().end();
  for (const auto& source : sources_) {
    end = std::max(end, source->archive().end());
  }
  return end;
}

std::vector<engine::check::SourceView> Archives::Views() const {
  std::vector<engine::check::SourceView> views;
  for (const auto& source : sources_) {
    views.push_back(
        {source->HostName(), source->ContextName(), &source->Catalog()});
  }
  return views;
}

std::vector<pmapi::Source*> Archives::Sources() const {
  std::vector<pmapi::Source*> sources;
  for (const auto& source : sources_) sources.push_back(source.get());
  return sources;
}

}  // namespace cli
