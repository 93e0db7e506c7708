// DerivedSource: another source, and the metrics that are computed from its
// own. What the source itself has of the same name is left as it is.
#ifndef TOCSIN_PMAPI_DERIVED_DERIVED_SOURCE_H_
#define TOCSIN_PMAPI_DERIVED_DERIVED_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/notation/derived_config.h"
#include "pmapi/source/source.h"

namespace pmapi {

namespace derived {

class Evaluator;

/// What a stream that has ended had of a metric: the next stream goes on there.
struct EndedMetric {
  Want want;
  base::Duration interval;
  std::unique_ptr<Evaluator> evaluator;
};

}  // namespace derived

/// A catalogue with derived metrics. Names are looked up anew each time they
/// are asked for: what a live source has may change.
/// Lifetime: borrows both.
class DerivedCatalog : public MetricCatalog {
 public:
  DerivedCatalog(const pmapi::notation::DerivedConfig* config,
                 const MetricCatalog* base)
      : config_(*config), base_(*base) {}

  /// Errors: those of the source; kPmapi, with the reason, for a derived
  /// metric whose operands are missing or do not fit.
  base::Result<MetricDesc> Describe(std::string_view name) const override;
  base::Result<std::vector<Instance>> Instances(InDom indom) const override {
    return base_.Instances(indom);
  }
  std::vector<std::string> MetricNames() const override;
  HelpText Help(std::string_view name) const override;

 private:
  const pmapi::notation::DerivedConfig& config_;
  const MetricCatalog& base_;
};

/// Whether sum and average of no values at all are 0.
enum class OfNothing { kZero, kNoValue };

/// Over a live source a stream that is opened before others are fetched goes
/// on where those of the same wants and interval have ended: differences have
/// values at its first tick.
/// Lifetime: borrows both; streams must not outlive it. Threads: the source's.
class DerivedSource : public Source {
 public:
  DerivedSource(const pmapi::notation::DerivedConfig* config, Source* source,
                OfNothing of_nothing);
  ~DerivedSource() override;

  const MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return source_.HostName(); }
  const std::string& ContextName() const override {
    return source_.ContextName();
  }
  bool waits() const override { return source_.waits(); }
  /// How many ticks before its own take part in a value of `name`: 0 of the
  /// source's own metrics, and of what there is not.
  std::int64_t LookBack(std::string_view name) const;
  /// Without derived metrics among the wants the stream is the source's own.
  base::Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                                   TickGrid grid) override;

 private:
  const pmapi::notation::DerivedConfig& config_;
  Source& source_;
  DerivedCatalog catalog_;
  OfNothing of_nothing_;
  std::vector<derived::EndedMetric> ended_;  // of a live source
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_DERIVED_DERIVED_SOURCE_H_
