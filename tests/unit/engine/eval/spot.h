// Spot: a cell of the Page, and what operators and reductions make of several.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_EVAL_SPOT_H_
#define TOCSIN_TESTS_UNIT_ENGINE_EVAL_SPOT_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/program/program.h"

namespace engine::eval {

/// A cell, in the page's words; kUnknown is without a value. kRest: of groups
/// that are not there (pmapi/block/rest.h).
struct Spot {
  enum State { kAbsent, kRest, kPresent, kUnknown, kUndecided, kKnown };
  State state = kAbsent;
  double value = 0;

  bool rest() const { return state == kRest; }
  bool present() const { return state >= kPresent; }
  bool member() const { return state >= kUnknown; }
  bool has_value() const { return state >= kUndecided; }
  bool known() const { return state == kKnown; }
};
using Spots = std::vector<Spot>;  // a lane each

inline Spot Known(double value) { return {Spot::kKnown, value}; }
inline Spot Rest(double value) { return {Spot::kRest, value}; }
inline Spot Unknown() { return {Spot::kUnknown, 0}; }
/// Not without a value if `has_value`.
inline Spot Unknown(bool has_value) {
  return {has_value ? Spot::kUndecided : Spot::kUnknown, 0};
}
/// What is no member is present at most.
inline Spot NoMember(const Spot& now) {
  return {now.present() ? Spot::kPresent : Spot::kAbsent, 0};
}

using Reducer = program::Reducer;
using BinaryOp = program::ast::BinaryOp;

inline double Apply(BinaryOp op, double x, double y) {
  switch (op) {
    case BinaryOp::kAdd:
      return x + y;
    case BinaryOp::kSubtract:
      return x - y;
    case BinaryOp::kMultiply:
      return x * y;
    case BinaryOp::kDivide:
      return x / y;
    case BinaryOp::kLess:
      return x < y;
    case BinaryOp::kLessEqual:
      return x <= y;
    case BinaryOp::kGreater:
      return x > y;
    case BinaryOp::kGreaterEqual:
      return x >= y;
    case BinaryOp::kEqual:
      return x == y;
    case BinaryOp::kNotEqual:
      return x != y;
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      break;
  }
  return 0;
}

inline Spot Strict(BinaryOp op, const Spot& x, const Spot& y) {
  const bool both = (x.rest() || x.known()) && (y.rest() || y.known());
  if (both && (x.rest() || y.rest())) return Rest(Apply(op, x.value, y.value));
  if (!x.present() || !y.present()) return {};
  if (!x.member() || !y.member()) return {Spot::kPresent, 0};
  if (!x.known() || !y.known()) return Unknown();
  return Known(Apply(op, x.value, y.value));
}

inline Spot Logic(BinaryOp op, const Spot& x, const Spot& y) {
  const double decisive = op == BinaryOp::kOr ? 1 : 0;
  const auto decides = [&](const Spot& s) {
    return s.known() && s.value == decisive;
  };
  if (decides(x) || decides(y)) return Known(decisive);
  return x.known() && y.known() ? Known(1 - decisive)
                                : Unknown(x.has_value() || y.has_value());
}

/// Of a lane that `lead` has.
inline Spot LogicOf(BinaryOp op, const Spot& x, const Spot& y,
                    const Spot& lead) {
  const auto known = [](const Spot& s) {
    return s.rest() ? Known(s.value) : s;
  };
  if (lead.present()) return Logic(op, known(x), known(y));
  if (!lead.rest()) return {};
  const Spot both = Logic(op, known(x), known(y));
  return both.known() ? Rest(both.value) : Spot{};
}

inline int CountPresent(const Spots& spots) {
  return static_cast<int>(std::count_if(
      spots.begin(), spots.end(), [](const Spot& s) { return s.present(); }));
}

template <typename Real>
double DeviationIn(const std::vector<double>& numbers) {
  Real n = 0;
  Real mean = 0;
  Real squares = 0;
  for (const double x : numbers) {
    const Real off = x - mean;
    mean += off / ++n;
    squares += off * (x - mean);
  }
  return static_cast<double>(std::sqrt(squares / n));
}

/// Sorted, or number by number, which gives the same bits.
inline Spot ReducedSpread(const program::Reduction& r, const Spots& members) {
  std::vector<double> numbers;
  for (const Spot& member : members) {
    if (!member.known()) return Unknown();
    if (numbers.empty() || !std::isnan(member.value)) {
      numbers.push_back(member.value);
    }
  }
  if (std::isnan(numbers.front())) return Known(numbers.front());
  if (r.reducer == Reducer::kPercentile) {
    std::sort(numbers.begin(), numbers.end());
    const double rank =
        std::ceil(r.percent * static_cast<double>(numbers.size()) / 100);
    return Known(numbers[static_cast<std::size_t>(rank) - 1] + 0.0);
  }
  const double deviation = DeviationIn<double>(numbers);
  return Known(std::isfinite(deviation) ? deviation
                                        : DeviationIn<long double>(numbers));
}

inline Spot ReducedNumbers(Reducer r, const Spots& members) {
  double total = members.front().value;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!members[i].known()) return Unknown();
    const double value = members[i].value;
    if (i == 0) continue;
    if (r == Reducer::kMin) total = value < total ? value : total;
    if (r == Reducer::kMax) total = value > total ? value : total;
    if (r == Reducer::kSum || r == Reducer::kAvg) total += value;
  }
  if (r == Reducer::kAvg) total /= static_cast<double>(members.size());
  return Known(total);
}

inline Spot ReducedTruths(const program::Reduction& r, const Spots& members) {
  double truths = 0;
  double unknown = 0;
  bool values = true;
  const auto n = static_cast<double>(members.size());
  for (const Spot& member : members) {
    truths += member.known() && member.value != 0;
    unknown += !member.known();
    values = values && member.has_value();
  }
  if (r.reducer == Reducer::kCount) return values ? Known(truths) : Unknown();
  double needed = std::trunc(0.5 + r.percent / 100 * n);
  if (unknown > 0) needed = std::max(needed, 1.0);
  if (r.reducer == Reducer::kSome) needed = 1;
  if (r.reducer == Reducer::kAll) needed = n;
  if (truths >= needed) return Known(1);
  return truths + unknown < needed ? Known(0) : Unknown(values);
}

/// `members` in the order of summation.
inline Spot Reduced(const program::Reduction& r, const Spots& members) {
  if (members.empty()) return Unknown();
  if (IsOfTruths(r.reducer)) return ReducedTruths(r, members);
  return r.reducer == Reducer::kPercentile || r.reducer == Reducer::kStddev
             ? ReducedSpread(r, members)
             : ReducedNumbers(r.reducer, members);
}

}  // namespace engine::eval

#endif  // TOCSIN_TESTS_UNIT_ENGINE_EVAL_SPOT_H_
