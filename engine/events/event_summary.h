// EventSummary: what is kept of records so that one value can be made of them
// and of others.
#ifndef TOCSIN_ENGINE_EVENTS_EVENT_SUMMARY_H_
#define TOCSIN_ENGINE_EVENTS_EVENT_SUMMARY_H_

#include <cstdint>
#include <optional>

#include "base/kleene.h"
#include "grammar/ast.h"

namespace engine::events {

/// Of truths, or of numbers.
class EventSummary {
 public:
  void AddTruth(base::Kleene truth) {
    ++n_;
    true_ += truth == base::Kleene::kTrue ? 1 : 0;
    unknown_ += truth == base::Kleene::kUnknown ? 1 : 0;
  }
  /// Of what is not true nothing is kept.
  void AddIf(bool is_true) {
    n_ += is_true ? 1 : 0;
    true_ += is_true ? 1 : 0;
  }
  /// It counts as a truth that is true.
  void AddNumber(double number);
  bool empty() const { return n_ == 0; }
  /// Those of `later`, behind these.
  void Add(const EventSummary& later);

  /// Nothing where it is unknown: of no records all but count, sum and some.
  /// Truths are 1 and 0. Source: docs/events.md, "Truth".
  std::optional<double> ValueOf(const grammar::ast::Reduction& reduction) const;

 private:
  std::optional<double> TruthOf(const grammar::ast::Reduction& reduction) const;

  std::int64_t n_ = 0;
  std::int64_t true_ = 0;
  std::int64_t unknown_ = 0;
  double sum_ = 0;
  double min_ = 0;
  double max_ = 0;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_EVENT_SUMMARY_H_
