// EventFilter: which records match a condition over their fields. Made by
// engine/check of what stands behind `where`.
// Source: docs/events.md, "Truth".
#ifndef TOCSIN_ENGINE_EVENTS_EVENT_FILTER_H_
#define TOCSIN_ENGINE_EVENTS_EVENT_FILTER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/kleene.h"
#include "base/pattern.h"
#include "engine/events/field_sum.h"
#include "engine/events/number_term.h"
#include "engine/events/record_field.h"
#include "grammar/ast.h"

namespace engine::events {

using base::Kleene;
using Constant = std::variant<double, std::string, WideInteger>;

/// A field against a constant: x > 5, unit == "sshd".
struct Comparison {
  grammar::ast::BinaryOp op = grammar::ast::BinaryOp::kEqual;
  Constant constant;
};
struct Matches {
  std::shared_ptr<const base::Pattern> pattern;
};
struct Contains {
  std::string text;
};
struct Starts {
  std::string text;
};
struct Among {
  std::vector<Constant> constants;
};

/// What is made of fields against another such, or a field against another: a
/// + b > c, user != owner. Of a parameter that repeats the first counts.
struct Between {
  grammar::ast::BinaryOp op = grammar::ast::BinaryOp::kEqual;
  FieldSum left;
  FieldSum right;
};

/// What is asked of a field: true if it is of any of its values; where
/// `negated`, the negation of that. Of a Between `field` is none.
struct Term {
  Field field;
  std::variant<Comparison, Matches, Contains, Starts, Among, Between> test;
  bool negated = false;
};

/// A condition as a list of steps, of which the last is its truth; without a
/// step it is true. Of two that are joined the cheaper one is asked first, and
/// the other one only where that does not settle it.
class EventFilter {
 public:
  /// Index of a step.
  using Step = std::size_t;

  Step AddTruth(bool value);
  /// != and what else is a negation: see Term.
  Step AddTerm(Term term);
  Step AddNot(Step operand);
  Step AddBoth(Step left, Step right, bool is_and);
  /// False where `operand` is unknown: a filter by its name.
  Step AddJudged(Step operand);

  /// True if some term is of event.missed: then records that tell of lost ones
  /// are asked about, too.
  bool of_missed() const { return of_missed_; }
  bool empty() const { return steps_.empty(); }

  Kleene Truth(const Arrival& arrival) const {
    return steps_.empty() ? Kleene::kTrue : Of(steps_.size() - 1, arrival);
  }

  /// Terms of which at least one is true of a text of its field, where the
  /// condition is true: a Matches, Contains or Starts, or the equality with
  /// texts. Empty where none are known.
  std::vector<const Term*> Guards() const;

  /// One that is true where the condition is, if one is known; else null.
  const NumberTerm* LeadingNumber() const {
    return steps_.empty() ? nullptr : LeadingNumberOf(steps_.size() - 1);
  }
  /// Whether the condition is true wherever that one is, too.
  bool IsNumber() const {
    return steps_.size() == 1 && LeadingNumber() != nullptr;
  }

 private:
  struct Fixed {
    Kleene truth;
  };
  struct Asked {
    std::size_t term;
    bool is_negation;
  };
  /// The same where the values of one parameter are compared with a number.
  struct Number {
    Asked asked;
    NumberTerm term;
  };
  struct Not {
    Step operand;
  };
  struct Both {
    Step left;
    Step right;
    bool is_and;
  };
  struct Judged {
    Step operand;
  };
  using AnyStep = std::variant<Fixed, Asked, Number, Not, Both, Judged>;

  /// How dear a step is, against a comparison of two numbers.
  using Cost = std::uint32_t;

  Step Add(AnyStep step, Cost cost);
  Kleene Of(Step step, const Arrival& arrival) const;
  Kleene Ask(const Asked& asked, const Arrival& arrival) const;
  Kleene Compare(const Number& number, const Arrival& arrival) const;
  std::vector<const Term*> GuardsOf(Step step) const;
  const NumberTerm* LeadingNumberOf(Step step) const;

  std::vector<Term> terms_;
  std::vector<AnyStep> steps_;
  std::vector<Cost> costs_;  // as steps_
  bool of_missed_ = false;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_EVENT_FILTER_H_
