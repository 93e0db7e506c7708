// TickBuilder: one tick of a live source, put together value by value: the
// instances of a domain's metrics are joined by number. Where values come from
// is the source's own business.
#ifndef TOCSIN_PMAPI_SOURCE_TICK_BUILDER_H_
#define TOCSIN_PMAPI_SOURCE_TICK_BUILDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/time.h"
#include "pmapi/source/samples.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// The index of the group of `indom`. If there is none it is added: that of
/// singular metrics with kNullInstance, any other without instances.
int GroupOf(InDom indom, std::vector<SampleGroup>* groups);

/// Wants count from 0, in the order of AddWant(). A tick is put, want by want
/// in any order, joined and finished; between two, only instances are kept.
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

  /// A tick is put soon, after a pause (base/warm.h).
  void Warm() const;
  /// `want` has a value now: of an instance that has one already, the first
  /// counts. REQUIRES: Wants(); `instance` is kNullInstance if `want` is
  /// singular; all of a want is put before something of another is. Shape:
  /// `bits` as in MetricSamples.
  void Put(std::size_t want, InstanceId instance, std::uint64_t bits) {
    const Room room = PutSome(want, 1);
    room.instances[0] = instance;
    room.bits[0] = bits;
  }
  /// Put() for strings.
  void PutText(std::size_t want, InstanceId instance, std::string_view text) {
    Put(want, instance, strings_.size());
    strings_.emplace_back(text);
  }
  /// Where values are to be written. Shape: [count] each.
  struct Room {
    std::span<InstanceId> instances;
    std::span<std::uint64_t> bits;
  };
  /// Put() for `count` values at once. Lifetime: until the next one is put.
  Room PutSome(std::size_t want, std::size_t count);
  /// Forgets what was put of `want`. REQUIRES: that was put last.
  void TakeBack(std::size_t want);
  /// The origin of the values of `want`, at this tick and later ones.
  void SetOrigin(std::size_t want, std::int64_t origin) {
    metrics_[want].origin = origin;
  }

  /// The lanes of `indom`, if wants have such, are taken to have been `ids` at
  /// the tick before.
  void SetInstances(InDom indom, std::vector<InstanceId> ids);
  /// Nothing more is put. Once more, or in Finish(), it does nothing.
  void Join();
  /// Whether lanes of `indom` are there that were not at the tick before.
  /// REQUIRES: Join().
  bool HasNew(InDom indom) const;
  /// Makes `samples` of what has been put since the tick before. Numbers go
  /// where these have a place for them.
  void Finish(base::Timestamp stamp, Samples* samples);
  /// Forgets it.
  void Clear();

 private:
  struct Metric {
    std::size_t group = 0;
    std::vector<InstanceId> only;  // ascending; empty: all
    std::int64_t origin = 0;
    // Of the tick at hand, in instances_ and bits_.
    std::size_t first = 0;
    std::size_t count = 0;
  };
  /// What has come of a group's instances.
  struct Arrival {
    bool all = false;    // some metric has those of the tick before
    bool other = false;  // some metric has another one
    bool is_new = false;
  };

  std::span<const InstanceId> InstancesOf(const Metric& metric) const {
    return {instances_.data() + metric.first, metric.count};
  }
  void Sort(Metric* metric);
  void JoinGroup(std::size_t group);
  void Spread(const Metric& from, const std::vector<InstanceId>& all,
              std::vector<std::uint64_t>* bits, std::vector<Cell>* cells) const;
  void Fill(const Metric& from, base::Timestamp stamp, MetricSamples* to);
  void PutRow(const Metric& from, base::Timestamp stamp, MetricSamples* to);

  std::vector<Metric> metrics_;
  std::vector<SampleGroup> groups_;  // of the tick before, or once joined
  std::vector<Arrival> arrivals_;    // by group
  bool joined_ = false;
  // Of the tick at hand: values, side by side, those of a want together.
  std::vector<InstanceId> instances_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::string> strings_;
  std::size_t usual_ = 0;  // as many were there at the tick before
  // Room for a row with gaps.
  std::vector<std::uint64_t> row_bits_;
  std::vector<Cell> row_cells_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_TICK_BUILDER_H_
