// Sources opened, and the time that all of them span.
#include "cli/archives.h"

#include <algorithm>
#include <utility>

#include "base/heap.h"

namespace cli {
namespace {

using Failure = std::unique_ptr<ArchiveFailure>;

Failure Failed(const std::string& name, const base::Error& error) {
  return std::make_unique<ArchiveFailure>(ArchiveFailure{name, error, "", ""});
}

/// What a replay takes of heap: blocks of a few MB, and what each archive
/// keeps (of 200, 105 KB). Bytes.
constexpr std::size_t kUsualHeap = std::size_t{64} << 20;
constexpr std::size_t kHeapOfArchive = std::size_t{128} << 10;

/// Opened one after the other fewer are there sooner than a thread is.
constexpr std::size_t kWorthThreads = 8;

std::vector<std::string> SplitList(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    names.push_back(list.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return names;
}

/// The archives of one list that are of one host.
struct HostArchives {
  std::string names;  // with commas
  std::unique_ptr<pmapi::Archive> archive;
  bool joined = false;  // `archive` is but the first
};

}  // namespace

Failure Archives::Open(const std::vector<std::string>& names,
                       const pmapi::ArchiveReadingOptions& options) {
  Expect(names, options);
  for (const std::string& list : names) {
    if (Failure failure = OpenList(list, options)) return failure;
  }
  return nullptr;
}

void Archives::NeedUnpackThreads(const pmapi::ArchiveReadingOptions& options) {
  if (!options.damaged_volumes || unpack_threads_ != nullptr) return;
  const int most = options.threads > 1 ? options.threads : 0;
  unpack_threads_ = std::make_unique<pmapi::UnpackThreads>(most);
}

/// Without threads to unpack in all volumes are to be whole.
ArchivesAhead::Opened Archives::OpenNow(const std::string& list) {
  if (unpack_threads_ == nullptr) return pmapi::OpenArchive(list, &folders_);
  return pmapi::OpenArchive(list, &folders_, unpack_threads_.get());
}

void Archives::Expect(const std::vector<std::string>& lists,
                      const pmapi::ArchiveReadingOptions& options) {
  std::vector<std::string> names;
  for (const std::string& list : lists) {
    for (std::string& name : SplitList(list)) names.push_back(std::move(name));
  }
  if (!names.empty() && !std::exchange(expected_, true)) {
    base::ReserveHeap(kUsualHeap + names.size() * kHeapOfArchive,
                      options.threads);
  }
  if (options.threads < 2 || ahead_ != nullptr) return;
  if (names.size() < kWorthThreads) return;
  NeedUnpackThreads(options);
  ahead_ = std::make_unique<ArchivesAhead>(
      names, options.threads - 1,
      [this](const std::string& name) { return OpenNow(name); });
}

ArchivesAhead::Opened Archives::OpenOne(
    const std::string& list, const pmapi::ArchiveReadingOptions& options) {
  if (ahead_ != nullptr) return ahead_->Take(list);
  NeedUnpackThreads(options);
  return OpenNow(list);
}

Failure Archives::OpenContext(const std::string& list,
                              const pmapi::ArchiveReadingOptions& options) {
  auto archive = OpenOne(list, options);
  if (!archive) return Failed(list, archive.error());
  return Add(*std::move(archive), options);
}

Failure Archives::OpenList(const std::string& list,
                           const pmapi::ArchiveReadingOptions& options) {
  std::vector<HostArchives> histories;
  for (const std::string& name : SplitList(list)) {
    auto archive = OpenOne(name, options);
    if (!archive) return Failed(name, archive.error());
    const auto same = std::find_if(
        histories.begin(), histories.end(), [&](const HostArchives& history) {
          return history.archive->host() == (*archive)->host();
        });
    if (same == histories.end()) {
      histories.push_back({name, *std::move(archive), false});
    } else {
      same->names += ',' + name;
      same->joined = true;
    }
  }
  for (HostArchives& history : histories) {
    if (history.joined) {
      auto archive = OpenOne(history.names, options);
      if (!archive) return Failed(history.names, archive.error());
      history.archive = *std::move(archive);
    }
    Failure failure = Add(std::move(history.archive), options);
    if (failure) return failure;
  }
  return nullptr;
}

Failure Archives::Add(std::unique_ptr<pmapi::Archive> archive,
                      const pmapi::ArchiveReadingOptions& options) {
  const auto [known, fresh] =
      hosts_.try_emplace(archive->host(), sources_.size());
  if (!fresh) {
    const pmapi::Source& other = *sources_[known->second];
    const base::Error error{base::ErrorCode::kInvalid,
                            "archive " + other.ContextName() +
                                " is already open for host " +
                                other.HostName()};
    return std::make_unique<ArchiveFailure>(ArchiveFailure{
        archive->name(), error, other.ContextName(), other.HostName()});
  }
  sources_.push_back(
      std::make_unique<pmapi::ArchiveSource>(std::move(archive), options));
  return nullptr;
}

void Archives::UseNames(const pmapi::NameTable& names) {
  for (const auto& source : sources_) source->UseNames(names);
}

void Archives::UseDerived(const pmapi::notation::DerivedConfig& derived) {
  derived_.clear();
  if (derived.definitions().empty()) return;
  for (const auto& source : sources_) {
    derived_.push_back(std::make_unique<pmapi::DerivedSource>(
        &derived, source.get(), pmapi::OfNothing::kZero));
  }
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

bool Archives::ends_later() const {
  return std::any_of(sources_.begin(), sources_.end(), [](const auto& source) {
    return source->archive().ends_later();
  });
}

Failure Archives::ReadToEnd() {
  for (const auto& source : sources_) {
    pmapi::Archive& archive = source->archive();
    if (!archive.ends_later()) continue;
    const auto read = archive.ReadToEnd();
    if (!read) return Failed(archive.name(), read.error());
  }
  return nullptr;
}

std::vector<pmapi::Loss> Archives::Losses() const {
  std::vector<pmapi::Loss> all;
  for (const auto& source : sources_) {
    const auto some = source->archive().Losses();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::vector<engine::check::SourceView> Archives::Views() const {
  std::vector<engine::check::SourceView> views;
  for (const pmapi::Source* source : Sources()) {
    views.push_back(
        {source->HostName(), source->ContextName(), &source->Catalog()});
  }
  return views;
}

std::vector<pmapi::Source*> Archives::Sources() const {
  std::vector<pmapi::Source*> sources;
  if (derived_.empty()) {
    for (const auto& source : sources_) sources.push_back(source.get());
  }
  for (const auto& source : derived_) sources.push_back(source.get());
  return sources;
}

}  // namespace cli
