// LinuxCatalog: the metric rows by name, and the instances that are here now.
#ifndef TOCSIN_PMAPI_LINUX_LINUX_CATALOG_H_
#define TOCSIN_PMAPI_LINUX_LINUX_CATALOG_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/linux/machine.h"
#include "pmapi/linux/metric_row.h"
#include "pmapi/records/record_feed.h"
#include "pmapi/source/source.h"

namespace pmapi::lnx {

/// A metric with its table.
struct LocatedMetric {
  TableId table;
  const MetricRow* row;
};

/// Instances are looked up anew each time.
class LinuxCatalog : public MetricCatalog {
 public:
  /// `of_records`: metrics that are in no table.
  LinuxCatalog(std::unique_ptr<Machine> machine,
               std::vector<records::RecordMetric> of_records);

  base::Result<MetricDesc> Describe(std::string_view name) const override;
  base::Result<std::vector<Instance>> Instances(InDom indom) const override;
  std::vector<std::string> MetricNames() const override;
  HelpText Help(std::string_view name) const override;

  /// The metric of a table that `pmid` is, or nothing.
  const LocatedMetric* Find(Pmid pmid) const;

 private:
  struct Entry {
    std::string_view name;
    MetricDesc desc;
    LocatedMetric located;  // without a row: in no table
    std::string_view help;
  };

  const Entry* FindEntry(std::string_view name) const;

  std::unique_ptr<Machine> machine_;
  std::vector<records::RecordMetric> of_records_;
  std::vector<Entry> entries_;  // by name
  std::vector<const Entry*> by_pmid_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_LINUX_CATALOG_H_
