// Derived metrics' expressions: "100 * rate(a) / b" to a plain list of nodes.
// What the names are is a source's matter, what is computed pmapi/derived's;
// files of definitions are derived_config.h's. Source:
// pmapi/notation/FORMAT.md, "Expressions of derived metrics".
#ifndef TOCSIN_PMAPI_NOTATION_DERIVED_EXPR_H_
#define TOCSIN_PMAPI_NOTATION_DERIVED_EXPR_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/metric/metric.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

enum class DerivedOp {
  kConstant,  // `desc` and `bits`; `text` as written
  kMetric,    // `text` is its name
  kDefined,   // 1 if there is a metric `text`, else 0
  kNothing,   // never has a value; `desc` says what it would be
  // One operand.
  kNegate,
  kNot,
  kInstance,  // of the instance `text`
  kMatch,     // of the instances whose names match `text`, or do not
  kRescale,   // in `desc`.units
  kScalar,    // the first value
  kAvg,
  kCount,
  kMax,
  kMin,
  kSum,
  kDelta,
  kRate,
  kInstant,
  // Two operands.
  kMultiply,
  kDivide,
  kAdd,
  kSubtract,
  kLess,
  kLessOrEqual,
  kEqual,
  kGreaterOrEqual,
  kGreater,
  kNotEqual,
  kAnd,
  kOr,
  // Three: the guard, and the two it chooses from.
  kChoose,
};

/// One operation and what it is about; which fields count, its `op` says.
struct DerivedNode {
  DerivedOp op = DerivedOp::kConstant;
  /// Places of the operands in the expression, all before this one; -1: none.
  std::array<int, 3> operands = {-1, -1, -1};
  std::string text;
  bool inverted = false;  // kMatch
  pmapi::MetricDesc desc = {};
  /// As MetricSamples hold it (pmapi/source/samples.h).
  std::uint64_t bits = 0;

  friend bool operator==(const DerivedNode&, const DerivedNode&) = default;
};

/// Operands stand before what is made of them; the last node is the whole.
struct DerivedExpr {
  std::vector<DerivedNode> nodes;

  friend bool operator==(const DerivedExpr&, const DerivedExpr&) = default;
};

/// Errors: PCP's words, which may be none at all; the offset is that of the
/// word read last, as PCP has it.
Parsed<DerivedExpr> ParseDerived(std::string_view text);

/// How PCP's messages show an operation: "+", "RATE". Empty for operands.
const char* DerivedOperatorName(DerivedOp op);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_DERIVED_EXPR_H_
