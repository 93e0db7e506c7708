// Values by the kernel of the operator, cells beside them where they matter.
#include "engine/eval/eval_binary.h"

#include <algorithm>

#include "base/check.h"
#include "base/kernels/kernels.h"

namespace engine::eval {
namespace {

using base::kernels::Operator;
using program::ast::BinaryOp;

/// All values of `a` and `b` joined; a single operand's value of the tick
/// stands for all lanes.
void JoinValues(Operand a, Operand b, Operator op, pmapi::Block* out) {
  const base::kernels::Join join = base::kernels::Best().JoinBy(op);
  if (a.single == b.single) {
    return join(a.block.values(), false, b.block.values(), false, out->size(),
                out->values());
  }
  const auto width = static_cast<std::size_t>(out->width());
  for (int t = 0; t < out->ticks(); ++t) {
    join(a.block.row(t), a.single, b.block.row(t), b.single, width,
         out->row(t));
  }
}

/// What is a member, and known, in both is in the result.
void JoinCells(Operand a, Operand b, pmapi::Block* out) {
  const auto join = [](const pmapi::Cell* x, const pmapi::Cell* y,
                       std::size_t n, pmapi::Cell* __restrict cells) {
    for (std::size_t i = 0; i < n; ++i) cells[i] = x[i] & y[i];
  };
  if (a.single == b.single) {
    return join(a.block.cells(), b.block.cells(), out->size(), out->cells());
  }
  const Operand& wide = a.single ? b : a;
  const Operand& one = a.single ? a : b;
  for (int t = 0; t < out->ticks(); ++t) {
    const pmapi::Cell* cells = wide.block.cell_row(t);
    const pmapi::Cell with = *one.block.cell_row(t);
    pmapi::Cell* __restrict to = out->cell_row(t);
    for (int j = 0; j < out->width(); ++j) to[j] = cells[j] & with;
  }
}

Operator OperatorOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return Operator::kAdd;
    case BinaryOp::kSubtract:
      return Operator::kSubtract;
    case BinaryOp::kMultiply:
      return Operator::kMultiply;
    case BinaryOp::kDivide:
      return Operator::kDivide;
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      break;
  }
  CHECK(false);
  return Operator::kAdd;
}

}  // namespace

void EvalBinary(BinaryOp op, Operand left, Operand right, pmapi::Block* out) {
  JoinValues(left, right, OperatorOf(op), out);
  out->set_dense(left.block.dense() && right.block.dense());
  if (out->dense()) {
    std::fill_n(out->cells(), out->size(), pmapi::kKnown);
  } else {
    JoinCells(left, right, out);
  }
}

}  // namespace engine::eval
