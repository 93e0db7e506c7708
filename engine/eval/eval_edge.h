// Edge: rising and falling.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_EDGE_H_
#define TOCSIN_ENGINE_EVAL_EVAL_EDGE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/eval/truths.h"

namespace engine::eval {

/// The truth of now against the last one that was known, however long ago. Of a
/// group of event records that was not there at the tick before it is that of
/// the rest (pmapi/block/rest.h), if that was known.
class Edge {
 public:
  Edge(bool rising, bool groups) : rising_(rising), groups_(groups) {}
  /// REQUIRES: `out` is Reset to the operand's lanes.
  void Run(const Truths& operand, Truths* out);

  /// How many lanes are remembered that are not in the set now.
  std::size_t gone() const { return gone_.size(); }

 private:
  /// What was the last of a lane.
  enum class Last : std::uint8_t {
    kNever,  // it had no value yet,
    kSeen,   // or none that was known
    kFalse,
    kTrue
  };

  void MoveTo(const pmapi::LaneSet& lanes);
  void ForgetGone();
  Last LastOf(std::size_t lane) const;
  void SetLast(std::size_t lane, Last last);
  void RunRow(const ConstRow& now, int tick, Truths* out);
  void FindSegments();
  void SpreadRest(const ConstRow& now);
  void LendRest(const ConstRow& now);

  static constexpr std::size_t kLeastLimit = 65536;
  static constexpr std::int64_t kLongAgo = 1000;  // ticks
  bool rising_;
  bool groups_;
  pmapi::LaneSet lanes_;
  // A bit a lane: it had a value, one of them was known, and the last of those
  // was true.
  std::vector<Word> seen_;
  std::vector<Word> known_;
  std::vector<Word> last_;
  struct GoneLane {
    Last last = Last::kNever;
    std::int64_t since = 0;  // the first tick without it
  };
  /// Lanes that are not in the set now; they may come back. Where lanes come
  /// without end, the ones that have been away for long are forgotten.
  std::map<pmapi::Lane, GoneLane> gone_;
  std::size_t limit_ = kLeastLimit;  // to look for what can be forgotten
  std::int64_t ticks_ = 0;           // so far

  // Of groups: where the lanes of each host are that has a rest, the last.
  struct Segment {
    std::size_t first = 0;
    std::size_t rest = 0;
  };
  std::vector<Segment> segments_;
  std::vector<Word> lent_;         // a bit a lane: its last is that of the rest
  std::vector<Word> rest_known_;   // of the row at hand, a bit a lane
  std::vector<Word> rest_truths_;  // the same
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_EDGE_H_
