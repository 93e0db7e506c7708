// Operators and reductions, written down case by case.
#include "tests/support/spec/arithmetic.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace spec {
namespace {

using ast::Reducer;

double Truth(bool b) { return b ? kTrue : kFalse; }

/// By order, as pmie: the last element that is not `neutral` decides.
double LastNot(double neutral, const std::vector<double>& group) {
  double result = group.front();
  for (std::size_t i = 1; i < group.size(); ++i) {
    if (group[i] != neutral) result = group[i];
  }
  return result;
}

bool Has(const std::vector<double>& group, double code) {
  return std::find(group.begin(), group.end(), code) != group.end();
}

double Kleene(double decisive, double otherwise,
              const std::vector<double>& group) {
  if (Has(group, decisive)) return decisive;
  return Has(group, kUnknown) ? kUnknown : otherwise;
}

double Percent(double percent, const std::vector<double>& group, bool kleene) {
  const auto n = static_cast<double>(group.size());
  const int needed = static_cast<int>(0.5 + percent / 100 * n);
  if (!kleene) {
    double sum = 0;
    for (const double code : group) sum += code;
    return Truth(sum >= needed);
  }
  const auto number = [&](double code) {
    return std::count(group.begin(), group.end(), code);
  };
  // Rounded to none it is true of all that is known.
  if (needed == 0) return Kleene(kTrue, kTrue, group);
  if (number(kTrue) >= needed) return kTrue;
  return number(kTrue) + number(kUnknown) >= needed ? kUnknown : kFalse;
}

/// Without the NaNs; but one that comes first stands for all.
std::vector<double> Numbers(const std::vector<double>& group) {
  if (std::isnan(group.front())) return {group.front()};
  std::vector<double> numbers;
  for (const double x : group) {
    if (!std::isnan(x)) numbers.push_back(x);
  }
  return numbers;
}

/// By nearest rank; zero without a sign.
double Percentile(double percent, std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::size_t rank = 1;
  while (100 * static_cast<double>(rank) <
         percent * static_cast<double>(numbers.size())) {
    ++rank;
  }
  return numbers[rank - 1] + 0.0;
}

/// Of the population, by Welford's update in the order of the group.
template <typename Real>
double DeviationIn(const std::vector<double>& numbers) {
  Real n = 0;
  Real mean = 0;
  Real squares = 0;
  for (const double x : numbers) {
    n += 1;
    const Real before = x - mean;
    mean += before / n;
    squares += before * (x - mean);
  }
  return static_cast<double>(std::sqrt(squares / n));
}

/// The squares of large numbers are no doubles.
double Deviation(const std::vector<double>& numbers) {
  const double deviation = DeviationIn<double>(numbers);
  return std::isfinite(deviation) ? deviation
                                  : DeviationIn<long double>(numbers);
}

}  // namespace

double LogicalNot(double x) {
  if (x == kUnknown) return kUnknown;
  return Truth(x == kFalse);
}

double LogicalAnd(double a, double b) {
  if (a == kFalse || b == kFalse) return kFalse;
  return a == kTrue && b == kTrue ? kTrue : kUnknown;
}

double LogicalOr(double a, double b) {
  if (a == kTrue || b == kTrue) return kTrue;
  return a == kFalse && b == kFalse ? kFalse : kUnknown;
}

double Calculate(Op op, double a, double b) {
  if (op == Op::kAdd) return a + b;
  if (op == Op::kSubtract) return a - b;
  if (op == Op::kMultiply) return a * b;
  if (op == Op::kDivide) return a / b;
  if (op == Op::kLess) return Truth(a < b);
  if (op == Op::kLessEqual) return Truth(a <= b);
  if (op == Op::kGreater) return Truth(a > b);
  if (op == Op::kGreaterEqual) return Truth(a >= b);
  if (op == Op::kEqual) return Truth(a == b);
  CHECK(op == Op::kNotEqual);
  return Truth(a != b);
}

double CompareTexts(Op op, const std::string& a, const std::string& b) {
  return Truth((a == b) == (op == Op::kEqual));
}

double Aggregated(const ast::Reduction& reduction,
                  const std::vector<double>& group, int* extreme) {
  const Reducer reducer = reduction.reducer;
  if (reducer == Reducer::kPercentile)
    return Percentile(reduction.percent, Numbers(group));
  if (reducer == Reducer::kStddev) return Deviation(Numbers(group));
  if (reducer == Reducer::kCount) {
    return static_cast<double>(std::count(group.begin(), group.end(), kTrue));
  }
  double result = group.front();
  *extreme = 0;
  for (std::size_t i = 1; i < group.size(); ++i) {
    const double x = group[i];
    if (reducer == Reducer::kSum || reducer == Reducer::kAvg) {
      result += x;
    } else if (reducer == Reducer::kMin ? x < result : x > result) {
      result = x;
      *extreme = static_cast<int>(i);
    }
  }
  return reducer == Reducer::kAvg ? result / static_cast<double>(group.size())
                                  : result;
}

double Quantified(const ast::Reduction& reduction,
                  const std::vector<double>& group, const Switches& switches) {
  const Reducer reducer = reduction.reducer;
  if (reducer == Reducer::kPercent)
    return Percent(reduction.percent, group, switches.percent);
  if (reducer == Reducer::kAll) {
    return switches.quantifiers ? Kleene(kFalse, kTrue, group)
                                : LastNot(kTrue, group);
  }
  return switches.quantifiers ? Kleene(kTrue, kFalse, group)
                              : LastNot(kFalse, group);
}

MatchPattern::MatchPattern(const std::string& pattern) {
  CHECK(regcomp(&compiled_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) == 0);
}

MatchPattern::~MatchPattern() { regfree(&compiled_); }

bool MatchPattern::Matches(const std::string& text) const {
  return regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace spec
