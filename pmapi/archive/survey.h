// Survey: one quick walk ahead of a replay, from where it stands to the next
// mark or the end, over the instances of the wanted metrics only. It notes
// what becomes of the lanes that some record lacks, because a value exists
// only if a later one does (pmapi/archive/REPLAY.md, "Which values exist").
// Values are not looked at. The walk: survey_walk.h, of threads survey_parts.h.
#ifndef TOCSIN_PMAPI_ARCHIVE_SURVEY_H_
#define TOCSIN_PMAPI_ARCHIVE_SURVEY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pmapi/archive/survey_walk.h"

namespace pmapi {

/// When something that is missing comes again, before the next mark.
struct Return {
  enum class Kind { kNever, kSoon, kFar };

  Kind kind = Kind::kNever;
  /// Of kFar: where. kSoon is within the reader's horizon and is not noted.
  RecordPlace place;
};

/// How a survey is made.
struct SurveyOptions {
  int threads = 1;
  /// A thread walks about so much at a time. Unit: bytes.
  std::size_t part_bytes = std::size_t{8} << 20;
};

/// Memory is of the order of the lanes and the gaps longer than the horizon.
class Survey {
 public:
  using Start = SurveyStart;

  /// Surveys what `reader` will read. Shape: `starts` as reader.wanted().
  Survey(const ReplayReader& reader, const std::vector<Start>& starts,
         const SurveyOptions& options = {});

  /// Of the lane `id`, whose last value was at `since` and not in the frame
  /// after that.
  Return Lane(std::int32_t subscription, InstanceId id, double since) const;
  /// Of a metric whose last frame was at `since`.
  Return Metric(std::int32_t subscription, double since) const;

 private:
  std::vector<SurveyedMetric> metrics_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_SURVEY_H_
