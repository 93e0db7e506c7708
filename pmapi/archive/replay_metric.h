// ReplayMetric: one metric's values tick by tick: which lanes have one, and
// what it is. Frames come from replay_reader.h, what is far ahead from
// look_ahead.h; replay_block.h lays rows out. Source: pmapi/archive/REPLAY.md,
// "Which values exist".
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_METRIC_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_METRIC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pmapi/archive/event_rows.h"
#include "pmapi/archive/interpolate.h"
#include "pmapi/archive/replay_reader.h"

namespace pmapi {

class LookAhead;

/// A lane whose last value is not in the prior frame, or whose next value is
/// not in the next frame.
struct LooseLane {
  enum class Fate : std::uint8_t { kUnasked, kNever, kReturns, kFound };

  InstanceId id = kNullInstance;
  Fate fate = Fate::kUnasked;
  std::int32_t segment = 0;
  double t = 0;
  std::uint64_t bits = 0;
  std::string text;
  /// The next value, if `fate` is kFound.
  double next_t = 0;
  std::uint64_t next_bits = 0;
};

/// A metric's values at one tick. Lifetime: until its metric moves on.
struct ReplayRow {
  struct Single {
    InstanceId id;
    std::uint64_t bits;
    const std::string* text;
  };

  /// Counters between two records with the same lanes, not interpolated yet:
  /// who wants their bits calls MakeBits(), who wants rates need not.
  struct Counters {
    const std::uint64_t* prior = nullptr;
    const std::uint64_t* next = nullptr;
    Between when;
    Type type = Type::kNoSupport;
    std::vector<std::uint64_t>* room = nullptr;  // for the bits
  };

  /// Some value lies between two that were read.
  bool between = false;
  /// Null if there are only `singles`.
  const LaneLayout* layout = nullptr;
  /// Null where `counters` are there. Shape: as layout->ids.
  const std::uint64_t* bits = nullptr;
  /// What is known of them; null: all are kKnown. Shape: as `bits`.
  const Cell* cells = nullptr;
  std::optional<Counters> counters;
  /// The strings of a string metric, into which `bits` are indices.
  const std::vector<std::string>* texts = nullptr;
  /// Which lanes of the layout have a value (`from`, `length`); null: all.
  const std::vector<Transition::Stretch>* runs = nullptr;
  /// Values of further lanes, ascending, none of which is one of those.
  std::vector<Single> singles;

  bool empty() const {
    return singles.empty() && (layout == nullptr || layout->ids.empty() ||
                               (runs != nullptr && runs->empty()));
  }

  /// Interpolates the counters, if that was not done.
  void MakeBits();
};

/// Since when and until when an instance has been in its domain.
/// Units: as Frame::t. Shape: as the candidates of the metric.
struct LaneLives {
  std::vector<double> birth;
  std::vector<double> death;
};

/// Where the numbers of an event metric are.
struct EventPlace {
  std::shared_ptr<EventRows> rows;
  std::size_t row = 0;
  std::size_t first = 0;  // which metric has row 0, and adds what comes
};

/// What a replay keeps of one wanted metric from tick to tick.
class ReplayMetric {
 public:
  /// `lives` is for discrete metrics of domains where lives count, else null.
  ReplayMetric(std::int32_t subscription, Semantics semantics,
               const Subscription& wanted,
               std::shared_ptr<const LaneLives> lives, EventPlace events = {})
      : subscription_(subscription),
        semantics_(semantics),
        wanted_(wanted),
        lives_(std::move(lives)),
        events_(std::move(events)) {}

  std::int32_t subscription() const { return subscription_; }
  Type type() const { return wanted_.type; }
  bool counter() const { return semantics_ == Semantics::kCounter; }
  /// What is to come does not matter.
  bool discrete() const {
    return semantics_ == Semantics::kDiscrete || of_events();
  }
  bool of_events() const { return events_.rows != nullptr; }
  /// Of events: the metric whose arrays these are numbers of, which may be
  /// this.
  std::size_t first() const { return events_.first; }
  const LaneLayout* event_layout() const {
    return events_.rows->layout(events_.row).get();
  }
  const std::vector<LooseLane>& loose() const { return loose_; }

  /// Of events: nobody knows what has come since the tick before.
  void LoseEvents() { events_.rows->Lose(); }
  /// Becomes as `other`, the same metric of another replay.
  void StartFrom(const ReplayMetric& other) {
    loose_ = other.loose_;
    lost_loosened_ = other.lost_loosened_;
  }
  /// Drops lanes that will have no value after the tick `t` from what they
  /// were, as far as is known without looking.
  void DropEnded(double t, const LookAhead& ahead);

  /// Moves to the tick `t`. REQUIRES: the reader has read past `t`.
  void Advance(double t, LookAhead* ahead);
  /// The values at `t`. Errors: through ahead->failure().
  void MakeRow(double t, LookAhead* ahead, ReplayRow* row);
  /// As that, of events, at the tick `at`.
  void MakeEventRow(base::Timestamp at, ReplayRow* row);

 private:
  void AddEvents(double t, LookAhead* ahead);
  bool FrameRow(Frame* frame, LookAhead* ahead, ReplayRow* row);
  void BracketRow(double t, Frame* prior, LookAhead* ahead, ReplayRow* row);
  void CounterRow(double t, const Frame& prior, const Frame& next, bool wrap,
                  ReplayRow* row);
  void LiveLanes(double t, const LaneLayout& layout, ReplayRow* row);
  void NoteLives(const LaneLayout& layout);
  bool Alive(double t, InstanceId id) const;
  void LooseRow(double t, LookAhead* ahead, ReplayRow* row);
  bool Unasked(double t, const LooseLane& lane, const LookAhead& ahead) const;
  bool LooseExists(double t, const LooseLane& lane,
                   const LookAhead& ahead) const;
  std::uint64_t LooseBits(double t, bool wrap, const LooseLane& lane) const;
  void LoosenLost(Frame* prior, const Frame& next, LookAhead* ahead);
  void TakeBack(const LaneLayout& layout);

  std::int32_t subscription_;
  Semantics semantics_;
  Subscription wanted_;
  std::shared_ptr<const LaneLives> lives_;
  /// Ascending by id.
  std::vector<LooseLane> loose_;
  /// The prior frame's lanes that the next lacks are in loose_ already.
  bool lost_loosened_ = false;
  /// From the prior frame's lanes to the next's; null if they are the same.
  std::shared_ptr<const Transition> step_;
  std::vector<std::uint64_t> counters_;
  /// Of discrete metrics with lives: those of live_layout_'s lanes, and those
  /// lanes that live now.
  LayoutRef live_layout_;
  LaneLives lane_lives_;
  double all_since_ = 0;  // when the last of them was born,
  double all_until_ = 0;  // and the first one dies
  std::vector<Transition::Stretch> living_;
  EventPlace events_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_METRIC_H_
