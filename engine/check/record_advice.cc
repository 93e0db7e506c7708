// Texts are judged by their signs, so that those of real logs are left alone.
#include "engine/check/record_advice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "engine/check/parameters.h"
#include "engine/events/event_function.h"
#include "engine/expr/operands.h"
#include "grammar/fetches.h"
#include "grammar/names.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using ast::BinaryOp;
using events::EventFunction;

/// Of all counts, which are 0 at least.
bool IsNever(BinaryOp op, double with) {
  return (op == BinaryOp::kLess && with <= 0) ||
         (op == BinaryOp::kLessEqual && with < 0) ||
         (op == BinaryOp::kEqual && with < 0);
}
/// But for >= 0, which is one way to be shown them all.
bool IsAlways(BinaryOp op, double with) {
  return (op == BinaryOp::kGreaterEqual && with < 0) ||
         (op == BinaryOp::kGreater && with < 0) ||
         (op == BinaryOp::kNotEqual && with < 0);
}

/// Of a count that is compared with a number.
bool IsTrueOfNone(const EventFunction& function) {
  const auto& compared = function.written().compared;
  if (!compared || !compared->with) return false;
  const double with = *compared->with;
  return (compared->op == BinaryOp::kEqual && with == 0) ||
         (compared->op == BinaryOp::kLess && with > 0) ||
         (compared->op == BinaryOp::kLessEqual && with >= 0);
}

/// Calls `visit` with each function in `e` whose lanes are groups.
template <typename Visit>
void ForEachGrouped(const expr::Expr& e, Visit visit) {
  const auto* fetch = std::get_if<expr::Fetch>(&e.node);
  if (fetch != nullptr && !fetch->folds.empty()) {
    const auto* function =
        dynamic_cast<const EventFunction*>(fetch->folds.front().get());
    const bool grouped = function != nullptr && function->LaneDomain();
    if (grouped) visit(*function, e.span);
  }
  expr::ForEachOperand(
      e, [&visit](const expr::Expr& one) { ForEachGrouped(one, visit); });
}

/// Whether an alternative of `pattern` has nothing in it, at any depth.
bool HasEmptyAlternative(std::string_view pattern) {
  bool begins = true;  // what stands here begins an alternative
  bool bar = false;    // behind a |
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (begins && (c == '|' || (c == ')' && bar))) return true;
    bar = c == '|';
    begins = bar || c == '(';
    if (c == '\\') ++i;
    if (c != '[') continue;
    if (i + 1 < pattern.size() && pattern[i + 1] == '^') ++i;
    const std::size_t end = pattern.find(']', i + 2);
    if (end == pattern.npos) return false;
    i = end;
  }
  return bar;
}

bool IsWordPart(char c) { return base::IsLetterOrDigit(c) || c == '_'; }

/// failed|denied, access denied|refused: words alone, and a | between two.
bool HasAlternatives(std::string_view text) {
  bool any = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '|') {
      if (!IsWordPart(c) && c != ' ' && c != '-') return false;
      continue;
    }
    any = true;
    const bool between = i > 0 && i + 1 < text.size() &&
                         base::IsLetter(text[i - 1]) &&
                         base::IsLetter(text[i + 1]);
    if (!between) return false;
  }
  return any;
}

/// As a regular expression what `text` was meant for; empty: it is a text.
std::string PatternMeant(std::string_view text) {
  if (text.size() < 2) return {};
  const char first = text.front();
  const char last = text.back();
  const char before = text[text.size() - 2];
  const bool any = text.find(".*") != text.npos;
  // ^C and ^[[1m are signs of a terminal.
  const bool begins = first == '^' && text.size() > 2 && text[2] != '[' &&
                      (base::IsLetterOrDigit(text[1]) || text[1] == '[');
  // IPC$ and HOST$ are names.
  const bool ends = last == '$' && (base::IsLetter(before) || before == '.') &&
                    base::ToLower(before) == before;
  if (any || begins || ends || HasAlternatives(text)) return std::string(text);
  const std::string_view part = text.substr(0, text.size() - 1);
  const bool glob =
      last == '*' && IsWordPart(before) && part.find('*') == part.npos;
  return glob ? '^' + std::string(part) : std::string();
}

/// In a rule's text a $ begins a macro.
std::string InRule(const std::string& pattern) {
  std::string text = grammar::QuotedText(pattern);
  for (std::size_t at = text.find('$'); at != text.npos;
       at = text.find('$', at + 2)) {
    if (at == 0 || text[at - 1] != '\\') text.insert(at, 1, '\\');
  }
  return text;
}

}  // namespace

void WarnOfEveryCount(const events::CountCompared& compared, grammar::Span span,
                      Report* report) {
  const double with = compared.with.value_or(1);
  if (IsNever(compared.op, with)) {
    report->Warning(span, "a count is 0 at least: this is never true",
                    "no record at all is: count_event ( ... ) == 0");
  }
  if (IsAlways(compared.op, with)) {
    report->Warning(span, "a count is 0 at least: this is never false",
                    "one record at least is: count_event ( ... ) > 0");
  }
}

void WarnOfSilentGroups(const expr::Statement& statement, Report* report) {
  using Functions = std::vector<std::pair<const EventFunction*, grammar::Span>>;
  std::map<pmapi::InDom, Functions> by_domain;
  expr::ForEachExpr(statement, [&by_domain](const expr::Expr& e) {
    ForEachGrouped(e, [&](const EventFunction& one, grammar::Span span) {
      by_domain[*one.LaneDomain()].emplace_back(&one, span);
    });
  });
  for (const auto& [domain, functions] : by_domain) {
    const auto& [function, span] = functions.front();
    if (functions.size() > 1 || !IsTrueOfNone(*function)) continue;
    report->Warning(span,
                    "a group without records is there for ten evaluations, and "
                    "not counted any more then",
                    "of each that must not fall silent a rule without by: "
                    "count_event 15 min ( METRIC where NAME == \"...\" ) == 0");
  }
}

void WarnOfEmptyAlternative(const base::Pattern& pattern, grammar::Span span,
                            Report* report) {
  // What else has to be there may follow: "error(s|)".
  if (!HasEmptyAlternative(pattern.text()) || !pattern.Matches("") ||
      !pattern.Matches("\x01")) {
    return;
  }
  report->Warning(span,
                  "an alternative is empty, and so every text matches this",
                  "a single | stands between two alternatives: =~ \"a|b\"");
}

void WarnOfPlainText(const std::string& name, const std::string& test,
                     const std::string& text, grammar::Span span,
                     Report* report) {
  const std::string pattern = PatternMeant(text);
  if (pattern.empty()) return;
  report->Warning(span,
                  test + " takes " + InRule(text) +
                      " as it stands, and it looks like a pattern",
                  "=~ matches a regular expression: " +
                      grammar::IdentifierText(name) + " =~ " + InRule(pattern));
}

void WarnOfShortWithin(const expr::Statement& statement, bool live,
                       Report* report) {
  if (!live) return;
  const double interval = statement.interval.Seconds();
  grammar::ForEachEvents(*statement.source->expr, [&](const ast::Events& events,
                                                      grammar::Span span) {
    const auto& sequel = events.sequel;
    if (!sequel || sequel->kind == ast::Sequel::Kind::kPair ||
        sequel->within >= interval ||
        LogFileIn(events.records.metric.metric).empty()) {
      return;
    }
    report->Warning(span,
                    "within is shorter than the interval (delta): the time "
                    "of a line is when it was read, and so nothing follows "
                    "what an evaluation before has read",
                    "within is to be the interval at least: look more "
                    "often, or wait longer");
  });
}

}  // namespace engine::check
