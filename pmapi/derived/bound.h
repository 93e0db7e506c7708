// BoundExpr: a derived metric's expression over the metrics of one source:
// types, units and instance domains are known. Made by bind.h, computed by
// evaluate.h.
#ifndef TOCSIN_PMAPI_DERIVED_BOUND_H_
#define TOCSIN_PMAPI_DERIVED_BOUND_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/pattern.h"
#include "pmapi/metric/metric.h"
#include "pmapi/notation/derived_expr.h"

namespace pmapi::derived {

using Op = pmapi::notation::DerivedOp;

/// value / divide * multiply, in double.
struct Factor {
  double divide = 1;
  double multiply = 1;

  bool is_one() const { return divide == 1 && multiply == 1; }
};

/// An operation, its operands, and what its values are.
struct BoundNode {
  Op op = Op::kConstant;
  std::array<int, 3> operands = {-1, -1, -1};
  /// What the node's values are; `pmid` is a metric's alone.
  MetricDesc desc;
  /// Two operands: the type that both are converted to first.
  Type common = Type::kNoSupport;
  std::array<Factor, 2> factors;
  /// Rates of times: how many units of time the operand's is above the second
  /// (min 1, hour 2) or below it (millisec -1).
  int above_second = 0;
  std::uint64_t bits = 0;  // kConstant
  std::string text;        // kInstance: the instance's name
  bool inverted = false;   // kMatch
  std::shared_ptr<const base::Pattern> pattern = nullptr;
  /// How messages call it: a number, a metric's name or "<expr>".
  std::string shown;
};

/// Operands stand before what is made of them.
struct BoundExpr {
  std::vector<BoundNode> nodes;
  int root = -1;
  /// The root's, with an identifier of its own.
  MetricDesc desc;
};

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_BOUND_H_
