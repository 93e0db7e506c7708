// LaneLayout: which lanes a value set has, kept from record to record because
// successive records nearly always have the same. Values are replay_frame.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_LAYOUT_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_LAYOUT_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "pmapi/archive/record.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// The instances of a value set. Who holds one for the length of a tick has a
/// plain pointer: two threads that count users of something, even each of its
/// own, wait for what they wrote before.
struct LaneLayout : std::enable_shared_from_this<LaneLayout> {
  /// The lanes: ascending, unique, only candidates.
  std::vector<InstanceId> ids;
  /// Where each lane's value is in the set; empty if ids are the set's own
  /// instances in their order.
  std::vector<std::int32_t> from;
  /// The set's instances as they lie in the record, for comparison.
  std::vector<std::uint64_t> pattern;

  std::size_t size() const { return ids.size(); }
  /// Where the value of `lane` is in the set.
  std::int32_t Position(std::size_t lane) const {
    return from.empty() ? static_cast<std::int32_t>(lane) : from[lane];
  }
  /// The lane of `id`, or -1.
  std::int32_t Find(InstanceId id) const;
};
using LayoutRef = std::shared_ptr<const LaneLayout>;

/// How the lanes of one list are found in another.
struct Transition {
  struct Stretch {
    std::int32_t from;
    std::int32_t to;
    std::int32_t length;
  };
  /// What is in both: stretches that are consecutive in both, ascending.
  std::vector<Stretch> common;
  /// Positions in the first that the second lacks, ascending.
  std::vector<std::int32_t> lost;
  /// Positions in the second that the first lacks, ascending.
  std::vector<std::int32_t> gained;
};

/// REQUIRES: both ascending and unique.
Transition MakeTransition(const std::vector<InstanceId>& from,
                          const std::vector<InstanceId>& to);

/// Finds layouts again. One for all metrics that have the same candidates, so
/// that a changed instance list is looked at once and not once a metric.
class LayoutTable {
 public:
  /// `candidates`: ascending; instances that are none of them are no lanes.
  explicit LayoutTable(std::vector<InstanceId> candidates)
      : candidates_(std::move(candidates)) {}

  const std::vector<InstanceId>& candidates() const { return candidates_; }

  /// The layout of `set`, which is most likely `hint`. REQUIRES: set.count > 0.
  LayoutRef Find(const ValueSet& set, const LayoutRef& hint);

  /// The layout that is as `theirs`, of a table with the same candidates.
  LayoutRef Adopt(const LaneLayout& theirs);

  /// From `a`'s lanes to `b`'s.
  std::shared_ptr<const Transition> Between(const LayoutRef& a,
                                            const LayoutRef& b);

 private:
  struct Step {
    LayoutRef from;
    LayoutRef to;
    std::shared_ptr<const Transition> transition;
  };
  static constexpr std::size_t kRecent = 4;

  LayoutRef Make(const ValueSet& set) const;
  void Remember(const LayoutRef& layout);

  std::vector<InstanceId> candidates_;
  std::array<LayoutRef, kRecent> layouts_;
  std::size_t next_layout_ = 0;
  std::array<Step, kRecent> steps_;
  std::size_t next_step_ = 0;
};

/// The layout of every value set of a singular metric.
LayoutRef SingularLayout();

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_LAYOUT_H_
