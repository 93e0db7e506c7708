// A row at a time: who leads, then the lead's lanes with the other's.
#include "engine/eval/eval_either.h"

#include <algorithm>

#include "engine/eval/kleene.h"
#include "engine/eval/lead.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

/// The lanes as they are called in the result.
std::vector<pmapi::Lane> Embedded(const std::vector<pmapi::Lane>& lanes,
                                  const expr::Embedding& embedding) {
  std::vector<pmapi::Lane> embedded;
  for (const pmapi::Lane& lane : lanes) {
    const auto position = static_cast<int>(embedded.size());
    embedded.push_back({embedding.Host(lane.host),
                        embedding.Instance(lane.instance, position)});
  }
  return embedded;
}

/// Where each of `lanes` is in `all`. Both ascending.
std::vector<int> ColumnsOf(const std::vector<pmapi::Lane>& lanes,
                           const std::vector<pmapi::Lane>& all) {
  std::vector<int> columns;
  auto at = all.begin();
  for (const pmapi::Lane& lane : lanes) {
    at = std::lower_bound(at, all.end(), lane);
    columns.push_back(static_cast<int>(at - all.begin()));
  }
  return columns;
}

bool AnyKnown(const pmapi::Block& block, int tick) {
  const pmapi::Cell* cells = block.cell_row(tick);
  return std::find(cells, cells + block.width(), pmapi::kKnown) !=
         cells + block.width();
}

}  // namespace

EitherLogic::EitherLogic(const program::Binary& node, const expr::Layout& left,
                         const expr::Layout& right)
    : node_(node),
      left_{expr::Embedding(left, node.left_leads ? 0 : right.parts,
                            left.parts + right.parts),
            {},
            {}},
      right_{expr::Embedding(right, node.left_leads ? left.parts : 0,
                             left.parts + right.parts),
             {},
             {}} {}

void EitherLogic::JoinLanes() {
  const auto left = Embedded(*left_.lanes, left_.embedding);
  const auto right = Embedded(*right_.lanes, right_.embedding);
  std::vector<pmapi::Lane> all(left.size() + right.size());
  std::merge(left.begin(), left.end(), right.begin(), right.end(), all.begin());
  left_.columns = ColumnsOf(left, all);
  right_.columns = ColumnsOf(right, all);
  lanes_ = std::make_shared<const std::vector<pmapi::Lane>>(std::move(all));
}

void EitherLogic::EvalRow(const Side& lead_side, const pmapi::Block& lead,
                          const pmapi::Block& other, bool as_many, int tick,
                          pmapi::Block* out) const {
  const bool both = node_.op == program::ast::BinaryOp::kAnd;
  const double* value = lead.row(tick);
  const pmapi::Cell* cell = lead.cell_row(tick);
  const double* other_value = other.row(tick);
  const pmapi::Cell* other_cell = other.cell_row(tick);
  double* to = out->row(tick);
  pmapi::Cell* to_cell = out->cell_row(tick);
  int k = 0;
  for (int j = 0; j < lead.width(); ++j) {
    if (!pmapi::IsPresent(cell[j])) continue;
    Kleene partner = Kleene::kUnknown;
    pmapi::Cell partner_cell = pmapi::kMember;
    if (as_many) {
      while (!pmapi::IsPresent(other_cell[k])) ++k;
      partner = ToKleene(other_value[k], other_cell[k]);
      partner_cell = other_cell[k++];
    }
    const Kleene own = ToKleene(value[j], cell[j]);
    const Kleene truth =
        both ? KleeneAnd(own, partner) : KleeneOr(own, partner);
    const int column = lead_side.columns[j];
    to[column] = truth == Kleene::kTrue ? 1 : 0;
    to_cell[column] = truth == Kleene::kUnknown
                          ? UnknownOf(cell[j], partner_cell)
                          : pmapi::kKnown;
  }
}

void EitherLogic::Run(const pmapi::Block& left, const pmapi::Block& right,
                      pmapi::Block* out) {
  if (left_.lanes != left.lanes() || right_.lanes != right.lanes()) {
    left_.lanes = left.lanes();
    right_.lanes = right.lanes();
    JoinLanes();
  }
  out->Reset(left.ticks(), lanes_);
  std::fill_n(out->values(), out->size(), 0.0);
  std::fill_n(out->cells(), out->size(), pmapi::kAbsent);
  for (int t = 0; t < out->ticks(); ++t) {
    const int lefts = CountPresent(left.cell_row(t), left.width());
    const int rights = CountPresent(right.cell_row(t), right.width());
    const bool as_many = lefts == rights;
    bool left_leads = LeftLeads(node_, lefts, rights);
    // All would be unknown if this one led: the other leads if it has lanes.
    if (!as_many && !AnyKnown(left_leads ? left : right, t)) {
      left_leads = left_leads ? rights == 0 : lefts > 0;
    }
    if (left_leads) {
      EvalRow(left_, left, right, as_many, t, out);
    } else {
      EvalRow(right_, right, left, as_many, t, out);
    }
  }
}

}  // namespace engine::eval
