// Exponents of space and time side by side.
#include "engine/check/dimension.h"

#include "engine/expr/lead.h"
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
  if (!of_left || !of_right || !HasUnits(*of_left) || !HasUnits(*of_right) ||
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
