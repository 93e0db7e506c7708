// The binary operators of derived metrics' expressions: how tightly they bind,
// and PCP's words where an operand is missing; and the functions that take a
// metric's name. For derived_expr.cc.
#ifndef TOCSIN_PMAPI_NOTATION_DERIVED_OPERATORS_H_
#define TOCSIN_PMAPI_NOTATION_DERIVED_OPERATORS_H_

#include <string>
#include <string_view>

#include "pmapi/notation/derived_expr.h"

namespace pmapi::notation {

// Higher binds tighter. "!" stands between booleans and comparisons, a leading
// "-" where the other one is.
constexpr int kTernary = 1;
constexpr int kBoolean = 2;
constexpr int kNegation = 3;
constexpr int kComparison = 4;
constexpr int kSum = 5;
constexpr int kProduct = 6;

struct BinaryOperator {
  const char* sign;
  DerivedOp op;
  int precedence;
  const char* operand;  // what must follow
};

/// The operator that is written `text`, or null.
const BinaryOperator* FindBinaryOperator(std::string_view text);

/// A function that takes a metric's name, as it is written and as PCP's
/// messages show it.
struct NameFunction {
  const char* name;
  DerivedOp op;
  const char* sign;
};

/// The function that is called `name`, or null.
const NameFunction* FindNameFunction(std::string_view name);

/// "A / B" is what PCP says as "A expected to follow B".
std::string Follows(std::string_view what);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_DERIVED_OPERATORS_H_
