// As any logic of a set, but for the rows in which nothing of it is present.
#include "engine/eval/eval_stand_in.h"

#include <algorithm>

#include "engine/eval/eval_lanes.h"
#include "engine/eval/eval_logic.h"

namespace engine::eval {
namespace {

constexpr pmapi::Lane kLane{0, pmapi::kNullInstance};

bool IsEmpty(const Truths& set, int tick) {
  const Word* present = set.masks(tick).present;
  return std::all_of(present, present + set.words(),
                     [](Word word) { return word == 0; });
}

bool IsNeverEmpty(const Truths& set) {
  if (set.dense()) return set.width() > 0;
  for (int t = 0; t < set.ticks(); ++t) {
    if (IsEmpty(set, t)) return false;
  }
  return true;
}

/// Whether the rest of groups is known: there are none then.
bool HasRest(const ConstRow& row, int words) {
  return std::any_of(row.known, row.known + words,
                     [](Word word) { return word != 0; });
}

/// The first lane has the result of `single` and what is unknown. Of groups
/// that are known to be none only a result that is known stands in for them;
/// what `out` has of their rest stays.
void StandIn(bool both, const ConstRow& single, int tick, Truths* out) {
  const MaskWords one = At(single, 0);
  const Word decisive = both ? one.known & ~one.truths : one.truths;
  const ConstRow row = out->masks(tick);
  if (decisive == 0 && HasRest(row, out->words())) return;
  WriteRow(tick, out, [&](int w) {
    const MaskWords rest = {row.truths[w], row.known[w], row.known[w]};
    if (w > 0) return rest;
    return MaskWords{rest.truths | (both ? 0 : decisive), rest.known | decisive,
                     rest.valued | one.valued | decisive, 1, 1};
  });
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

void StandInLogic::Run(const Truths& single, const Truths& set, Truths* out) {
  const TruthOperand left{single, true};
  if (IsNeverEmpty(set)) {
    out->Reset(set.ticks(), set.lanes());
    return EvalLogic(node_, left, TruthOperand{set, false}, false, out);
  }
  AddLane(set.lanes());
  Widen(set, lanes_, &widened_);
  out->Reset(set.ticks(), lanes_);
  EvalLogic(node_, left, TruthOperand{widened_, false}, false, out);
  const bool both = node_.op == program::ast::BinaryOp::kAnd;
  for (int t = 0; t < out->ticks(); ++t) {
    if (IsEmpty(set, t)) StandIn(both, single.masks(t), t, out);
  }
}

}  // namespace engine::eval
