// The catalogue of what the folder holds now, and the source round both.
#include "pmapi/mmv/mmv_source.h"

#include <sys/utsname.h>

#include <cerrno>
#include <memory>
#include <utility>

#include "pmapi/mmv/folder.h"
#include "pmapi/mmv/mmv_stream.h"
#include "pmapi/source/facts.h"

namespace pmapi {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

class MmvCatalog : public MetricCatalog {
 public:
  explicit MmvCatalog(std::shared_ptr<mmv::Folder> folder)
      : folder_(std::move(folder)) {}

  Result<MetricDesc> Describe(std::string_view name) const override {
    const mmv::Folder::Names& names = folder_->names();
    const auto at = names.lower_bound(name);
    if (at != names.end() && at->first == name) {
      at->second.holder->wanted = true;
      return at->second.desc;
    }
    const std::string prefix = std::string(name) + '.';
    const auto child = names.lower_bound(prefix);
    if (child != names.end() && child->first.starts_with(prefix)) {
      return Error{ErrorCode::kNonLeaf, std::string(name)};
    }
    if (const auto& why = folder_->absent()) {
      return Error{ErrorCode::kNotConnected, why->message};
    }
    std::string message(name);
    const Error* why = folder_->WhyNot(name);
    if (why != nullptr) message += ": " + why->message;
    return Error{ErrorCode::kNoMetric, message};
  }

  Result<std::vector<Instance>> Instances(InDom indom) const override {
    const mmv::Indom* found = folder_->FindIndom(indom);
    if (found == nullptr) return Error{ErrorCode::kNoIndom, InDomText(indom)};
    return found->instances;
  }

  HelpText Help(std::string_view name) const override {
    const auto at = folder_->names().find(name);
    return at == folder_->names().end() ? HelpText() : at->second.metric->help;
  }

  std::vector<std::string> MetricNames() const override {
    std::vector<std::string> names;
    names.reserve(folder_->names().size());
    for (const auto& [name, entry] : folder_->names()) names.push_back(name);
    return names;
  }

 private:
  std::shared_ptr<mmv::Folder> folder_;
};

std::string NodeName() {
  utsname names = {};
  return uname(&names) == 0 ? names.nodename : "localhost";
}

class MmvSource : public LiveSource {
 public:
  MmvSource(const std::string& path, std::shared_ptr<mmv::Folder> folder)
      : context_("mmv:" + path),
        host_(NodeName()),
        folder_(std::move(folder)),
        catalog_(folder_) {}

  const MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return host_; }
  const std::string& ContextName() const override { return context_; }

  void Prepare(SharedNeeds needs, base::Duration /*limit*/,
               std::function<void(Result<void>)> ready) override {
    auto read = folder_->Refresh();
    known_ = std::make_shared<const KnownFacts>(&catalog_, std::move(needs));
    ready(std::move(read));
  }

  Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                             TickGrid grid) override {
    if (grid.step.ns <= 0) {
      return Error{ErrorCode::kInvalid,
                   "the interval between ticks must be positive"};
    }
    return std::unique_ptr<SampleStream>(std::make_unique<mmv::MmvStream>(
        folder_, std::move(wants), grid, known_));
  }

 private:
  std::string context_;
  std::string host_;
  std::shared_ptr<mmv::Folder> folder_;
  MmvCatalog catalog_;
  std::shared_ptr<const KnownFacts> known_;
};

}  // namespace

Result<std::unique_ptr<LiveSource>> OpenMmvSource(const std::string& path) {
  auto folder = std::make_shared<mmv::Folder>(path);
  const auto read = folder->Refresh();
  if (!read && read.error().system_errno != ENOENT) return read.error();
  if (const Error* why = folder->Damage()) return *why;
  return std::unique_ptr<LiveSource>(
      std::make_unique<MmvSource>(path, std::move(folder)));
}

}  // namespace pmapi
