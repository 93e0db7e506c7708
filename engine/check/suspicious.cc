// One function for each form.
#include "engine/check/suspicious.h"

#include <string>
#include <string_view>

#include "engine/expr/lead.h"
#include "engine/expr/operands.h"
#include "grammar/foreign.h"
#include "grammar/names.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;

// 10 Mbyte/s divides by a metric.
void WarnOfForeignUnit(const ast::Binary& binary, Report* report) {
  const auto* number = std::get_if<ast::Number>(&binary.left->node);
  const auto* fetch = std::get_if<ast::Fetch>(&binary.right->node);
  if (binary.op != ast::BinaryOp::kDivide || number == nullptr ||
      fetch == nullptr || number->units == pmapi::Units{}) {
    return;
  }
  const std::string unit = grammar::UnitForForeign(fetch->metric);
  if (unit.empty()) return;
  report->Warning(binary.right->span,
                  fetch->metric + " is no unit: this divides by a metric",
                  "the unit is " + unit);
}

// x @0-4 subtracts 4 from x @0.
bool WarnOfSampleRange(const ast::Binary& binary, const ast::Expr& e,
                       Report* report) {
  const grammar::Span left = binary.left->span;
  const std::string_view text =
      report->source().text().substr(left.begin, left.end - left.begin);
  const std::size_t at = text.rfind('@');
  if (at == text.npos ||
      !std::holds_alternative<ast::Number>(binary.right->node) ||
      text.find_first_not_of(" 0123456789", at + 1) != text.npos) {
    return false;
  }
  report->Warning(e.span, "this subtracts: samples from .. to have two dots",
                  "the last five samples are @0..4");
  return true;
}

// x :web-1 subtracts from x on the host web.
void WarnOfDash(const ast::Binary& binary, const ast::Expr& e, Report* report) {
  const auto* fetch = std::get_if<ast::Fetch>(&binary.left->node);
  if (binary.op != ast::BinaryOp::kSubtract || fetch == nullptr ||
      binary.left->span.end + 1 != binary.right->span.begin ||
      report->source().text()[binary.left->span.begin] == '(' ||
      WarnOfSampleRange(binary, e, report) ||
      (fetch->hosts.empty() && fetch->instances.empty())) {
    return;
  }
  report->Warning(e.span, "this subtracts: without quotes no name has a -",
                  "a host or an instance of that name stands in single "
                  "quotes, as in :'web-1'");
}

void WarnOfShortWindow(const expr::Expr& e, base::Duration interval,
                       Report* report) {
  const auto* fetch = std::get_if<expr::Fetch>(&e.node);
  if (fetch != nullptr && fetch->window.ns > 0 && fetch->window < interval) {
    report->Warning(e.span,
                    "this time is shorter than the interval (delta): some "
                    "records are in none",
                    "without a time it is of all since the tick before");
  }
  expr::ForEachOperand(e, [&](const expr::Expr& one) {
    WarnOfShortWindow(one, interval, report);
  });
}

/// As many as each reduction over `domain` has, 0 if that is not known.
int MembersOf(const expr::Shape& shape, ast::Domain domain) {
  if (domain == ast::Domain::kSample) return shape.samples;
  if (domain == ast::Domain::kHost) return shape.width();
  return shape.hosts > 1 ? 0 : shape.instances;
}

}  // namespace

// `a || b && c` is `(a || b) && c`. Where the two differ the right operand
// has parentheses; the left one has if it begins before its own left one.
void WarnOfMixedLogic(const ast::Binary& binary, const ast::Expr& e,
                      Report* report) {
  const auto* inner = std::get_if<ast::Binary>(&binary.left->node);
  if (!expr::IsLogical(binary.op) || inner == nullptr ||
      !expr::IsLogical(inner->op) || inner->op == binary.op ||
      binary.left->span.begin != inner->left->span.begin ||
      binary.left->span == binary.right->span) {
    return;
  }
  report->Warning(e.span,
                  "&& and || have one precedence: this is (... " +
                      grammar::Name(inner->op) + " ...) " +
                      grammar::Name(binary.op) + " ...",
                  "write the parentheses");
}

void WarnOfSuspicious(const ast::Binary& binary, const ast::Expr& e,
                      Report* report) {
  WarnOfMixedLogic(binary, e, report);
  WarnOfForeignUnit(binary, report);
  WarnOfDash(binary, e, report);
}

void WarnOfNameOfRule(const ast::Fetch& fetch, grammar::Span span,
                      Report* report) {
  const std::string_view text = report->source().text().substr(span.begin);
  const std::size_t colon = fetch.metric.size();
  if (fetch.hosts.size() != 1 || !text.starts_with(fetch.metric) ||
      text.size() < colon + 2 || text[colon] != ':' ||
      std::string_view(" \t\n").find(text[colon + 1]) == text.npos) {
    return;
  }
  report->Warning(span,
                  "this is the metric " + fetch.metric + " of the host " +
                      fetch.hosts.front(),
                  "a rule is named by a =, as in " + fetch.metric + " = ...");
}

void WarnOfSecondRate(const expr::Expr& operand, grammar::Span span,
                      Report* report) {
  const expr::Fetch* fetch = expr::LeadFetch(operand);
  if (fetch == nullptr || !fetch->rate) return;
  report->Warning(span,
                  fetch->metric +
                      " is a counter and is read as its rate: this is how fast "
                      "that rate changes",
                  "leave rate away");
}

void WarnOfOneSample(ast::Domain domain, const expr::Expr& operand,
                     grammar::Span span, Report* report) {
  if (domain != ast::Domain::kSample || operand.shape.samples != 1) return;
  report->Warning(span, "this goes over one sample: there is no range of them",
                  "the last five samples of a metric are METRIC @0..4");
}

void WarnOfNoMembers(const ast::Reduce& reduce, const expr::Expr& operand,
                     grammar::Span span, Report* report) {
  const ast::Reduction& share = reduce.reduction;
  if (share.reducer != ast::Reducer::kPercent) return;
  const int members = MembersOf(operand.shape, reduce.domain);
  if (members < 1 || 0.5 + share.percent / 100 * members >= 1) return;
  report->Warning(
      span,
      grammar::Name(share) + " of " + std::to_string(members) +
          " is rounded to none: this is always true",
      "some_" + grammar::Name(reduce.domain) + " asks for one at least");
}

void WarnOfEscapes(const std::string& pattern, grammar::Span span,
                   Report* report) {
  if (pattern.find('\b') != pattern.npos) {
    report->Warning(span,
                    "\\b in a string is a backspace, and no end of a word",
                    "a \\ in a string is written twice: \\\\b");
  }
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
    if (pattern[i] != '\\') continue;
    const char escaped = pattern[++i];
    if (escaped != 'd' && escaped != 'D') continue;
    return report->Warning(
        span,
        std::string("\\") + escaped +
            " in a regular expression is the letter " + escaped,
        escaped == 'd' ? "a digit is [0-9]" : "what is no digit is [^0-9]");
  }
}

std::string HintForPattern(const std::string& pattern) {
  const std::string hint = "it is an extended one, as of grep -E";
  const bool of_perl = pattern.find("(?") != pattern.npos;
  return of_perl ? hint + ", without (?...): either case is [Ee]rror" : hint;
}

void WarnOfCost(const base::Pattern& pattern, grammar::Span span,
                Report* report) {
  if (!pattern.is_costly()) return;
  report->Warning(span,
                  "a repetition is counted high: a megabyte of text that is "
                  "made for it may hold up all rules for a second",
                  "use * or +, count less, or ask for no ends of words");
}

void WarnOfShortWindows(const expr::Statement& statement, Report* report) {
  expr::ForEachExpr(statement, [&](const expr::Expr& e) {
    WarnOfShortWindow(e, statement.interval, report);
  });
}

void WarnOfOneInstance(const expr::Expr& condition, Report* report) {
  if (!condition.layout.grows || condition.shape.total() != 1) return;
  report->Warning(condition.span,
                  "there is one instance now, and the rule is about it alone: "
                  "with more it is refused",
                  "put some_inst (or all_inst) before it");
}

}  // namespace engine::check
