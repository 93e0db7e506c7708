// LiveSource: a fake of a live source, whose answers to Ask() come when a test
// lets them. One counter, one gauge; both are the number of the tick.
#ifndef TOCSIN_TESTS_SUPPORT_LIVE_SOURCE_H_
#define TOCSIN_TESTS_SUPPORT_LIVE_SOURCE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/loop/timer.h"
#include "pmapi/source/source.h"
#include "tests/support/memory_source.h"

namespace tests {

/// A host with the singular metrics `gauge` and `counter` (count/second is 1
/// where ticks are a second apart).
class LiveSource : public pmapi::Source {
 public:
  /// Answers `delay` after it was asked; kLate where a tick cannot wait for it.
  /// What comes between two ticks is lost.
  LiveSource(std::string host, base::loop::Timers* timers);

  void set_delay(base::Duration delay) { delay_ = delay; }
  /// From now on every tick fails so; none: no more.
  void Fail(std::optional<base::Error> error) { failure_ = std::move(error); }
  /// `name` is from now on something else: only what asks it is.
  void Redefine(const std::string& name, const pmapi::MetricDesc& desc) {
    catalog_.AddMetric(name, desc);
  }
  /// `name` is not there from now on, until it is redefined.
  void Forget(const std::string& name) { catalog_.RemoveMetric(name); }
  /// From now on every tick has its values and this Shortfall().
  void Lack(base::Error error) { lack_ = std::move(error); }
  /// How often it was asked.
  int asked() const { return asked_; }

  const pmapi::MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return host_; }
  const std::string& ContextName() const override { return host_; }
  base::Result<std::unique_ptr<pmapi::SampleStream>> Open(
      std::vector<pmapi::Want> wants, pmapi::TickGrid grid) override;

 private:
  class Stream;

  std::string host_;
  base::loop::Timers* timers_;
  MemoryCatalog catalog_;
  base::Duration delay_;
  std::optional<base::Error> failure_;
  std::optional<base::Error> lack_;
  int asked_ = 0;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_LIVE_SOURCE_H_
