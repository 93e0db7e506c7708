// TruthWindow: count_, some_, all_ and N%_ over the last samples of each lane:
// truths are counted as rows enter and leave. Of numbers: eval_reduce.h.
#ifndef TOCSIN_ENGINE_EVAL_TRUTH_WINDOW_H_
#define TOCSIN_ENGINE_EVAL_TRUTH_WINDOW_H_

#include <cstdint>

#include "engine/eval/bit_counter.h"
#include "engine/eval/truths.h"
#include "engine/program/program.h"

namespace engine::eval {

class TruthWindow {
 public:
  TruthWindow(const program::ReduceSamples& node, bool open);

  /// Of a quantifier. REQUIRES: `out` is Reset to the operand's lanes.
  void Quantify(const Truths& operand, Truths* out);
  /// Of count_. REQUIRES: the same.
  void Count(const Truths& operand, pmapi::Block* out);
  /// Goes on where `before` is, which is of the same node of another program.
  void Continue(TruthWindow* before);

 private:
  bool full() const { return ticks_ >= node_.samples; }
  int SlotOf(std::int64_t tick) const {
    return static_cast<int>(tick % node_.samples);
  }
  MaskWords Before(int word) const;
  void MoveTo(const pmapi::LaneSet& lanes);
  void CountAnew();
  void BeginUnknown();
  void Swap(const Truths& operand, int tick);
  void SwapTruths(int slot, const Word* now);
  void SwapMasks(int slot, const ConstRow& now);
  void QuantifyRow(const ConstRow& now, int tick, Truths* out) const;
  void CountRow(const ConstRow& now, int tick, pmapi::Block* out) const;

  const program::ReduceSamples& node_;
  bool open_;
  bool to_none_;            // N%_ whose threshold is rounded to 0
  std::int64_t ticks_ = 0;  // so far
  Truths rows_;             // of the window, tick k in row k % samples
  int unknown_rows_;  // of the window, also of those before the first tick
  // Of each lane, how many rows are true; and while some are unknown, how many
  // may be, have a value, are members.
  BitCounter truths_;
  BitCounter possible_;
  BitCounter valued_;
  BitCounter members_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_TRUTH_WINDOW_H_
