// One loop for each operator, beside one for where cells matter.
#include "engine/eval/eval_binary.h"

#include "base/check.h"
#include "engine/eval/kleene.h"
#include "engine/eval/lead.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

using program::ast::BinaryOp;

/// out[i] = f(a[i], b[i]) over all cells; a single operand's cell of the tick
/// stands for all lanes. The three loops are plain so that they vectorise.
template <typename T, typename F>
void Zip(const T* a, bool a_single, const T* b, bool b_single, int ticks,
         int width, T* __restrict out, F f) {
  const auto size =
      static_cast<std::size_t>(ticks) * static_cast<std::size_t>(width);
  if (a_single == b_single) {
    for (std::size_t i = 0; i < size; ++i) out[i] = f(a[i], b[i]);
    return;
  }
  for (int t = 0; t < ticks; ++t) {
    if (a_single) {
      const T one = a[t];
      for (int j = 0; j < width; ++j) out[j] = f(one, b[j]);
      b += width;
    } else {
      const T one = b[t];
      for (int j = 0; j < width; ++j) out[j] = f(a[j], one);
      a += width;
    }
    out += width;
  }
}

template <typename F>
void ZipValues(Operand a, Operand b, pmapi::Block* out, F f) {
  Zip(a.block.values(), a.single, b.block.values(), b.single, out->ticks(),
      out->width(), out->values(), f);
}

template <typename F>
void ZipCells(Operand a, Operand b, pmapi::Block* out, F f) {
  Zip(a.block.cells(), a.single, b.block.cells(), b.single, out->ticks(),
      out->width(), out->cells(), f);
}

double AsTruth(bool truth) { return truth ? 1.0 : 0.0; }

/// Arithmetic and relations: known where both are, a member where both are.
template <typename F>
void Strict(Operand a, Operand b, pmapi::Block* out, F f) {
  ZipValues(a, b, out, f);
  ZipCells(a, b, out, [](pmapi::Cell x, pmapi::Cell y) {
    return static_cast<pmapi::Cell>(x & y);
  });
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
  if (out->dense()) {
    return Strict(a, b, out, [](double x, double y) { return x * y; });
  }
  Logic(node, a, b, out, KleeneAnd);
}

void EvalOr(const program::Binary& node, Operand a, Operand b,
            pmapi::Block* out) {
  if (out->dense()) {
    return Strict(a, b, out, [](double x, double y) { return x > y ? x : y; });
  }
  Logic(node, a, b, out, KleeneOr);
}

}  // namespace

void EvalBinary(const program::Binary& node, Operand a, Operand b,
                pmapi::Block* out) {
  out->set_dense(a.block.dense() && b.block.dense());
  switch (node.op) {
    case BinaryOp::kAdd:
      return Strict(a, b, out, [](double x, double y) { return x + y; });
    case BinaryOp::kSubtract:
      return Strict(a, b, out, [](double x, double y) { return x - y; });
    case BinaryOp::kMultiply:
      return Strict(a, b, out, [](double x, double y) { return x * y; });
    case BinaryOp::kDivide:
      return Strict(a, b, out, [](double x, double y) { return x / y; });
    case BinaryOp::kLess:
      return Strict(a, b, out,
                    [](double x, double y) { return AsTruth(x < y); });
    case BinaryOp::kLessEqual:
      return Strict(a, b, out,
                    [](double x, double y) { return AsTruth(x <= y); });
    case BinaryOp::kGreater:
      return Strict(a, b, out,
                    [](double x, double y) { return AsTruth(x > y); });
    case BinaryOp::kGreaterEqual:
      return Strict(a, b, out,
                    [](double x, double y) { return AsTruth(x >= y); });
    case BinaryOp::kEqual:
      return Strict(a, b, out,
                    [](double x, double y) { return AsTruth(x == y); });
    case BinaryOp::kNotEqual:
      return Strict(a, b, out,
                    [](double x, double y) { return AsTruth(x != y); });
    case BinaryOp::kAnd:
      return EvalAnd(node, a, b, out);
    case BinaryOp::kOr:
      return EvalOr(node, a, b, out);
  }
  CHECK(false);
}

}  // namespace engine::eval
