// EventGuards: which of many conditions a record may meet, without asking each:
// most cannot do without a text that most records lack.
#ifndef TOCSIN_ENGINE_EVENTS_EVENT_GUARDS_H_
#define TOCSIN_ENGINE_EVENTS_EVENT_GUARDS_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "base/pattern_filter.h"
#include "engine/events/event_filter.h"
#include "engine/events/record_field.h"

namespace engine::events {

class EventGuards {
 public:
  /// A null among `filters` may be met by any record. Lifetime: they need not
  /// outlive this.
  explicit EventGuards(const std::vector<const EventFilter*>& filters);

  /// Indices of filters; of those that are not among them the truth of
  /// `arrival` is not true. Each once, in no order. Lifetime: until it is
  /// called again.
  const std::vector<std::size_t>& Possible(const Arrival& arrival);

 private:
  /// What texts of one field have to be like.
  struct OfField {
    Field field;
    base::PatternFilter patterns;
    std::vector<std::size_t> whose;  // filters, by numbers of patterns
  };

  OfField& PatternsOf(const Field& field);
  void Add(const Term& term, std::size_t filter);
  void AddPossible(std::size_t filter);

  std::vector<std::unique_ptr<OfField>> fields_;
  std::vector<std::size_t> always_;
  std::vector<std::size_t> possible_;
  std::vector<char> found_;  // shape: filters; those in possible_
  base::PatternFilter::Scratch scratch_;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_EVENT_GUARDS_H_
