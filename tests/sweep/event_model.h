// The executable specification of conditions over event records: what they are
// of a record, slowly and by definition.
// Source: docs/events.md, "Conditions" and "Truth".
#ifndef TOCSIN_TESTS_SWEEP_EVENT_MODEL_H_
#define TOCSIN_TESTS_SWEEP_EVENT_MODEL_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ascii.h"
#include "pmapi/events/event_flags.h"
#include "tests/sweep/event_case.h"

namespace engine::events::model {

/// A text is one if all of it is, as JSON has it or with more zeros before it.
inline std::optional<double> NumberIn(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto& text = std::get<std::string>(value);
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto skip = [&](const char* any) {
    const bool is_any =
        at < text.size() && std::strchr(any, text[at]) != nullptr;
    at += is_any ? 1 : 0;
    return is_any;
  };
  const auto digits = [&] {
    bool some = false;
    while (skip("0123456789")) some = true;
    return some;
  };
  bool is_number = digits();
  if (skip(".")) is_number &= digits();
  if (skip("eE")) {
    skip("+-");
    is_number &= digits();
  }
  if (!is_number || at < text.size()) return std::nullopt;
  return std::strtod(text.c_str(), nullptr);
}

inline std::vector<Value> OwnValues(OwnField field, const ModelRecord& record) {
  const auto flag = [&record](std::uint32_t one) {
    return std::vector<Value>{(record.flags & one) != 0 ? 1.0 : 0.0};
  };
  const bool has_id = (record.flags & pmapi::kEventId) != 0;
  const auto place = [&record](bool said, std::size_t i) {
    if (!said || i >= record.parameters.size()) return std::vector<Value>();
    return std::vector<Value>{record.parameters[i].second};
  };
  const auto seconds = [](std::int64_t ns) {
    return std::vector<Value>{static_cast<double>(ns) /
                              static_cast<double>(kTick)};
  };
  switch (field) {
    case OwnField::kStart:
      return flag(pmapi::kEventStart);
    case OwnField::kEnd:
      return flag(pmapi::kEventEnd);
    case OwnField::kPoint:
      return flag(pmapi::kEventPoint);
    case OwnField::kId:
      return place(has_id, 0);
    case OwnField::kParent:
      return place((record.flags & pmapi::kEventParent) != 0, has_id ? 1 : 0);
    case OwnField::kTime:
      return seconds(record.time.ns);
    case OwnField::kAge:
      return seconds(record.at.ns - record.time.ns);
    case OwnField::kFlags:
      return {static_cast<double>(record.missed > 0 ? pmapi::kEventMissed
                                                    : record.flags)};
    case OwnField::kMissed:
      return {static_cast<double>(record.missed)};
  }
  return {};
}

/// All of them, as they stand in the record.
inline std::vector<Value> ValuesOf(const Field& field,
                                   const ModelRecord& record) {
  if (field.own) return OwnValues(*field.own, record);
  std::vector<Value> values;
  for (const auto& [pmid, value] : record.parameters) {
    for (const Field::Metric& metric : field.metrics) {
      if (metric.pmid != pmid) continue;
      const auto* text = std::get_if<std::string>(&value);
      if (text == nullptr) {
        values.emplace_back(std::get<double>(value) * metric.scale);
      } else if (metric.key.empty()) {
        values.push_back(value);
      } else if (text->find('=') == metric.key.size() &&
                 base::EqualIgnoringCase(text->substr(0, metric.key.size()),
                                         metric.key)) {
        values.emplace_back(text->substr(metric.key.size() + 1));
      }
    }
  }
  return values;
}

/// A text is a number to a number, if it is one. Else nothing where a text is
/// asked about a number, or the reverse.
inline std::optional<bool> Compare(BinaryOp op, const Value& value,
                                   const Value& with) {
  if (value.index() == 1 && with.index() == 0) {
    const auto number = NumberIn(value);
    return number ? Compare(op, *number, with) : std::nullopt;
  }
  if (value.index() != with.index()) return std::nullopt;
  switch (op) {
    case BinaryOp::kLess:
      return value < with;
    case BinaryOp::kLessEqual:
      return value <= with;
    case BinaryOp::kGreater:
      return value > with;
    case BinaryOp::kGreaterEqual:
      return value >= with;
    default:
      return value == with;
  }
}

inline Value OfCase(const Constant& constant) {
  const auto* text = std::get_if<std::string>(&constant);
  return text != nullptr ? Value(*text) : Value(std::get<double>(constant));
}

inline std::optional<bool> AskOne(const Term& term, const Value& value) {
  if (const auto* one = std::get_if<Comparison>(&term.test)) {
    return Compare(one->op, value, OfCase(one->constant));
  }
  if (const auto* among = std::get_if<Among>(&term.test)) {
    std::optional<bool> any;
    for (const Constant& constant : among->constants) {
      const auto same = Compare(BinaryOp::kEqual, value, OfCase(constant));
      if (same) any = any.value_or(false) || *same;
    }
    return any;
  }
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::nullopt;
  if (const auto* one = std::get_if<Matches>(&term.test)) {
    return one->pattern->Matches(*text);
  }
  if (const auto* one = std::get_if<Contains>(&term.test)) {
    return text->find(one->text) != std::string::npos;
  }
  return text->rfind(std::get<Starts>(term.test).text, 0) == 0;
}

inline Kleene Known(bool truth) {
  return truth ? Kleene::kTrue : Kleene::kFalse;
}

inline Kleene AskTerm(const Term& term, const ModelRecord& record) {
  bool some = false;
  bool any_known = false;
  for (const Value& value : ValuesOf(term.field, record)) {
    const auto holds = AskOne(term, value);
    any_known |= holds.has_value();
    some |= holds.value_or(false);
  }
  const auto* comparison = std::get_if<Comparison>(&term.test);
  const bool unequal =
      comparison != nullptr && comparison->op == BinaryOp::kNotEqual;
  if (!any_known) return Kleene::kUnknown;
  return Known(some != (unequal != term.negated));
}

inline std::optional<Value> First(const Operand& operand,
                                  const ModelRecord& record) {
  if (const auto* number = std::get_if<double>(&operand)) return *number;
  const auto values = ValuesOf(std::get<Field>(operand), record);
  return values.empty() ? std::nullopt : std::optional(values.front());
}

inline std::optional<Value> ValueOf(const Sum& sum, const ModelRecord& record) {
  const auto first = First(sum.first, record);
  if (!sum.op || !first) return first;
  const auto second = First(sum.second, record);
  const auto a = NumberIn(*first);
  const auto b = second ? NumberIn(*second) : std::nullopt;
  if (!a || !b) return std::nullopt;
  switch (*sum.op) {
    case BinaryOp::kAdd:
      return *a + *b;
    case BinaryOp::kSubtract:
      return *a - *b;
    case BinaryOp::kMultiply:
      return *a * *b;
    default:
      return *a / *b;
  }
}

inline Kleene AskBetween(const Node& node, const ModelRecord& record) {
  auto left = ValueOf(node.left, record);
  auto right = ValueOf(node.right, record);
  if (!left || !right) return Kleene::kUnknown;
  if (left->index() == 0 || right->index() == 0) {
    const auto a = NumberIn(*left);
    const auto b = NumberIn(*right);
    if (!a || !b) return Kleene::kUnknown;
    left = *a;
    right = *b;
  }
  const bool holds = *Compare(node.op, *left, *right);
  return Known(holds != (node.op == BinaryOp::kNotEqual));
}

inline Kleene Ask(const Node& node, const ModelRecord& record) {
  const auto of = [&](std::size_t i) { return Ask(node.operands[i], record); };
  switch (node.kind) {
    case Node::Kind::kTruth:
      return Known(node.truth);
    case Node::Kind::kTerm:
      return AskTerm(node.term, record);
    case Node::Kind::kBetween:
      return AskBetween(node, record);
    case Node::Kind::kNot:
      return base::KleeneNot(of(0));
    case Node::Kind::kJudged:
      return Known(of(0) == Kleene::kTrue);
    case Node::Kind::kAnd:
      return base::KleeneAnd(of(0), of(1));
    case Node::Kind::kOr:
      return base::KleeneOr(of(0), of(1));
  }
  return Kleene::kUnknown;
}

inline bool IsMissed(const Field& field) {
  return field.own == OwnField::kMissed;
}

inline bool SpeaksOfMissed(const Sum& sum) {
  const auto is = [](const Operand& operand) {
    const auto* field = std::get_if<Field>(&operand);
    return field != nullptr && IsMissed(*field);
  };
  return is(sum.first) || (sum.op && is(sum.second));
}

inline bool SpeaksOfMissed(const Node& node) {
  bool speaks = node.kind == Node::Kind::kTerm && IsMissed(node.term.field);
  if (node.kind == Node::Kind::kBetween) {
    speaks = SpeaksOfMissed(node.left) || SpeaksOfMissed(node.right);
  }
  for (const Node& operand : node.operands) speaks |= SpeaksOfMissed(operand);
  return speaks;
}

/// all_, some_ and N%_ hold if they do whatever the unknown ones are.
inline std::optional<double> Quantified(
    const grammar::ast::Reduction& reduction,
    const std::vector<Kleene>& truths) {
  using grammar::ast::Reducer;
  const auto yes = std::count(truths.begin(), truths.end(), Kleene::kTrue);
  const auto no = std::count(truths.begin(), truths.end(), Kleene::kFalse);
  const auto all = static_cast<std::ptrdiff_t>(truths.size());
  if (reduction.reducer == Reducer::kCount) return static_cast<double>(yes);
  if (reduction.reducer == Reducer::kSome) {
    if (yes > 0) return 1;
    return no == all ? std::optional(0.0) : std::nullopt;
  }
  if (all == 0) return std::nullopt;
  const double percent =
      reduction.reducer == Reducer::kAll ? 100 : reduction.percent;
  const double needed = percent * static_cast<double>(all);
  if (100.0 * static_cast<double>(yes) >= needed) return 1;
  if (100.0 * static_cast<double>(all - no) < needed) return 0;
  return std::nullopt;
}

/// sum_, avg_ and the other aggregates.
inline std::optional<double> Aggregated(
    const grammar::ast::Reduction& reduction, std::vector<double> numbers) {
  using grammar::ast::Reducer;
  const auto n = static_cast<double>(numbers.size());
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  if (reduction.reducer == Reducer::kSum) return sum;
  if (numbers.empty()) return std::nullopt;
  std::sort(numbers.begin(), numbers.end());
  double squares = 0;
  switch (reduction.reducer) {
    case Reducer::kAvg:
      return sum / n;
    case Reducer::kMin:
      return numbers.front();
    case Reducer::kMax:
      return numbers.back();
    case Reducer::kPercentile:  // the least that so many are not above
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (static_cast<double>(i + 1) * 100 >= reduction.percent * n) {
          return numbers[i];
        }
      }
      return std::nullopt;
    default:  // a deviation
      for (const double one : numbers) {
        squares += (one - sum / n) * (one - sum / n);
      }
      return std::sqrt(squares / n);
  }
}

}  // namespace engine::events::model

#endif  // TOCSIN_TESTS_SWEEP_EVENT_MODEL_H_
