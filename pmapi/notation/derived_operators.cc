// The tables, and how PCP's messages show what is in neither.
#include "pmapi/notation/derived_operators.h"

namespace pmapi::notation {
namespace {

constexpr BinaryOperator kBinaryOperators[] = {
    {"*", DerivedOp::kMultiply, kProduct, "Arithmetic expression / STAR"},
    {"/", DerivedOp::kDivide, kProduct, "Arithmetic expression / SLASH"},
    {"+", DerivedOp::kAdd, kSum, "Arithmetic expression / PLUS"},
    {"-", DerivedOp::kSubtract, kSum, "Arithmetic expression / MINUS"},
    {"<", DerivedOp::kLess, kComparison, "Arithmetic expression / LT"},
    {"<=", DerivedOp::kLessOrEqual, kComparison, "Arithmetic expression / LEQ"},
    {"==", DerivedOp::kEqual, kComparison, "Arithmetic expression / EQ"},
    {">=", DerivedOp::kGreaterOrEqual, kComparison,
     "Arithmetic expression / GEQ"},
    {">", DerivedOp::kGreater, kComparison, "Arithmetic expression / GT"},
    {"!=", DerivedOp::kNotEqual, kComparison, "Arithmetic expression / NEQ"},
    {"&&", DerivedOp::kAnd, kBoolean, "Boolean expression / AND"},
    {"||", DerivedOp::kOr, kBoolean, "Boolean expression / OR"}};

constexpr NameFunction kNameFunctions[] = {
    {"avg", DerivedOp::kAvg, "AVG"},
    {"count", DerivedOp::kCount, "COUNT"},
    {"max", DerivedOp::kMax, "MAX"},
    {"min", DerivedOp::kMin, "MIN"},
    {"sum", DerivedOp::kSum, "SUM"},
    {"delta", DerivedOp::kDelta, "DELTA"},
    {"rate", DerivedOp::kRate, "RATE"},
    {"instant", DerivedOp::kInstant, "INSTANT"},
    {"defined", DerivedOp::kDefined, "DEFINED"}};

}  // namespace

const BinaryOperator* FindBinaryOperator(std::string_view text) {
  for (const BinaryOperator& one : kBinaryOperators) {
    if (text == one.sign) return &one;
  }
  return nullptr;
}

const NameFunction* FindNameFunction(std::string_view name) {
  for (const NameFunction& function : kNameFunctions) {
    if (name == function.name) return &function;
  }
  return nullptr;
}

std::string Follows(std::string_view what) {
  const std::size_t cut = what.find(" / ");
  return std::string(what.substr(0, cut)) + " expected to follow " +
         std::string(what.substr(cut + 3));
}

const char* DerivedOperatorName(DerivedOp op) {
  for (const BinaryOperator& one : kBinaryOperators) {
    if (one.op == op) return one.sign;
  }
  for (const NameFunction& function : kNameFunctions) {
    if (function.op == op) return function.sign;
  }
  switch (op) {
    case DerivedOp::kNothing:
      return "ANON";
    case DerivedOp::kNegate:
      return "-";
    case DerivedOp::kNot:
      return "!";
    case DerivedOp::kMatch:
      return "MATCHINST";
    case DerivedOp::kRescale:
      return "RESCALE";
    case DerivedOp::kScalar:
      return "SCALAR";
    default:
      return "";
  }
}

}  // namespace pmapi::notation
