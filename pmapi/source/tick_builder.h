// TickBuilder: one tick of a live source, put together value by value: the
// instances of a domain's metrics are joined by number. Where values come from
// is the source's own business.
#ifndef TOCSIN_PMAPI_SOURCE_TICK_BUILDER_H_
#define TOCSIN_PMAPI_SOURCE_TICK_BUILDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "pmapi/source/samples.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// The index of the group of `indom`. If there is none it is added: that of
/// singular metrics with kNullInstance, any other without instances.
int GroupOf(InDom indom, std::vector<SampleGroup>* groups);

/// Wants count from 0, in the order of AddWant().
class TickBuilder {
 public:
  /// From now on a tick has the values of `want`, too.
  void AddWant(const Want& want);

  /// The instances that `want` is about, ascending; empty: all.
  const std::vector<InstanceId>& Only(std::size_t want) const {
    return metrics_[want].only;
  }
  /// True if `want` is about `instance`.
  bool Wants(std::size_t want, InstanceId instance) const {
    const std::vector<InstanceId>& only = metrics_[want].only;
    return only.empty() ||
           std::binary_search(only.begin(), only.end(), instance);
  }

  /// `want` has a value now: of an instance that has one already, the first
  /// counts. REQUIRES: Wants(); `instance` is kNullInstance if `want` is
  /// singular. Shape: `bits` as in MetricSamples.
  void Put(std::size_t want, InstanceId instance, std::uint64_t bits) {
    metrics_[want].instances.push_back(instance);
    metrics_[want].bits.push_back(bits);
  }
  /// Put() for strings.
  void PutText(std::size_t want, InstanceId instance, std::string_view text) {
    Put(want, instance, strings_.size());
    strings_.emplace_back(text);
  }
  /// Put() for all of a tick at once. REQUIRES: nothing was put of `want` since
  /// the tick before. Shape: `bits` as `instances`.
  void PutAll(std::size_t want, std::vector<InstanceId> instances,
              std::vector<std::uint64_t> bits) {
    metrics_[want].instances = std::move(instances);
    metrics_[want].bits = std::move(bits);
  }
  /// The origin of the values of `want`, at this tick and later ones.
  void SetOrigin(std::size_t want, std::int64_t origin) {
    metrics_[want].origin = origin;
  }

  /// Makes `samples` of what has been put since the tick before.
  void Finish(base::Timestamp stamp, Samples* samples);

 private:
  struct Metric {
    std::size_t group = 0;
    std::vector<InstanceId> only;  // ascending; empty: all
    std::int64_t origin = 0;
    // Of the tick at hand, side by side.
    std::vector<InstanceId> instances;
    std::vector<std::uint64_t> bits;
  };

  static void Sort(Metric* metric);
  void Join(const std::vector<InstanceId>& instances,
            std::vector<InstanceId>* all);
  static void Fill(const std::vector<InstanceId>& all, Metric* from,
                   MetricSamples* to);

  std::vector<Metric> metrics_;
  std::vector<SampleGroup> groups_;  // as every tick begins
  std::vector<std::string> strings_;
  std::vector<InstanceId> union_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_TICK_BUILDER_H_
