// Facts: what one pmcd says its metrics are: descriptors by name, instances by
// domain. How they are asked for is inquiry.h's.
#ifndef TOCSIN_PMAPI_PMCD_FACTS_H_
#define TOCSIN_PMAPI_PMCD_FACTS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// A metric that rules use, and those of its instances that they name.
struct PmcdNeed {
  std::string metric;
  std::vector<std::string> instances;
  /// Rules do without it: who has not got it need not be asked again.
  bool optional = false;
  /// Of a derived metric: the metrics that it is computed of. Its instances are
  /// those of one of them, whichever that is.
  std::vector<std::string> operands = {};
};

}  // namespace pmapi

namespace pmapi::pmcd {

class Facts : public MetricCatalog {
 public:
  using Domain = base::Result<std::vector<Instance>>;

  base::Result<MetricDesc> Describe(std::string_view name) const override;
  base::Result<std::vector<Instance>> Instances(InDom indom) const override;
  std::vector<std::string> MetricNames() const override { return all_names; }

  /// Ascending; empty for a domain that is not known.
  std::vector<InstanceId> IdsOf(InDom indom) const;

  /// What pmcd calls its host; empty where it does not say.
  std::string host_name;
  std::map<std::string, base::Result<MetricDesc>, std::less<>> metrics;
  std::map<InDom, Domain> domains;
  std::vector<std::string> all_names;
};

/// True if rules that were checked against `old` must be checked anew: a
/// metric is another or has come or gone, an instance that they name has come
/// or has another number.
bool Differ(const Facts& old, const Facts& now,
            const std::vector<PmcdNeed>& needs);

/// True if a metric or a named instance is not there that may come and is not
/// optional.
bool SomethingMissing(const Facts& facts, const std::vector<PmcdNeed>& needs);

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_FACTS_H_
