// LevelIndex: which levels of a site are for a host, without a look at each of
// them: sites have thousands.
#ifndef TOCSIN_RULES_SITE_LEVEL_INDEX_H_
#define TOCSIN_RULES_SITE_LEVEL_INDEX_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/site/site_file.h"

namespace rules::site {

/// Lifetime: the site outlives it.
class LevelIndex {
 public:
  explicit LevelIndex(const SiteFile& site);

  /// Their indices, ascending.
  std::vector<std::uint32_t> For(const std::string& host) const;

 private:
  using Indices = std::vector<std::uint32_t>;
  static void Append(const std::unordered_map<std::string, Indices>& of,
                     const std::string& name, Indices* to) {
    const auto found = of.find(name);
    if (found == of.end()) return;
    to->insert(to->end(), found->second.begin(), found->second.end());
  }
  void AddGroup(const Level& level, std::uint32_t index);

  const SiteFile& site_;
  Indices all_;                                     // of the site
  Indices wild_;                                    // of groups with patterns
  std::unordered_map<std::string, Indices> hosts_;  // by names
  std::unordered_map<std::string, Indices> labels_;
};

/// All hosts that `site` names, in their order: under hosts, and those of
/// groups that are no patterns.
std::vector<std::string> HostsOf(const SiteFile& site);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_LEVEL_INDEX_H_
