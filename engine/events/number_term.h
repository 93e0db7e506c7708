// NumberTerm, NumberAnswer: the values of one parameter against a number, which
// is asked of records most of all.
// Source: docs/events.md, "Truth".
#ifndef TOCSIN_ENGINE_EVENTS_NUMBER_TERM_H_
#define TOCSIN_ENGINE_EVENTS_NUMBER_TERM_H_

#include "base/kleene.h"
#include "grammar/ast.h"
#include "pmapi/events/event_array.h"
#include "pmapi/events/event_value.h"
#include "pmapi/metric/metric.h"

namespace engine::events {

/// What is asked: whether any value of `pmid`, times a scale, compares so with
/// a constant; of != whether none is equal to it.
class NumberTerm {
 public:
  /// Where `is_negation`, `op` is the one that is negated, or !=.
  NumberTerm(pmapi::Pmid pmid, double scale, grammar::ast::BinaryOp op,
             double constant, bool is_negation);

  pmapi::Pmid pmid() const { return pmid_; }
  bool is_negation() const { return is_negation_; }

  /// Whether it holds of one value, before it is negated. NaN compares with
  /// nothing. Without a branch: what records hold nobody can foresee.
  bool Holds(double value) const {
    const double scaled = value * scale_;
    const unsigned less = scaled < constant_ ? kLess : 0;
    const unsigned equal = scaled == constant_ ? kEqual : 0;
    const unsigned greater = scaled > constant_ ? kGreater : 0;
    return ((less | equal | greater) & orders_) != 0;
  }

 private:
  static constexpr unsigned kLess = 1;
  static constexpr unsigned kEqual = 2;
  static constexpr unsigned kGreater = 4;
  static unsigned OrdersOf(grammar::ast::BinaryOp op);

  pmapi::Pmid pmid_;
  bool is_negation_;
  unsigned orders_;  // of value and constant, those that it holds of
  double scale_;
  double constant_;
};

/// What the parameters of one record say to that, one after the other. Those
/// behind one that it holds of are looked at as well.
/// Lifetime: the term outlives it.
class NumberAnswer {
 public:
  explicit NumberAnswer(const NumberTerm& term) : term_(&term) {}

  void Take(const pmapi::EventParameter& parameter) {
    if (parameter.pmid != term_->pmid()) return;
    const auto value = pmapi::EventDouble(parameter);
    if (!value) {
      has_other_ = true;
      return;
    }
    some_ = true;
    holds_ |= term_->Holds(*value);
  }

  /// True if some value is no number: a text may be one, and it is not known
  /// here.
  bool has_other() const { return has_other_; }
  base::Kleene truth() const {
    if (!some_) return base::Kleene::kUnknown;
    return is_true() ? base::Kleene::kTrue : base::Kleene::kFalse;
  }
  bool is_true() const { return some_ & (holds_ != term_->is_negation()); }

 private:
  const NumberTerm* term_;
  bool some_ = false;
  bool holds_ = false;
  bool has_other_ = false;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_NUMBER_TERM_H_
