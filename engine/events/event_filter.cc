// From the last step on, to those that settle it.
#include "engine/events/event_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

bool IsEquality(BinaryOp op) {
  return op == BinaryOp::kEqual || op == BinaryOp::kNotEqual;
}

/// In order integers are rounded.
std::optional<bool> ComparedNumbers(BinaryOp op, const FieldValue& value,
                                    const ExactNumber& with) {
  if (IsEquality(op)) {
    const auto number = ExactNumberOf(value);
    return number ? std::optional(*number == with) : std::nullopt;
  }
  const auto left = NumberOf(value);
  if (!left) return std::nullopt;
  const auto* wide = std::get_if<WideInteger>(&with);
  return Holds(op, *left, wide ? wide->Rounded() : std::get<double>(with));
}

/// Nothing where one is a number and the other a text that is none.
std::optional<bool> Compared(BinaryOp op, const FieldValue& value,
                             const Constant& with) {
  if (const auto* number = std::get_if<double>(&with)) {
    return ComparedNumbers(op, value, *number);
  }
  if (const auto* wide = std::get_if<WideInteger>(&with)) {
    return ComparedNumbers(op, value, *wide);
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
          [&](const Among& one) { return IsAmong(value, one); },
          [](const Between&) { return std::optional<bool>(); }},
      term.test);
}

template <typename T>
bool Differs(BinaryOp op, const T& left, const T& right) {
  return op == BinaryOp::kNotEqual ? left != right : Holds(op, left, right);
}

/// Texts where both are texts, else numbers.
Kleene Asked(const Between& between, const Arrival& arrival) {
  const auto left = between.left.ValueOf(arrival);
  const auto right = between.right.ValueOf(arrival);
  if (!left || !right) return Kleene::kUnknown;
  const auto truth = [](bool holds) {
    return holds ? Kleene::kTrue : Kleene::kFalse;
  };
  const auto* text = std::get_if<std::string_view>(&*left);
  const auto* other = std::get_if<std::string_view>(&*right);
  if (text != nullptr && other != nullptr) {
    return truth(Differs(between.op, *text, *other));
  }
  const auto number = NumberOf(*left);
  const auto another = NumberOf(*right);
  if (!number || !another) return Kleene::kUnknown;
  if (IsEquality(between.op)) {
    const bool same = ExactNumberOf(*left) == ExactNumberOf(*right);
    return truth(same == (between.op == BinaryOp::kEqual));
  }
  return truth(Holds(between.op, *number, *another));
}

bool IsOf(const Term& term, OwnField field) {
  const auto* between = std::get_if<Between>(&term.test);
  if (between == nullptr) return term.field.own == field;
  return between->left.Names(field) || between->right.Names(field);
}

bool IsNegation(const Term& term) {
  const auto* comparison = std::get_if<Comparison>(&term.test);
  const bool unequal =
      comparison != nullptr && comparison->op == BinaryOp::kNotEqual;
  return unequal != term.negated;
}

constexpr std::uint32_t kOfText = 4;
constexpr std::uint32_t kOfSearch = 16;
constexpr std::uint32_t kOfPattern = 64;

bool IsText(const Constant& constant) { return constant.index() == 1; }

/// Whether rounding integers to doubles makes no difference to it.
bool IsOfDoubles(const Comparison& one) {
  const auto* number = std::get_if<double>(&one.constant);
  return number != nullptr &&
         (!IsEquality(one.op) || std::fabs(*number) < kLeastWide);
}

/// True of what a text NAME=VALUE says.
bool IsNamed(const Field& field) {
  return !field.metrics.empty() && !field.metrics.front().key.empty();
}

std::uint32_t CostOf(const Term& term) {
  return std::visit(
      base::Overloaded{
          [&](const Comparison& one) {
            const bool text = IsText(one.constant) || IsNamed(term.field);
            return text ? kOfText : 1;
          },
          [](const Matches&) { return kOfPattern; },
          [](const Contains&) { return kOfSearch; },
          [](const Starts&) { return kOfText; },
          [](const Between&) { return kOfText; },
          [](const Among& one) {
            return kOfText * static_cast<std::uint32_t>(one.constants.size());
          }},
      term.test);
}

/// Whether it holds of texts alone.
bool IsOfText(const Term& term) {
  if (term.field.own || IsNegation(term) ||
      std::holds_alternative<Between>(term.test)) {
    return false;
  }
  if (const auto* among = std::get_if<Among>(&term.test)) {
    return std::all_of(among->constants.begin(), among->constants.end(),
                       IsText);
  }
  const auto* comparison = std::get_if<Comparison>(&term.test);
  return comparison == nullptr ||
         (comparison->op == BinaryOp::kEqual && IsText(comparison->constant));
}

}  // namespace

EventFilter::Step EventFilter::Add(AnyStep step, Cost cost) {
  steps_.push_back(step);
  costs_.push_back(cost);
  return steps_.size() - 1;
}

EventFilter::Step EventFilter::AddTruth(bool value) {
  return Add(Fixed{value ? Kleene::kTrue : Kleene::kFalse}, 0);
}

EventFilter::Step EventFilter::AddTerm(Term term) {
  of_missed_ |= IsOf(term, OwnField::kMissed);
  const Cost cost = CostOf(term);
  terms_.push_back(std::move(term));
  const Term& added = terms_.back();
  const EventFilter::Asked asked{terms_.size() - 1, IsNegation(added)};
  const auto* comparison = std::get_if<Comparison>(&added.test);
  const bool alone = comparison != nullptr && IsOfDoubles(*comparison) &&
                     added.field.metrics.size() == 1 && !IsNamed(added.field);
  if (!alone) return Add(asked, cost);
  const Field::Metric& metric = added.field.metrics.front();
  return Add(
      Number{asked,
             {metric.pmid, metric.scale, comparison->op,
              std::get<double>(comparison->constant), asked.is_negation}},
      cost);
}

EventFilter::Step EventFilter::AddNot(Step operand) {
  CHECK(operand < steps_.size());
  return Add(Not{operand}, costs_[operand]);
}

EventFilter::Step EventFilter::AddJudged(Step operand) {
  CHECK(operand < steps_.size());
  return Add(Judged{operand}, costs_[operand]);
}

EventFilter::Step EventFilter::AddBoth(Step left, Step right, bool is_and) {
  CHECK(left < steps_.size() && right < steps_.size());
  if (costs_[right] < costs_[left]) std::swap(left, right);
  return Add(Both{left, right, is_and}, costs_[left] + costs_[right]);
}

/// Any value that it holds of makes it true.
Kleene EventFilter::Ask(const Asked& asked, const Arrival& arrival) const {
  const Term& term = terms_[asked.term];
  if (const auto* between = std::get_if<Between>(&term.test)) {
    return events::Asked(*between, arrival);
  }
  Kleene truth = Kleene::kUnknown;
  const auto note = [&](const std::optional<FieldValue>& value) {
    const auto holds = value ? events::Asked(term, *value) : std::nullopt;
    if (holds) truth = *holds ? Kleene::kTrue : Kleene::kFalse;
  };
  if (term.field.own) {
    note(ValueOf(arrival, *term.field.own));
  } else {
    for (const pmapi::EventParameter& parameter : arrival.parameters) {
      const Field::Metric* metric = term.field.Find(parameter.pmid);
      if (metric == nullptr) continue;
      note(ValueOf(parameter, *metric));
      if (truth == Kleene::kTrue) break;
    }
  }
  return asked.is_negation ? base::KleeneNot(truth) : truth;
}

Kleene EventFilter::Compare(const Number& number,
                            const Arrival& arrival) const {
  NumberAnswer answer(number.term);
  for (const pmapi::EventParameter& parameter : arrival.parameters) {
    answer.Take(parameter);
  }
  return answer.has_other() ? Ask(number.asked, arrival) : answer.truth();
}

Kleene EventFilter::Of(Step step, const Arrival& arrival) const {
  return std::visit(
      base::Overloaded{
          [](const Fixed& one) { return one.truth; },
          [&](const EventFilter::Asked& one) { return Ask(one, arrival); },
          [&](const Number& one) { return Compare(one, arrival); },
          [&](const Not& one) {
            return base::KleeneNot(Of(one.operand, arrival));
          },
          [&](const Both& one) {
            const Kleene left = Of(one.left, arrival);
            if (left == (one.is_and ? Kleene::kFalse : Kleene::kTrue)) {
              return left;
            }
            const Kleene right = Of(one.right, arrival);
            return one.is_and ? base::KleeneAnd(left, right)
                              : base::KleeneOr(left, right);
          },
          [&](const Judged& one) {
            return Of(one.operand, arrival) == Kleene::kTrue ? Kleene::kTrue
                                                             : Kleene::kFalse;
          }},
      steps_[step]);
}

std::vector<const Term*> EventFilter::Guards() const {
  if (steps_.empty()) return {};
  return GuardsOf(steps_.size() - 1);
}

/// Of what is joined by && those of either side will do.
std::vector<const Term*> EventFilter::GuardsOf(Step step) const {
  using Terms = std::vector<const Term*>;
  return std::visit(
      base::Overloaded{[&](const EventFilter::Asked& one) {
                         const Term& term = terms_[one.term];
                         return IsOfText(term) ? Terms{&term} : Terms();
                       },
                       [&](const Judged& one) { return GuardsOf(one.operand); },
                       [&](const Both& one) {
                         Terms left = GuardsOf(one.left);
                         Terms right = GuardsOf(one.right);
                         const bool one_side = left.empty() || right.empty();
                         if (one.is_and) {
                           const bool fewer =
                               !left.empty() && left.size() <= right.size();
                           return fewer || right.empty() ? left : right;
                         }
                         if (one_side) return Terms();
                         left.insert(left.end(), right.begin(), right.end());
                         return left;
                       },
                       [](const auto&) { return Terms(); }},
      steps_[step]);
}

/// Of two that are joined by && either will do; the first is the cheaper.
const NumberTerm* EventFilter::LeadingNumberOf(Step step) const {
  if (const auto* number = std::get_if<Number>(&steps_[step])) {
    return &number->term;
  }
  if (const auto* judged = std::get_if<Judged>(&steps_[step])) {
    return LeadingNumberOf(judged->operand);
  }
  const auto* both = std::get_if<Both>(&steps_[step]);
  if (both == nullptr || !both->is_and) return nullptr;
  const NumberTerm* const left = LeadingNumberOf(both->left);
  return left != nullptr ? left : LeadingNumberOf(both->right);
}

}  // namespace engine::events
