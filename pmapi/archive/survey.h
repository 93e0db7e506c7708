// Survey: one quick walk ahead of a replay, from where it stands to the next
// mark or the end, over the instances of the wanted metrics only. It notes
// what becomes of the lanes that some record lacks, because a value exists
// only if a later one does (pmapi/archive/REPLAY.md, "Which values exist").
// Values are not looked at.
#ifndef TOCSIN_PMAPI_ARCHIVE_SURVEY_H_
#define TOCSIN_PMAPI_ARCHIVE_SURVEY_H_

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "pmapi/archive/record_shapes.h"
#include "pmapi/archive/replay_reader.h"

namespace pmapi {

/// When something that is missing comes again, before the next mark.
struct Return {
  enum class Kind { kNever, kSoon, kFar };

  Kind kind = Kind::kNever;
  /// Of kFar: where. kSoon is within the reader's horizon and is not noted.
  RecordPlace place;
};

/// Memory is of the order of the lanes and the gaps longer than the horizon.
class Survey {
 public:
  /// What a replay knows of one metric when the survey begins.
  struct Start {
    struct Missing {
      InstanceId id;
      double since;
    };
    /// False for a metric of which nothing will be asked.
    bool asked = true;
    /// Lanes whose last value is not in the first of `frames`.
    std::vector<Missing> missing;
    /// The frames in hand, of this segment.
    std::vector<const Frame*> frames;
  };

  /// Surveys what `reader` will read. Shape: `starts` as reader.wanted().
  Survey(const ReplayReader& reader, const std::vector<Start>& starts);

  /// Of the lane `id`, whose last value was at `since` and not in the frame
  /// after that.
  Return Lane(std::int32_t subscription, InstanceId id, double since) const;
  /// Of a metric whose last frame was at `since`.
  Return Metric(std::int32_t subscription, double since) const;

 private:
  /// Where a lane was seen last. Units: seconds; bytes walked till then.
  struct LastSeen {
    double t;
    std::uint64_t bytes;
  };
  struct Note {
    std::int32_t rank;
    double since;
    RecordPlace place;
  };
  struct MetricState {
    bool asked = true;
    bool format_known = false;  // as in Track
    bool in_situ = false;
    std::shared_ptr<LayoutTable> layouts;
    bool any = false;
    LayoutRef layout;
    LastSeen last{};
    /// Shape: by rank among the candidates; t is infinite for what is not
    /// missing. Empty while nothing has been.
    std::vector<LastSeen> gone;
    /// Ascending by rank, then time. Rank -1: the metric itself.
    std::vector<Note> notes;
  };

  void Begin(MetricState* state, const Start& start);
  void Walk(const ReplayReader& reader);
  bool Observe(const ReplayReader& reader, const Record& record, double t);
  bool IsGood(const ReplayReader& reader, const Record& record);
  void ObserveSet(const ReplayReader& reader, const ValueSet& set,
                  std::int32_t first, double t, RecordPlace place);
  void ObserveFrame(MetricState* state, LayoutRef layout, double t,
                    RecordPlace place);
  bool Far(const LastSeen& gone, double t) const;
  void Change(MetricState* state, const LayoutRef& layout, double t,
              RecordPlace place);
  static Return Look(const MetricState& state, std::int32_t rank, double since);

  std::uint64_t horizon_;
  std::uint64_t bytes_;
  RecordShapes shapes_;
  std::vector<MetricState> states_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_SURVEY_H_
