// As any logic of a set, but for the rows in which nothing of it is present.
#include "engine/eval/eval_stand_in.h"

#include <algorithm>

#include "engine/eval/eval_binary.h"
#include "engine/eval/eval_lanes.h"
#include "engine/eval/kleene.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

constexpr pmapi::Lane kLane{0, pmapi::kNullInstance};

bool IsEmpty(const pmapi::Block& set, int tick) {
  const pmapi::Cell* cells = set.cell_row(tick);
  return std::none_of(cells, cells + set.width(), pmapi::IsPresent);
}

bool IsNeverEmpty(const pmapi::Block& set) {
  if (set.dense()) return set.width() > 0;
  for (int t = 0; t < set.ticks(); ++t) {
    if (IsEmpty(set, t)) return false;
  }
  return true;
}

}  // namespace

void StandInLogic::AddLane(const pmapi::LaneSet& lanes) {
  if (set_lanes_ == lanes) return;
  set_lanes_ = lanes_ = lanes;
  // A host where the metric is singular has this lane.
  if (!lanes->empty() && lanes->front() == kLane) return;
  std::vector<pmapi::Lane> all = {kLane};
  all.insert(all.end(), lanes->begin(), lanes->end());
  lanes_ = std::make_shared<const std::vector<pmapi::Lane>>(std::move(all));
}

void StandInLogic::Run(const pmapi::Block& single, const pmapi::Block& set,
                       pmapi::Block* out) {
  const Operand left{single, true};
  if (IsNeverEmpty(set)) {
    out->Reset(set.ticks(), set.lanes());
    return EvalBinary(node_, left, Operand{set, false}, out);
  }
  AddLane(set.lanes());
  Widen(set, lanes_, &widened_);
  out->Reset(set.ticks(), lanes_);
  EvalBinary(node_, left, Operand{widened_, false}, out);
  const bool both = node_.op == program::ast::BinaryOp::kAnd;
  for (int t = 0; t < out->ticks(); ++t) {
    if (!IsEmpty(set, t)) continue;
    const Kleene own = ToKleene(*single.row(t), *single.cell_row(t));
    const Kleene truth = both ? KleeneAnd(own, Kleene::kUnknown)
                              : KleeneOr(own, Kleene::kUnknown);
    *out->row(t) = truth == Kleene::kTrue ? 1 : 0;
    *out->cell_row(t) = truth == Kleene::kUnknown
                            ? UnknownOf(*single.cell_row(t), pmapi::kMember)
                            : pmapi::kKnown;
  }
}

}  // namespace engine::eval
