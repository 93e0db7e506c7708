// All numbers are compared at once; masks are only made of rows that have
// something unknown.
#include "engine/eval/eval_relation.h"

#include <algorithm>

#include "base/check.h"

namespace engine::eval {
namespace {

using base::kernels::Relation;
using program::ast::BinaryOp;

Relation RelationOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLess:
      return Relation::kLess;
    case BinaryOp::kLessEqual:
      return Relation::kLessEqual;
    case BinaryOp::kGreater:
      return Relation::kGreater;
    case BinaryOp::kGreaterEqual:
      return Relation::kGreaterEqual;
    case BinaryOp::kEqual:
      return Relation::kEqual;
    case BinaryOp::kNotEqual:
      return Relation::kNotEqual;
    case BinaryOp::kAdd:
    case BinaryOp::kSubtract:
    case BinaryOp::kMultiply:
    case BinaryOp::kDivide:
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      break;
  }
  CHECK(false);
  return Relation::kEqual;
}

/// Of a single operand the tick's masks, for all lanes of a word.
MaskWords MasksAt(const Operand& operand, int tick, int first, int n) {
  const pmapi::Cell* cells = operand.block.cell_row(tick);
  if (!operand.single) return MasksOf(cells + first, n);
  const auto all = [](bool has) { return has ? ~Word{0} : Word{0}; };
  const bool known = *cells == pmapi::kKnown;
  return {0, all(known), all(known), all(pmapi::IsMember(*cells)),
          all(pmapi::IsPresent(*cells))};
}

void WriteMasks(Operand a, Operand b, int tick, Truths* out) {
  WriteRow(tick, out, [&](int w) {
    const int first = w * kWordBits;
    const int n = std::min(kWordBits, out->width() - first);
    const MaskWords x = MasksAt(a, tick, first, n);
    const MaskWords y = MasksAt(b, tick, first, n);
    const Word all = out->all()[w];
    const Word known = x.known & y.known & all;
    return MaskWords{out->row(tick)[w] & known, known, known,
                     x.members & y.members & all, x.present & y.present & all};
  });
}

}  // namespace

void EvalRelation(BinaryOp op, Operand left, Operand right, Truths* out) {
  const bool broadcast = left.single != right.single;
  const base::kernels::Relate relate =
      base::kernels::BestOfTruths().RelateBy(RelationOf(op));
  relate(left.block.values(), broadcast && left.single, right.block.values(),
         broadcast && right.single, out->shape(), out->row(0));
  if (left.block.dense() && right.block.dense()) return;
  for (int t = 0; t < out->ticks(); ++t) {
    if (left.block.known(t) && right.block.known(t)) continue;
    WriteMasks(Operand{left.block, broadcast && left.single},
               Operand{right.block, broadcast && right.single}, t, out);
  }
}

}  // namespace engine::eval
