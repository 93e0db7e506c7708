// Exponents of space and time side by side.
#include "engine/check/dimension.h"

#include "engine/expr/lead.h"
#include "engine/expr/operands.h"
#include "engine/expr/units.h"

namespace engine::check {
namespace {

using expr::Expr;
using pmapi::Units;

bool HasUnits(const Units& units) {
  return units.space != 0 || units.time != 0 || units.count != 0;
}

bool IsRate(const Expr& operand) {
  const expr::Fetch* fetch = expr::LeadFetch(operand);
  return fetch != nullptr && fetch->rate;
}

// 3 Mbyte, and a metric or the time without units. A number for each second is
// a number, and what is busy 0.8 sec in each second has none either.
bool IsMeasureOfNothing(const Expr& measure, const Units& units,
                        const Expr& other, const Units& none) {
  return !measure.has_metrics && !HasUnits(none) && !expr::IsConstant(other) &&
         (units.space != 0 || (units.time > 0 && !IsRate(other)));
}

// What a site has measured as a rate it often describes as a count.
bool IsCountAndRate(const Units& count, const Expr& operand,
                    const Units& rate) {
  return count.space == 0 && rate.space == 0 && count.time == 0 &&
         rate.time == -1 && count.count == rate.count && !IsRate(operand) &&
         operand.has_metrics;
}

}  // namespace

std::optional<Incommensurable> CompareUnits(const Expr& left,
                                            const Expr& right) {
  const auto of_left = expr::UnitsOf(left);
  const auto of_right = expr::UnitsOf(right);
  if (!of_left || !of_right) return std::nullopt;
  const bool left_alone = IsMeasureOfNothing(left, *of_left, right, *of_right);
  if (left_alone || IsMeasureOfNothing(right, *of_right, left, *of_left)) {
    return Incommensurable{
        pmapi::UnitsText(left_alone ? *of_left : *of_right) +
            " cannot be compared with what has no units",
        "the numbers are compared, in bytes and seconds: leave the unit away"};
  }
  if (!HasUnits(*of_left) || !HasUnits(*of_right) ||
      (of_left->space == of_right->space && of_left->time == of_right->time)) {
    return std::nullopt;
  }
  if (IsCountAndRate(*of_left, left, *of_right) ||
      IsCountAndRate(*of_right, right, *of_left)) {
    return std::nullopt;
  }
  const std::string message = pmapi::UnitsText(*of_left) +
                              " cannot be compared with " +
                              pmapi::UnitsText(*of_right);
  const bool per_second =
      of_left->space == of_right->space && (IsRate(left) || IsRate(right));
  return Incommensurable{
      message, per_second ? "a counter is read as its rate, a value per second"
                          : "the numbers are compared, in bytes and seconds"};
}

}  // namespace engine::check
