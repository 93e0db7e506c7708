// What a condition says of records and hardly means.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ascii.h"
#include "engine/check/event_condition.h"
#include "engine/check/record_advice.h"
#include "engine/check/usual_fields.h"
#include "grammar/event_slips.h"
#include "grammar/names.h"
#include "pmapi/metric/units.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using ast::BinaryOp;
using events::Constant;

bool HasUnits(const pmapi::Units& units) {
  return units.space != 0 || units.time != 0 || units.count != 0;
}

/// A word that is hardly the name of a field, as _PID and SYSLOG_PID are.
bool IsPlainWord(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return base::IsLetterOrDigit(c) && base::ToLower(c) == c;
  });
}

bool IsPriority(std::string_view name) {
  return base::EqualIgnoringCase(name, "priority");
}

/// The name of a priority, as syslog(3) and journalctl(1) have it.
bool IsLevel(std::string_view name) {
  constexpr std::string_view kLevels[] = {
      "emerg", "alert",  "crit", "err",   "error",     "warning",
      "warn",  "notice", "info", "debug", "emergency", "critical"};
  return std::any_of(std::begin(kLevels), std::end(kLevels),
                     [name](std::string_view level) {
                       return base::EqualIgnoringCase(name, level);
                     });
}

}  // namespace

/// Of unit == sshd, where none is called sshd, or hardly any.
void EventConditions::WarnOfBareText(const std::string& name,
                                     const ast::Binary& binary,
                                     grammar::Span span) {
  const bool equated =
      binary.op == BinaryOp::kEqual || binary.op == BinaryOp::kNotEqual;
  if (!equated || source_ < 0 || events::FindOwnField(name) ||
      !metrics_.Parameters(source_, records_, name).empty()) {
    return;
  }
  const bool named =
      MayNameText(name) && !metrics_.NamedTexts(source_, records_).empty();
  const bool any = metrics_.NamesOfTexts(source_, records_) == nullptr;
  if ((named && !(any && IsPlainWord(name))) || !told_.insert(name).second) {
    return;
  }
  const std::string quotes =
      "strings stand in double quotes: " + grammar::QuotedText(name);
  if (named) {
    return report_.Warning(
        span, name + " is the name of another parameter here, and no text",
        quotes);
  }
  const std::string meant = metrics_.HintForParameter(source_, records_, name);
  report_.Warning(span, "no parameter is called " + name,
                  meant.empty() ? quotes : meant);
}

/// Of status >= "500", and of priority == "err" where it is a text "3".
void EventConditions::WarnOfTextOrder(const events::Field& field, BinaryOp op,
                                      const Constant& constant,
                                      grammar::Span span) {
  const auto* text = std::get_if<std::string>(&constant);
  if (text == nullptr || field.own) return;
  const bool equated = op == BinaryOp::kEqual || op == BinaryOp::kNotEqual;
  const bool number = events::NumberIn(*text).has_value();
  if (number && !equated && told_.insert(*text + " order").second) {
    report_.Warning(span,
                    "texts are compared byte by byte: \"9\" is more than "
                    "\"10\"",
                    "without quotes it is a number: " + *text);
  }
  const bool priority =
      !field.metrics.empty() && IsPriority(field.metrics.front().key);
  if (priority && !number) TellOfPriority(span);
}

/// Of what has become a truth and was a comparison: "param_string" == "x".
void EventConditions::WarnOfConstants(grammar::Span span) {
  const std::string_view all = report_.source().text();
  if (span.end > all.size() || span.begin >= span.end) return;
  const std::string text(all.substr(span.begin, span.end - span.begin));
  if (text.find_first_of("\"<>=") == text.npos || !told_.insert(text).second) {
    return;
  }
  const std::size_t quote = text[0] == '"' ? text.find('"', 1) : text.npos;
  report_.Warning(
      span, "two constants are compared: it is the same of every record",
      quote == text.npos
          ? "what is compared is a parameter, as in: code > 3"
          : grammar::QuotedParameterHint(text.substr(1, quote - 1)));
}

/// Of a number with units, where those of the parameter are known to be none.
void EventConditions::WarnOfUnits(const events::Field& field,
                                  const std::string& name,
                                  const pmapi::Units& units,
                                  grammar::Span span) {
  const auto own = UnitsOf(field, name);
  if (!HasUnits(units) || !own || HasUnits(*own) ||
      !told_.insert(name + " units").second) {
    return;
  }
  report_.Warning(span, name + " has no units, and this number has",
                  "a number with units is one of bytes or seconds: write what "
                  "stands in the record");
}

/// Of a text that a parameter is asked for, where it is a number.
void EventConditions::WarnOfText(const std::string& name, grammar::Span span) {
  const auto own = events::FindOwnField(name);
  bool number =
      own && *own != events::OwnField::kId && *own != events::OwnField::kParent;
  if (!own && source_ >= 0) {
    const auto names = metrics_.Parameters(source_, records_, name);
    number = names.size() == 1 &&
             pmapi::IsNumeric(metrics_.Describe(source_, names[0])->type);
  }
  if (!number || !told_.insert(name + " a number").second) return;
  report_.Warning(span,
                  name + " is a number: what is asked of its text is unknown",
                  "compare it with a number, as in: " + name + " > 0");
}

/// Once, whatever the number of hosts.
void EventConditions::WarnOfPlain(const std::string& name,
                                  const std::string& test,
                                  const std::string& text, grammar::Span span) {
  if (told_.insert("plain at " + std::to_string(span.begin)).second) {
    WarnOfPlainText(name, test, text, span, &report_);
  }
}

/// Of priority <= err.
void EventConditions::WarnOfPriority(const ast::Binary& binary,
                                     grammar::Span span) {
  const auto* left = std::get_if<ast::Fetch>(&binary.left->node);
  const auto* right = std::get_if<ast::Fetch>(&binary.right->node);
  if (left == nullptr || right == nullptr) return;
  const bool first = IsPriority(left->metric) && IsLevel(right->metric);
  const bool second = IsLevel(left->metric) && IsPriority(right->metric);
  if (!first && !second) return;
  // No other advice is given on that word.
  told_.insert(first ? right->metric : left->metric);
  TellOfPriority(span);
}

void EventConditions::TellOfPriority(grammar::Span span) {
  if (!told_.insert("priority a number").second) return;
  report_.Warning(span, "priority is a number from 0 (emerg) to 7 (debug)",
                  "errors and worse are: priority <= 3");
}

/// Of hinv.ncpu > 1, a metric that no record has.
void EventConditions::WarnOfForeign(const std::string& name, pmapi::Pmid pmid,
                                    grammar::Span span) {
  if (pmapi::DomainOf(pmid) == pmapi::DomainOf(records_) ||
      !told_.insert(name).second) {
    return;
  }
  report_.Warning(span, name + " is no parameter of these records",
                  "a metric is compared outside of where: count_event ( ... ) "
                  "> 0 && " +
                      name + " > 0");
}

/// Of mesage, where any name may be there.
void EventConditions::WarnOfMisspelt(const std::string& name,
                                     const std::vector<std::string>& texts,
                                     grammar::Span span) {
  if (texts.empty() || metrics_.NamesOfTexts(source_, records_) != nullptr) {
    return;
  }
  const std::string meant = UsualFieldMeant(name, texts.front());
  if (meant.empty() || !told_.insert(name).second) return;
  report_.Warning(
      span, "hardly any record has a field " + name,
      "did you mean " + (meant[0] == '_' ? '\'' + meant + '\'' : meant) + "?");
}

}  // namespace engine::check
