// Exponents of space and time side by side.
#include "engine/check/dimension.h"

#include "engine/expr/lead.h"
#include "engine/expr/operands.h"
#include "engine/expr/units.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using expr::Expr;
using pmapi::Units;

bool HasUnits(const Units& units) {
  return units.space != 0 || units.time != 0 || units.count != 0;
}

bool IsRate(const Expr& operand) {
  const expr::Fetch* fetch = expr::LeadFetch(operand);
  return fetch != nullptr && fetch->rate;
}

bool IsSum(ast::BinaryOp op) {
  return op == ast::BinaryOp::kAdd || op == ast::BinaryOp::kSubtract;
}

// 3 Mbyte, and a metric or the time without units; or a sum of two metrics, of
// which the one without units is no limit. A number for each second is a
// number, and what is busy 0.8 sec in each second has none either.
bool IsMeasureOfNothing(ast::BinaryOp op, const Expr& measure,
                        const Units& units, const Expr& other,
                        const Units& none) {
  const bool limit = measure.has_metrics && !(IsSum(op) && other.has_metrics);
  return !limit && !HasUnits(none) && !expr::IsConstant(other) &&
         (units.space != 0 || (units.time > 0 && !IsRate(other)));
}

// What a site has measured as a rate it often describes as a count.
bool IsCountAndRate(const Units& count, const Expr& operand,
                    const Units& rate) {
  return count.space == 0 && rate.space == 0 && count.time == 0 &&
         rate.time == -1 && count.count == rate.count && !IsRate(operand) &&
         operand.has_metrics;
}

// Of event records, which alone have their units beside them.
bool IsCountOfRecords(const Units& count, const Expr& operand,
                      const Units& rate) {
  const expr::Fetch* fetch = expr::LeadFetch(operand);
  return fetch != nullptr && fetch->units && fetch->units->count == 1 &&
         count.space == 0 && count.time == 0 && rate.space == 0 &&
         rate.time == -1;
}

constexpr char kCountInTime[] =
    "a length of time stands behind the function's word: count_event 1 min ( "
    "... ) > 5";

std::string Done(ast::BinaryOp op) {
  if (!IsSum(op)) return "compared";
  return op == ast::BinaryOp::kAdd ? "added" : "subtracted";
}

std::string Message(ast::BinaryOp op, const std::string& one,
                    const std::string& other) {
  return IsSum(op) ? one + " and " + other + " cannot be " + Done(op)
                   : one + " cannot be compared with " + other;
}

}  // namespace

std::optional<Incommensurable> CompareUnits(ast::BinaryOp op, const Expr& left,
                                            const Expr& right) {
  const auto of_left = expr::UnitsOf(left);
  const auto of_right = expr::UnitsOf(right);
  if (!of_left || !of_right) return std::nullopt;
  const std::string numbers =
      "the numbers are " + Done(op) + ", in bytes and seconds";
  const bool left_alone =
      IsMeasureOfNothing(op, left, *of_left, right, *of_right);
  if (left_alone || IsMeasureOfNothing(op, right, *of_right, left, *of_left)) {
    return Incommensurable{
        Message(op, pmapi::UnitsText(left_alone ? *of_left : *of_right),
                "what has no units"),
        left.has_metrics && right.has_metrics
            ? numbers
            : numbers + ": leave the unit away"};
  }
  if (!HasUnits(*of_left) || !HasUnits(*of_right) ||
      (of_left->space == of_right->space && of_left->time == of_right->time)) {
    return std::nullopt;
  }
  if (IsCountOfRecords(*of_left, left, *of_right) ||
      IsCountOfRecords(*of_right, right, *of_left)) {
    return Incommensurable{
        Message(op, pmapi::UnitsText(*of_left), pmapi::UnitsText(*of_right)),
        kCountInTime};
  }
  if (IsCountAndRate(*of_left, left, *of_right) ||
      IsCountAndRate(*of_right, right, *of_left)) {
    return std::nullopt;
  }
  const bool per_second =
      of_left->space == of_right->space && (IsRate(left) || IsRate(right));
  return Incommensurable{
      Message(op, pmapi::UnitsText(*of_left), pmapi::UnitsText(*of_right)),
      per_second ? "a counter is read as its rate, a value per second"
                 : numbers};
}

}  // namespace engine::check
