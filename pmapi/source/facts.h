// Facts: what one host says its metrics are, as of one moment: descriptors by
// name, instances by domain; and what rules need of them. How they are asked
// for is the source's own business.
#ifndef TOCSIN_PMAPI_SOURCE_FACTS_H_
#define TOCSIN_PMAPI_SOURCE_FACTS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// A copy of what a catalogue says. Describe(): kNoMetric for a name that
/// nobody asked for. Help(): where `help` was asked for.
class Facts : public MetricCatalog {
 public:
  using Domain = base::Result<std::vector<Instance>>;

  base::Result<MetricDesc> Describe(std::string_view name) const override;
  base::Result<std::vector<Instance>> Instances(InDom indom) const override;
  std::vector<std::string> MetricNames() const override { return all_names; }
  HelpText Help(std::string_view name) const override;

  /// Ascending; empty for a domain that is not known.
  std::vector<InstanceId> IdsOf(InDom indom) const;

  /// What the host calls itself; empty where it does not say.
  std::string host_name;
  std::map<std::string, base::Result<MetricDesc>, std::less<>> metrics;
  std::map<InDom, Domain> domains;
  std::vector<std::string> all_names;
  std::map<std::string, HelpText, std::less<>> help;
};

/// What `catalog` says now of all that `needs` are about.
Facts FactsOf(const MetricCatalog& catalog, const std::vector<Need>& needs);

/// True if rules that were checked against `old` must be checked anew: a
/// metric is another or has come or gone, its instances can be had now, one
/// that they name has come or has another number.
bool Differ(const Facts& old, const Facts& now, const std::vector<Need>& needs);

/// Notes in `facts` that `indom` has these `instances` now. True if rules that
/// were checked against `facts` must be checked anew, as Differ() says.
bool SetInstances(InDom indom, std::vector<Instance> instances,
                  const std::vector<Need>& needs, Facts* facts);

/// Those of `needs` of which something is not there that may come: a metric
/// that is not optional, its instances, a named one.
std::vector<Need> MissingOf(const Facts& facts, const std::vector<Need>& needs);

/// What rules were checked against, of a source whose catalogue answers at
/// once. Lifetime: borrows the catalogue.
class KnownFacts {
 public:
  /// Notes what the catalogue says now.
  KnownFacts(const MetricCatalog* catalog, SharedNeeds needs);

  /// True if the rules must be checked anew. What has gone is no reason: it has
  /// no values, and may come back as it was.
  bool Differ() const;
  /// The same for a source in which what is there stays as it is.
  bool MoreThere() const;

 private:
  bool DifferIn(const std::vector<Need>& needs) const;

  const MetricCatalog& catalog_;
  SharedNeeds needs_;
  Facts facts_;
  std::vector<Need> missing_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_FACTS_H_
