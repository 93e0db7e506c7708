// Trail: what one reader has found in some records, for another to follow
// without looking for it again. Both are replay_reader.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_TRAIL_H_
#define TOCSIN_PMAPI_ARCHIVE_TRAIL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "pmapi/archive/record.h"
#include "pmapi/archive/record_walker.h"
#include "pmapi/archive/replay_layout.h"

namespace pmapi {

/// A wanted set.
struct TrailSet {
  std::int32_t subscription = 0;
  std::int32_t layout = 0;  // among Trail::layouts
  bool in_row = false;
  ValueSet set;
};

/// A record that was read.
struct TrailRecord {
  Record record;
  double t = 0;
  double last_t = 0;  // as ReplayReader::last_t() after it
  /// It is a mark, and counts.
  bool mark_counts = false;
  /// Behind its last set, among Trail::sets.
  std::size_t end = 0;
};

/// Records in the order in which they were read. Memory: with its volumes,
/// those that are no longer walked.
class Trail {
 public:
  /// Begins anew, for so many subscriptions.
  void Clear(std::size_t subscriptions);

  void AddSet(std::int32_t subscription, const ValueSet& set,
              const LayoutRef& layout, bool in_row);
  /// The sets since the record before are those of `read`.
  void AddRecord(TrailRecord read) {
    read.end = sets_.size();
    records_.push_back(read);
  }
  /// The sets since the record before are none.
  void DropSets() { sets_.resize(records_.empty() ? 0 : records_.back().end); }
  /// The next record cannot be found by its place from the one before.
  void AddWalker(const RecordWalker& walker) {
    walkers_.emplace_back(records_.size(), walker);
  }

  const std::vector<TrailRecord>& records() const { return records_; }
  const std::vector<TrailSet>& sets() const { return sets_; }
  /// By the index of their record, at which they stand.
  const std::vector<std::pair<std::size_t, RecordWalker>>& walkers() const {
    return walkers_;
  }
  /// A subscription each.
  const std::vector<std::pair<std::int32_t, LayoutRef>>& layouts() const {
    return layouts_;
  }

 private:
  std::vector<TrailRecord> records_;
  std::vector<TrailSet> sets_;
  std::vector<std::pair<std::size_t, RecordWalker>> walkers_;
  std::vector<std::pair<std::int32_t, LayoutRef>> layouts_;
  std::vector<std::int32_t> newest_;  // among layouts_, by subscription
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_TRAIL_H_
