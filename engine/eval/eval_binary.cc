// Values by the kernel of the operator, cells beside them where they matter.
#include "engine/eval/eval_binary.h"

#include <algorithm>

#include "base/check.h"
#include "base/kernels/kernels.h"
#include "engine/eval/kleene.h"
#include "engine/eval/lead.h"
#include "engine/eval/undecided.h"

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

double AsTruth(bool truth) { return truth ? 1.0 : 0.0; }

/// Arithmetic and relations: known where both are, a member where both are.
void Strict(Operand a, Operand b, Operator op, pmapi::Block* out) {
  JoinValues(a, b, op, out);
  if (out->dense()) {
    std::fill_n(out->cells(), out->size(), pmapi::kKnown);
  } else {
    JoinCells(a, b, out);
  }
}

/// Kleene logic: `f` combines two truths of kleene.h. A member where the lead
/// operand's instance is present; what is no member of an operand is unknown
/// there.
template <typename F>
void Logic(const program::Binary& node, Operand a, Operand b, pmapi::Block* out,
           F f) {
  const int width = out->width();
  const bool broadcast = a.single != b.single;
  const int a_step = broadcast && a.single ? 0 : 1;
  const int b_step = broadcast && b.single ? 0 : 1;
  for (int t = 0; t < out->ticks(); ++t) {
    const double* av = a.block.row(t);
    const double* bv = b.block.row(t);
    const pmapi::Cell* ac = a.block.cell_row(t);
    const pmapi::Cell* bc = b.block.cell_row(t);
    // A single operand is always a member, so the wide one leads.
    const bool left = broadcast ? b.single
                                : LeftLeads(node, CountPresent(ac, width),
                                            CountPresent(bc, width));
    const pmapi::Cell* lead = left ? ac : bc;
    double* value = out->row(t);
    pmapi::Cell* cell = out->cell_row(t);
    for (int j = 0; j < width; ++j) {
      const int i = a_step * j;
      const int k = b_step * j;
      const Kleene truth = f(ToKleene(av[i], ac[i]), ToKleene(bv[k], bc[k]));
      value[j] = AsTruth(truth == Kleene::kTrue);
      cell[j] = !pmapi::IsPresent(lead[j])  ? pmapi::kAbsent
                : truth == Kleene::kUnknown ? UnknownOf(ac[i], bc[k])
                                            : pmapi::kKnown;
    }
  }
}

void EvalAnd(const program::Binary& node, Operand a, Operand b,
             pmapi::Block* out) {
  if (out->dense()) return Strict(a, b, Operator::kMultiply, out);
  Logic(node, a, b, out, KleeneAnd);
}

void EvalOr(const program::Binary& node, Operand a, Operand b,
            pmapi::Block* out) {
  if (out->dense()) return Strict(a, b, Operator::kLarger, out);
  Logic(node, a, b, out, KleeneOr);
}

}  // namespace

void EvalBinary(const program::Binary& node, Operand a, Operand b,
                pmapi::Block* out) {
  out->set_dense(a.block.dense() && b.block.dense());
  switch (node.op) {
    case BinaryOp::kAdd:
      return Strict(a, b, Operator::kAdd, out);
    case BinaryOp::kSubtract:
      return Strict(a, b, Operator::kSubtract, out);
    case BinaryOp::kMultiply:
      return Strict(a, b, Operator::kMultiply, out);
    case BinaryOp::kDivide:
      return Strict(a, b, Operator::kDivide, out);
    case BinaryOp::kLess:
      return Strict(a, b, Operator::kLess, out);
    case BinaryOp::kLessEqual:
      return Strict(a, b, Operator::kLessEqual, out);
    case BinaryOp::kGreater:
      return Strict(a, b, Operator::kGreater, out);
    case BinaryOp::kGreaterEqual:
      return Strict(a, b, Operator::kGreaterEqual, out);
    case BinaryOp::kEqual:
      return Strict(a, b, Operator::kEqual, out);
    case BinaryOp::kNotEqual:
      return Strict(a, b, Operator::kNotEqual, out);
    case BinaryOp::kAnd:
      return EvalAnd(node, a, b, out);
    case BinaryOp::kOr:
      return EvalOr(node, a, b, out);
  }
  CHECK(false);
}

}  // namespace engine::eval
