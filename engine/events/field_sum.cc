// A stack of numbers.
#include "engine/events/field_sum.h"

#include <algorithm>

#include "base/check.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;

double Computed(BinaryOp op, double left, double right) {
  switch (op) {
    case BinaryOp::kAdd:
      return left + right;
    case BinaryOp::kSubtract:
      return left - right;
    case BinaryOp::kMultiply:
      return left * right;
    default:
      CHECK(op == BinaryOp::kDivide);
      return left / right;
  }
}

}  // namespace

bool FieldSum::Names(OwnField field) const {
  return std::any_of(parts_.begin(), parts_.end(), [field](const auto& part) {
    const auto* one = std::get_if<Field>(&part);
    return one != nullptr && one->own == field;
  });
}

std::optional<FieldValue> FieldSum::ValueOf(const Arrival& arrival) const {
  if (parts_.size() == 1) {
    const auto* field = std::get_if<Field>(&parts_.front());
    if (field != nullptr) return events::ValueOf(arrival, *field);
  }
  std::vector<double> stack;
  for (const auto& part : parts_) {
    if (const auto* constant = std::get_if<double>(&part)) {
      stack.push_back(*constant);
    } else if (const auto* field = std::get_if<Field>(&part)) {
      const auto value = events::ValueOf(arrival, *field);
      const auto number = value ? NumberOf(*value) : std::nullopt;
      if (!number) return std::nullopt;
      stack.push_back(*number);
    } else {
      CHECK(stack.size() >= 2);
      const double right = stack.back();
      stack.pop_back();
      stack.back() = Computed(std::get<BinaryOp>(part), stack.back(), right);
    }
  }
  CHECK(stack.size() == 1);
  return stack.back();
}

}  // namespace engine::events
