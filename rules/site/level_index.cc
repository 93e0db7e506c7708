// By names and labels; patterns are tried one by one.
#include "rules/site/level_index.h"

#include <algorithm>
#include <set>

#include "rules/site/glob.h"

namespace rules::site {

void LevelIndex::AddGroup(const Level& level, std::uint32_t index) {
  const bool names =
      std::all_of(level.hosts.begin(), level.hosts.end(),
                  [](const auto& one) { return IsOneName(one); });
  if (!names) return wild_.push_back(index);
  for (const std::string& one : level.hosts) hosts_[one].push_back(index);
}

LevelIndex::LevelIndex(const SiteFile& site) : site_(site) {
  for (std::uint32_t i = 0; i < site.levels.size(); ++i) {
    const Level& level = site.levels[i];
    switch (level.kind) {
      case Level::Kind::kSite:
        all_.push_back(i);
        break;
      case Level::Kind::kGroup:
        AddGroup(level, i);
        break;
      case Level::Kind::kLabel:
        labels_[level.name].push_back(i);
        break;
      case Level::Kind::kHost:
        hosts_[level.name].push_back(i);
        break;
    }
  }
}

std::vector<std::uint32_t> LevelIndex::For(const std::string& host) const {
  Indices levels = all_;
  Append(hosts_, host, &levels);
  for (const std::uint32_t one : wild_) {
    if (site_.Applies(site_.levels[one], host)) levels.push_back(one);
  }
  if (const auto own = site_.labels.find(host); own != site_.labels.end()) {
    for (const auto& [name, value] : own->second) {
      Append(labels_, name + '=' + value, &levels);
    }
  }
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

std::vector<std::string> HostsOf(const SiteFile& site) {
  std::set<std::string> hosts;
  for (const Level& level : site.levels) {
    if (level.kind == Level::Kind::kHost) hosts.insert(level.name);
    for (const std::string& one : level.hosts) {
      if (IsOneName(one)) hosts.insert(one);
    }
  }
  return {hosts.begin(), hosts.end()};
}

}  // namespace rules::site
