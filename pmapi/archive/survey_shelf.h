// SurveyShelf: the surveys that replays of one archive have made, for all of
// them. What a survey is is survey.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_SURVEY_SHELF_H_
#define TOCSIN_PMAPI_ARCHIVE_SURVEY_SHELF_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "pmapi/archive/survey.h"

namespace pmapi {

/// Of replays of the same wants. Threads: any.
class SurveyShelf {
 public:
  /// A survey of `segment` that was made at a tick no later than `t`, or null.
  std::shared_ptr<const Survey> Find(std::int32_t segment, double t) {
    const std::lock_guard lock(mutex_);
    return Look(segment, t);
  }

  /// As Find(), else what `make` makes at `t`. Who asks meanwhile waits for it:
  /// it walks to the segment's end, and would do for them.
  template <typename F>
  std::shared_ptr<const Survey> Get(std::int32_t segment, double t, F make) {
    const std::lock_guard lock(mutex_);
    if (auto known = Look(segment, t)) return known;
    std::shared_ptr<const Survey> made = make();
    entries_.push_back({segment, t, made});
    return made;
  }

 private:
  struct Entry {
    std::int32_t segment;
    double t;
    std::shared_ptr<const Survey> survey;
  };

  std::shared_ptr<const Survey> Look(std::int32_t segment, double t) const {
    for (const Entry& entry : entries_) {
      if (entry.segment == segment && entry.t <= t) return entry.survey;
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_SURVEY_SHELF_H_
