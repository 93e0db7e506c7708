// Suspicious expressions: valid, and hardly meant so. What is wrong with the
// operands themselves is expression.h's.
#ifndef TOCSIN_ENGINE_CHECK_SUSPICIOUS_H_
#define TOCSIN_ENGINE_CHECK_SUSPICIOUS_H_

#include <string>

#include "base/pattern.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// Warns of `binary`, the node of `e`, if it mixes && and || without
/// parentheses.
void WarnOfMixedLogic(const expr::ast::Binary& binary, const expr::ast::Expr& e,
                      Report* report);

/// Warns of `binary`, the node of `e`, if it mixes && and ||, divides by a unit
/// that is none, or subtracts what was meant for a range of samples or a name.
void WarnOfSuspicious(const expr::ast::Binary& binary, const expr::ast::Expr& e,
                      Report* report);

/// Warns of "NAME: METRIC", which looks like a rule's name and is the metric
/// NAME of the host METRIC.
void WarnOfNameOfRule(const expr::ast::Fetch& fetch, grammar::Span span,
                      Report* report);

/// Warns of `rate`, at `span`, of counters, which are read as their rates.
void WarnOfSecondRate(const expr::Expr& operand, grammar::Span span,
                      Report* report);

/// Warns of an aggregate over samples whose operand has only one.
void WarnOfOneSample(expr::ast::Domain domain, const expr::Expr& operand,
                     grammar::Span span, Report* report);

/// Warns of a share of `operand`'s members, as many as are known now, that is
/// rounded to none of them.
void WarnOfNoMembers(const expr::ast::Reduce& reduce, const expr::Expr& operand,
                     grammar::Span span, Report* report);

/// Warns of what a regular expression, at `span`, hardly means: \d, which is a
/// d as in grep -E, and a backspace, which is what a string makes of \b.
void WarnOfEscapes(const std::string& pattern, grammar::Span span,
                   Report* report);

/// Advice on a regular expression that is none.
std::string HintForPattern(const std::string& pattern);

/// Warns of a regular expression, at `span`, that a text may make slow.
void WarnOfCost(const base::Pattern& pattern, grammar::Span span,
                Report* report);

/// Warns of event functions over less time than there is between two ticks.
void WarnOfShortWindows(const expr::Statement& statement, Report* report);

/// Warns of a condition that is one truth because there is one instance now.
void WarnOfOneInstance(const expr::Expr& condition, Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_SUSPICIOUS_H_
