// MetricList: metrics as lines for people, or as JSON. Which ones, and where
// they come from, is list.h's.
#ifndef TOCSIN_CLI_METRIC_LIST_H_
#define TOCSIN_CLI_METRIC_LIST_H_

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/source/source.h"

namespace cli {

/// What is known of a metric of a host.
struct ListedMetric {
  std::string host;
  std::string name;
  base::Result<pmapi::MetricDesc> desc;
  /// Of a singular metric none.
  std::optional<base::Result<std::vector<pmapi::Instance>>> instances;
  pmapi::HelpText help = {};
};

/// What `catalog` of `host` says of `name`.
ListedMetric Look(const pmapi::MetricCatalog& catalog, const std::string& host,
                  const std::string& name);

/// "disk.dev.read: counter, count, 64-bit unsigned", a line of what it is
/// about, where somebody has said so, and a line of instances, as a rule names
/// them: the first ten, or all.
std::string AsText(const ListedMetric& metric, bool all_instances);

/// The long text about it, as lines to stand below; nothing where there is
/// none that says more.
std::string LongText(const ListedMetric& metric);

/// An array of objects: host, name, type, semantics, units, help_line and
/// help_text where there are such, and of a metric that has a domain instances,
/// all of them; where they cannot be had now, error.
std::string AsJson(const std::vector<ListedMetric>& metrics);

}  // namespace cli

#endif  // TOCSIN_CLI_METRIC_LIST_H_
