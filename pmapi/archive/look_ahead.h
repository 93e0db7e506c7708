// LookAhead: what comes after a tick: the next frame of a metric and the next
// value of a lane, read ahead a little, or foreseen by a survey and read from
// where they are. Source: pmapi/archive/REPLAY.md, "Which values exist".
#ifndef TOCSIN_PMAPI_ARCHIVE_LOOK_AHEAD_H_
#define TOCSIN_PMAPI_ARCHIVE_LOOK_AHEAD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pmapi/archive/replay_metric.h"
#include "pmapi/archive/replay_reader.h"
#include "pmapi/archive/survey.h"
#include "pmapi/archive/survey_shelf.h"

namespace pmapi {

/// What one replay knows of what is to come.
class LookAhead {
 public:
  /// Lifetime: borrows both; `metrics` are the reader's subscriptions.
  LookAhead(ReplayReader* reader, const std::vector<ReplayMetric>* metrics)
      : reader_(*reader), metrics_(*metrics), far_(metrics->size()) {}

  ReplayReader& reader() const { return reader_; }

  /// The tick from which is looked is the one at `t`.
  void MoveTo(double t) { t_ = t; }
  double t() const { return t_; }
  /// Surveys are those of other replays, too.
  void Share(std::shared_ptr<SurveyShelf> shelf) { shelf_ = std::move(shelf); }
  /// True if it is known without looking that `lane` has no value any more in
  /// its segment, which is the current one.
  bool IsGone(std::int32_t subscription, const LooseLane& lane) const;

  /// The damage of a value that the tick needed. Damage that keeps the reader
  /// from reading on is not told here: to a tick the archive ends before it.
  /// Errors: kCorrupt, kSystem.
  const std::optional<base::Error>& failure() const { return failure_; }

  /// The next frame in the current segment, decoded where `values` says so;
  /// null if there is none. Lifetime: until the metric advances to it.
  Frame* Next(std::int32_t subscription, bool values);

  /// Finds out about `lane`: its fate, and with `value` its next value.
  void Resolve(std::int32_t subscription, bool value, LooseLane* lane);

  /// A tick needed what `error` keeps from being read, in `record`.
  void Fail(const Record& record, const base::Error& error);
  /// Decodes, once; false and a failure at damage.
  bool Decode(std::int32_t subscription, Frame* frame) {
    return frame->decoding == Decoding::kDone || DecodeNow(subscription, frame);
  }

 private:
  bool DecodeNow(std::int32_t subscription, Frame* frame);

  /// A frame beyond the horizon, read from its place.
  struct FarFrame {
    /// The time of the frame before this one, for which alone it is the next.
    std::optional<double> since;
    std::unique_ptr<Frame> frame;
  };

  /// All records of the current segment have been read.
  bool Closed() const {
    return reader_.ended() || reader_.segment() > reader_.passed();
  }
  bool HaveSurvey() const {
    return survey_ != nullptr && survey_segment_ == reader_.passed();
  }
  std::shared_ptr<const Survey> MakeSurvey() const;
  const Survey& NeedSurvey();
  Survey::Start StartOf(const ReplayMetric& metric) const;
  Frame* FarNext(std::int32_t subscription, double since);
  std::unique_ptr<Frame> Load(std::int32_t subscription, RecordPlace place,
                              std::optional<InstanceId> lane);
  bool FindInHand(std::int32_t subscription, bool value, std::size_t* from,
                  LooseLane* lane);
  bool Take(std::int32_t subscription, bool value, Frame* frame,
            LooseLane* lane);

  ReplayReader& reader_;
  const std::vector<ReplayMetric>& metrics_;
  std::vector<FarFrame> far_;
  double t_ = 0;
  std::shared_ptr<SurveyShelf> shelf_;  // or null
  std::shared_ptr<const Survey> survey_;
  std::int32_t survey_segment_ = -1;
  std::optional<RecordWalker> far_walker_;
  std::optional<base::Error> failure_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_LOOK_AHEAD_H_
