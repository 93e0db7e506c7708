// One pass over a record's parameters for all terms, then the steps.
#include "engine/events/event_filter.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;

template <typename T>
bool Holds(BinaryOp op, const T& value, const T& constant) {
  switch (op) {
    case BinaryOp::kLess:
      return value < constant;
    case BinaryOp::kLessEqual:
      return value <= constant;
    case BinaryOp::kGreater:
      return value > constant;
    case BinaryOp::kGreaterEqual:
      return value >= constant;
    default:  // of != it is the negation that counts
      return value == constant;
  }
}

/// Nothing where the value is a number and the constant a text, or the reverse.
std::optional<bool> Compared(BinaryOp op, const FieldValue& value,
                             const Constant& with) {
  if (const auto* number = std::get_if<double>(&with)) {
    const auto* left = std::get_if<double>(&value);
    if (left == nullptr) return std::nullopt;
    return Holds(op, *left, *number);
  }
  const auto* left = std::get_if<std::string_view>(&value);
  if (left == nullptr) return std::nullopt;
  return Holds<std::string_view>(op, *left, std::get<std::string>(with));
}

std::optional<bool> IsAmong(const FieldValue& value, const Among& among) {
  std::optional<bool> found;
  for (const Constant& one : among.constants) {
    const auto same = Compared(BinaryOp::kEqual, value, one);
    if (same) found = *same || found.value_or(false);
  }
  return found;
}

std::optional<bool> Asked(const Term& term, const FieldValue& value) {
  const auto* text = std::get_if<std::string_view>(&value);
  const auto of_text = [&](auto ask) -> std::optional<bool> {
    if (text == nullptr) return std::nullopt;
    return ask(*text);
  };
  return std::visit(
      base::Overloaded{
          [&](const Comparison& one) {
            return Compared(one.op, value, one.constant);
          },
          [&](const Matches& one) {
            return of_text([&](auto t) { return one.pattern->Matches(t); });
          },
          [&](const Contains& one) {
            return of_text([&](auto t) { return t.find(one.text) != t.npos; });
          },
          [&](const Starts& one) {
            return of_text([&](auto t) { return t.starts_with(one.text); });
          },
          [&](const Among& one) { return IsAmong(value, one); }},
      term.test);
}

/// What one value makes of a truth: any that holds makes it true.
void Note(const Term& term, const FieldValue& value, Kleene* truth) {
  const auto holds = Asked(term, value);
  if (holds) *truth = *holds ? Kleene::kTrue : Kleene::kFalse;
}

bool IsNegation(const Term& term) {
  const auto* comparison = std::get_if<Comparison>(&term.test);
  const bool unequal =
      comparison != nullptr && comparison->op == BinaryOp::kNotEqual;
  return unequal != term.negated;
}

}  // namespace

EventFilter::Step EventFilter::Add(AnyStep step) {
  steps_.push_back(step);
  return steps_.size() - 1;
}

EventFilter::Step EventFilter::AddTruth(bool value) {
  return Add(Fixed{value ? Kleene::kTrue : Kleene::kFalse});
}

EventFilter::Step EventFilter::AddTerm(Term term) {
  of_missed_ |= term.field.own == OwnField::kMissed;
  of_parameters_ |= !term.field.own;
  terms_.push_back(std::move(term));
  return Add(EventFilter::Asked{terms_.size() - 1});
}

EventFilter::Step EventFilter::AddNot(Step operand) {
  CHECK(operand < steps_.size());
  return Add(Not{operand});
}

EventFilter::Step EventFilter::AddJudged(Step operand) {
  CHECK(operand < steps_.size());
  return Add(Judged{operand});
}

EventFilter::Step EventFilter::AddBoth(Step left, Step right, bool is_and) {
  CHECK(left < steps_.size() && right < steps_.size());
  return Add(Both{left, right, is_and});
}

/// Each begins as unknown; what a value makes true stays so.
void EventFilter::AskAll(const Arrival& arrival,
                         std::vector<Kleene>* found) const {
  found->assign(terms_.size(), Kleene::kUnknown);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!terms_[i].field.own) continue;
    const auto value = ValueOf(arrival, *terms_[i].field.own);
    if (value) Note(terms_[i], *value, &(*found)[i]);
  }
  pmapi::EventParameters parameters(arrival.record);
  pmapi::EventParameter parameter;
  while (of_parameters_ && parameters.Next(&parameter)) {
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if ((*found)[i] == Kleene::kTrue) continue;
      const Field::Metric* metric = terms_[i].field.Find(parameter.pmid);
      if (metric == nullptr) continue;
      const auto value = ValueOf(parameter, *metric);
      if (value) Note(terms_[i], *value, &(*found)[i]);
    }
  }
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (IsNegation(terms_[i])) (*found)[i] = base::KleeneNot((*found)[i]);
  }
}

Kleene EventFilter::Truth(const Arrival& arrival,
                          std::vector<Kleene>* scratch) const {
  if (steps_.empty()) return Kleene::kTrue;
  AskAll(arrival, scratch);
  const std::size_t first = scratch->size();
  const auto of = [&](Step step) { return (*scratch)[first + step]; };
  for (const AnyStep& step : steps_) {
    scratch->push_back(std::visit(
        base::Overloaded{
            [](const Fixed& one) { return one.truth; },
            [&](const EventFilter::Asked& one) { return (*scratch)[one.term]; },
            [&](const Not& one) { return base::KleeneNot(of(one.operand)); },
            [&](const Both& one) {
              return one.is_and ? base::KleeneAnd(of(one.left), of(one.right))
                                : base::KleeneOr(of(one.left), of(one.right));
            },
            [&](const Judged& one) {
              return of(one.operand) == Kleene::kTrue ? Kleene::kTrue
                                                      : Kleene::kFalse;
            }},
        step));
  }
  return scratch->back();
}

}  // namespace engine::events
