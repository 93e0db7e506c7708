// What single values give: operators, three-valued logic, patterns, and
// reductions of a list. Shared by both evaluators; who is unknown is theirs.
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_ARITHMETIC_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_ARITHMETIC_H_

#include <regex.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/spec/switches.h"
#include "tests/support/spec/tree.h"

namespace spec {

/// Truth values as pmie codes them.
inline constexpr double kFalse = 0;
inline constexpr double kTrue = 1;
inline constexpr double kUnknown = 2;

double LogicalNot(double x);
double LogicalAnd(double a, double b);
double LogicalOr(double a, double b);

/// + - * / and the relations.
double Calculate(Op op, double a, double b);
double CompareTexts(Op op, const std::string& a, const std::string& b);

/// The sum, average, extreme, percentile, deviation or number of true ones of
/// `group`; `extreme` becomes the position of the first element equal to an
/// extreme. REQUIRES: a group that is not empty.
double Aggregated(const ast::Reduction& reduction,
                  const std::vector<double>& group, int* extreme);

/// all_, some_ and N%_ of truth codes, as the switches say.
/// REQUIRES: a group that is not empty.
double Quantified(const ast::Reduction& reduction,
                  const std::vector<double>& group, const Switches& switches);

/// A POSIX extended regular expression. REQUIRES: one that compiles.
class MatchPattern {
 public:
  explicit MatchPattern(const std::string& pattern);
  ~MatchPattern();
  MatchPattern(const MatchPattern&) = delete;
  MatchPattern& operator=(const MatchPattern&) = delete;

  bool Matches(const std::string& text) const;

 private:
  regex_t compiled_;
};

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_ARITHMETIC_H_
