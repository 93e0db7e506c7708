// Source: pmapi/mmv/FORMAT.md, "Names and numbers"; what becomes of files that
// differ from it, beside the agent itself.
#include "pmapi/mmv/folder.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "base/system_error.h"
#include "pmapi/mmv/format.h"
#include "pmapi/mmv/value.h"

namespace pmapi::mmv {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kPrefix = "mmv.";

/// The library's default is 0, which the agent takes for a counter.
Semantics SemanticsOf(std::int32_t number) {
  switch (number) {
    case 0:
    case 1:
      return Semantics::kCounter;
    case 4:
      return Semantics::kDiscrete;
    default:
      return Semantics::kInstant;
  }
}

MetricDesc DescOf(const DeclaredMetric& metric, std::uint32_t cluster) {
  MetricDesc desc;
  desc.pmid = MakePmid(cluster, metric.item);
  desc.type = TypeOf(metric.type);
  if (metric.indom) desc.indom = MakeInDom(cluster, *metric.indom);
  desc.semantics = SemanticsOf(metric.semantics);
  desc.units = metric.units;
  if (metric.type == kElapsed) {
    desc.semantics = Semantics::kCounter;
    desc.units = {};
    desc.units.time = 1;
    desc.units.time_scale = TimeScale::kUsec;
  }
  return desc;
}

}  // namespace

Result<std::vector<std::string>> Folder::List() {
  struct stat status = {};
  if (stat(path_.c_str(), &status) != 0) return base::SystemError(path_, errno);
  single_ = !S_ISDIR(status.st_mode);
  if (single_) {
    return std::vector<std::string>{path_.substr(path_.rfind('/') + 1)};
  }
  DIR* folder = opendir(path_.c_str());
  if (folder == nullptr) return base::SystemError(path_, errno);
  std::vector<std::string> names;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

/// What is not listed any more is kept only if it is wanted.
bool Folder::Forget(const std::vector<std::string>& listed) {
  bool changed = false;
  for (auto at = files_.begin(); at != files_.end();) {
    if (std::binary_search(listed.begin(), listed.end(), at->first)) {
      ++at;
      continue;
    }
    FolderFile& holder = *at->second;
    changed = holder.file.Lose({ErrorCode::kNoData, "is gone"}) || changed;
    at = holder.wanted ? std::next(at) : files_.erase(at);
  }
  return changed;
}

Result<void> Folder::Refresh() {
  const auto listed = List();
  bool changed = Forget(listed ? *listed : std::vector<std::string>());
  if (listed) {
    for (const std::string& name : *listed) {
      auto& holder = files_[name];
      if (!holder) {
        holder =
            std::make_unique<FolderFile>(single_ ? path_ : path_ + '/' + name);
      }
      if (!holder->file.Read(holder->wanted)) continue;
      changed = true;
      holder->origin = ++origins_;
    }
  }
  if (changed) Rebuild();
  absent_.reset();
  if (listed) return {};
  absent_ = listed.error();
  return *absent_;
}

void Folder::Rebuild() {
  ++changes_;
  names_.clear();
  by_pmid_.clear();
  for (const auto& [name, holder] : files_) {
    if (holder->file.usable()) Export(name, holder.get());
  }
}

/// The lowest that no file has. Those that come later in the alphabet and say
/// their own are not asked: the agent does not either.
std::uint32_t Folder::FreeCluster() const {
  std::unordered_set<std::uint32_t> taken;
  for (const auto& [name, holder] : files_) taken.insert(holder->cluster);
  std::uint32_t cluster = 1;
  while (cluster < kMaxCluster && taken.contains(cluster)) ++cluster;
  return cluster;
}

void Folder::Export(const std::string& file_name, FolderFile* holder) {
  const FileLayout& layout = holder->file.layout();
  if (layout.header.cluster != 0) holder->cluster = layout.header.cluster;
  if (holder->cluster == 0) holder->cluster = FreeCluster();
  std::string prefix(kPrefix);
  if ((layout.header.flags & kNoPrefix) == 0) prefix += file_name + '.';
  std::unordered_set<std::uint32_t> items;
  for (const DeclaredMetric& metric : layout.metrics) {
    const std::string name = prefix + metric.name;
    if (metric.item > kMaxItem || !IsName(name)) continue;
    if (names_.contains(name) || !items.insert(metric.item).second) continue;
    const auto at = names_.try_emplace(
        name, ExportedMetric{DescOf(metric, holder->cluster), holder, &metric});
    by_pmid_.emplace(at.first->second.desc.pmid, &at.first->second);
  }
}

const ExportedMetric* Folder::Find(Pmid pmid) const {
  const auto at = by_pmid_.find(pmid);
  return at == by_pmid_.end() ? nullptr : at->second;
}

const Indom* Folder::FindIndom(InDom indom) const {
  for (const auto& [name, holder] : files_) {
    for (const Indom& one : holder->file.layout().indoms) {
      if (MakeInDom(holder->cluster, one.serial) == indom) return &one;
    }
  }
  return nullptr;
}

const Error* Folder::WhyNot(std::string_view name) const {
  for (const auto& [file_name, holder] : files_) {
    const std::string prefix = std::string(kPrefix) + file_name + '.';
    const bool damaged = !holder->file.usable() &&
                         holder->file.why().code == ErrorCode::kCorrupt;
    if (damaged && name.starts_with(prefix)) return &holder->file.why();
  }
  return nullptr;
}

const Error* Folder::Damage() const {
  if (!single_ || files_.empty()) return nullptr;
  const MmvFile& file = files_.begin()->second->file;
  const bool later = file.usable() || file.why().code == ErrorCode::kNoData;
  return later ? nullptr : &file.why();
}

}  // namespace pmapi::mmv
