// MissingMetrics: metrics that rules ask live hosts for and that are not there:
// what has gone and what has come since one last looked, in words. Instances
// are none of its business, nor hosts that do not answer.
#ifndef TOCSIN_CLI_MISSING_METRICS_H_
#define TOCSIN_CLI_MISSING_METRICS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/live_hosts.h"

namespace cli {

class MissingMetrics {
 public:
  /// A line of a log.
  struct News {
    bool is_good = false;
    std::string text;
  };

  /// Metrics that are missing now are not reported. Lifetime: `hosts` outlives
  /// it.
  explicit MissingMetrics(const LiveHosts& hosts);

  /// What has changed at `sources`, which have been asked: of each metric once.
  std::vector<News> Look(const std::set<int>& sources);

 private:
  const LiveHosts& hosts_;
  std::vector<LiveHosts::Missing> known_;  // sources
};

}  // namespace cli

#endif  // TOCSIN_CLI_MISSING_METRICS_H_
