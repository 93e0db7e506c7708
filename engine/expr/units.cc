// Up the tree: products add exponents, rates take a second off, sums and
// differences have the units of their lead operand.
#include "engine/expr/units.h"

#include <algorithm>

#include "base/overloaded.h"
#include "engine/expr/lead.h"

namespace engine::expr {
namespace {

using pmapi::Units;

/// An exponent has four bits, and wraps.
std::int8_t Wrapped(int exponent) {
  return static_cast<std::int8_t>(((exponent + 8) & 15) - 8);
}

/// `a` and `sign` times the exponents of `b`.
Units Product(Units a, const Units& b, int sign) {
  a.space = Wrapped(a.space + sign * b.space);
  a.time = Wrapped(a.time + sign * b.time);
  a.count = Wrapped(a.count + sign * b.count);
  return a;
}

Units PerSecond(Units units) {
  units.time = Wrapped(units.time - 1);
  return units;
}

Units Canonical(const Units& of) {
  Units units;
  units.space = of.space;
  units.time = of.time;
  units.count = of.count;
  units.time_scale = pmapi::TimeScale::kSec;
  return units;
}

std::optional<Units> Of(const Fetch& fetch) {
  if (fetch.units) return Canonical(*fetch.units);
  if (IsUnresolved(fetch) || !fetch.folds.empty()) return std::nullopt;
  const pmapi::MetricDesc& desc =
      *std::find_if_not(fetch.descs.begin(), fetch.descs.end(), IsAwaited);
  const Units units = Canonical(desc.units);
  return fetch.rate ? PerSecond(units) : units;
}

std::optional<Units> Of(const Unary& unary) {
  auto units = UnitsOf(*unary.operand);
  if (units && unary.op == ast::UnaryOp::kRate) return PerSecond(*units);
  return units;
}

std::optional<Units> Of(const Binary& binary) {
  const auto lead = UnitsOf(binary.left_leads ? *binary.left : *binary.right);
  const auto other = UnitsOf(binary.left_leads ? *binary.right : *binary.left);
  if (!lead) return std::nullopt;
  const bool times = binary.op == ast::BinaryOp::kMultiply;
  if (!times && binary.op != ast::BinaryOp::kDivide) return lead;
  const Units by = other.value_or(Units{});
  if (times || binary.left_leads) return Product(*lead, by, times ? 1 : -1);
  Units inverse = Product(Units{}, *lead, -1);
  inverse.time_scale = lead->time_scale;
  return Product(inverse, by, 1);
}

std::optional<Units> Of(const Reduce& reduce) {
  if (reduce.reduction.reducer != ast::Reducer::kCount) {
    return UnitsOf(*reduce.operand);
  }
  Units units;
  units.count = 1;
  return units;
}

}  // namespace

std::optional<pmapi::Units> UnitsOf(const Expr& expr) {
  if (expr.sort == Sort::kTruth) return Units{};
  return std::visit(
      base::Overloaded{
          [](const Number& node) {
            return std::optional<Units>(Canonical(node.units));
          },
          [](const Fetch& node) { return Of(node); },
          [&](const Unary& node) {
            return expr.has_metrics ? Of(node) : Units{};
          },
          [&](const Binary& node) {
            return expr.has_metrics ? Of(node) : Units{};
          },
          [](const Reduce& node) { return Of(node); },
          [](const auto&) { return std::optional<Units>(Units{}); },
      },
      expr.node);
}

}  // namespace engine::expr
