// SurveyWalk: the walk that a survey is made by, or a part of it: what several
// threads have walked, a part each, is joined in the order of the records.
#ifndef TOCSIN_PMAPI_ARCHIVE_SURVEY_WALK_H_
#define TOCSIN_PMAPI_ARCHIVE_SURVEY_WALK_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pmapi/archive/record_shapes.h"
#include "pmapi/archive/replay_reader.h"

namespace pmapi {

/// What a replay knows of one metric when a survey begins.
struct SurveyStart {
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

/// Where a lane or a metric was seen last. Units: seconds; bytes walked till
/// then.
struct LastSeen {
  double t = 0;
  std::uint64_t bytes = 0;
};

/// What a survey finds out about a metric.
struct SurveyedMetric {
  /// Rank -1: the metric itself.
  struct Note {
    std::int32_t rank;
    double since;
    RecordPlace place;
  };

  std::shared_ptr<LayoutTable> layouts;
  bool any = false;
  LastSeen last;
  /// Shape: by rank among the candidates; t is infinite for what is not
  /// missing. Empty while nothing has been.
  std::vector<LastSeen> gone;
  /// Ascending by rank, then time, once the walk has ended.
  std::vector<Note> notes;
};

/// The rank of `id` among the candidates of `layouts`.
std::int32_t RankOf(const LayoutTable& layouts, InstanceId id);

/// Threads: each from one at a time, and the reader stands still.
class SurveyWalk {
 public:
  /// From where `reader` stands. Lifetime: borrows the reader.
  /// Shape: `starts` as reader.wanted().
  SurveyWalk(const ReplayReader& reader,
             const std::vector<SurveyStart>& starts);
  /// A part of `whole`, of which nothing is known but where it begins.
  explicit SurveyWalk(const SurveyWalk* whole);

  /// Walks one record. False where the segment ends.
  bool Step();
  /// Of a part: the records from byte `begin` to `end` of the volume in which
  /// `walker` stands; no other volume is looked at, which may not be needed.
  void WalkPart(const RecordWalker& walker, std::uint64_t begin,
                std::uint64_t end);
  /// Takes over what `part` has walked, which begins where this stands. False,
  /// and nothing is taken, if that depends on what was before it.
  bool Join(SurveyWalk* part);

  const RecordWalker& walker() const { return walker_; }
  bool ended() const { return ended_; }
  /// Shape: as reader.wanted().
  std::vector<SurveyedMetric> Finish();

 private:
  /// A frame, or where a lane is in one.
  struct Seen {
    LastSeen at;
    RecordPlace place;
  };
  /// Of a part: the first time it has a lane that was missing when it began.
  struct Gain {
    std::int32_t rank;
    Seen seen;
  };
  struct Metric {
    bool asked = true;
    bool format_known = false;  // as in Track
    bool in_situ = false;
    LayoutRef layout;
    SurveyedMetric found;
    /// Of a part.
    LayoutRef first_layout;
    Seen first;
    std::vector<Gain> gains;
  };

  void MakeTables(const std::vector<std::shared_ptr<LayoutTable>>& theirs);
  void Begin(const SurveyStart& start, Metric* metric);
  bool End();
  bool TakeRecord();
  bool TakeMark();
  bool Observe(const Record& record);
  bool IsGood(const Record& record);
  void ObserveSet(const ValueSet& set, std::int32_t first, const Seen& seen);
  void ObserveFrame(LayoutRef layout, const Seen& seen, Metric* metric) const;
  void Change(const LayoutRef& layout, const Seen& seen, Metric* metric) const;
  bool Far(const LastSeen& gone, const LastSeen& seen) const;
  bool Fits(const SurveyWalk& part) const;
  void JoinMetric(const Metric& part, Metric* metric) const;
  void JoinGone(const Metric& part, Metric* metric) const;
  Seen Behind(Seen seen) const;

  const ReplayReader& reader_;
  bool part_;
  RecordWalker walker_;
  std::optional<base::Timestamp> last_;
  std::uint64_t bytes_ = 0;
  bool ended_ = false;
  RecordShapes shapes_;
  std::vector<Metric> metrics_;
  /// Of a part: the least time before it had a last one, and whether what was
  /// before it has to be known.
  std::optional<base::Timestamp> earliest_;
  bool unsure_ = false;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_SURVEY_WALK_H_
