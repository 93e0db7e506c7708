// Outcome: what a node has come to over a block, cell by cell, for whoever
// reads it after the run: numbers or truths.
#ifndef TOCSIN_ENGINE_EVAL_OUTCOME_H_
#define TOCSIN_ENGINE_EVAL_OUTCOME_H_

#include "engine/eval/kleene.h"
#include "engine/eval/truths.h"
#include "pmapi/block/block.h"

namespace engine::eval {

/// Lifetime: the next State::Run().
class Outcome {
 public:
  explicit Outcome(const pmapi::Block& numbers) : numbers_(&numbers) {}
  explicit Outcome(const Truths& truths) : truths_(&truths) {}

  int ticks() const { return numbers_ ? numbers_->ticks() : truths_->ticks(); }
  int width() const { return numbers_ ? numbers_->width() : truths_->width(); }
  const pmapi::LaneSet& lanes() const {
    return numbers_ ? numbers_->lanes() : truths_->lanes();
  }

  pmapi::Cell cell(int row, int lane) const {
    return numbers_ ? numbers_->cell_row(row)[lane] : truths_->cell(row, lane);
  }
  /// Of a truth 0 or 1.
  double value(int row, int lane) const {
    if (numbers_ != nullptr) return numbers_->row(row)[lane];
    return truths_->truth(row, lane) ? 1 : 0;
  }
  /// Of a number whether it is not 0.
  Kleene truth(int row, int lane) const {
    return numbers_ ? ToKleene(value(row, lane), cell(row, lane))
                    : truths_->kleene(row, lane);
  }

 private:
  const pmapi::Block* numbers_ = nullptr;
  const Truths* truths_ = nullptr;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_OUTCOME_H_
