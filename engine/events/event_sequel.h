// EventSequel: records and what is to follow them: then, without, pair.
// Source: docs/events.md, "One after another".
#ifndef TOCSIN_ENGINE_EVENTS_EVENT_SEQUEL_H_
#define TOCSIN_ENGINE_EVENTS_EVENT_SEQUEL_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/time.h"
#include "engine/events/event_filter.h"
#include "engine/events/event_summary.h"
#include "engine/events/record_field.h"
#include "grammar/ast.h"

namespace engine::events {

/// What a sequel is: which record follows which.
struct SequelForm {
  grammar::ast::Sequel::Kind kind = grammar::ast::Sequel::Kind::kThen;
  /// Of then and without: what follows. Of a pair it is what ends.
  EventFilter next;
  base::Duration within;
  std::vector<Field> by;  // the same in both
  /// What is shown of those that are over: of the record that waited where
  /// there is no other or it is the `first` that is meant, else of the one that
  /// it met.
  struct Shown {
    Field field;
    bool first = false;
  };
  std::optional<Shown> shown = std::nullopt;
};

/// Of the records of one instance: those that wait for what follows them.
class EventSequel {
 public:
  /// How many may wait: with more the oldest is given up.
  static constexpr std::size_t kMostWaiting = 100'000;
  /// The same of their keys.
  static constexpr std::size_t kMostKeyBytes = std::size_t{64} << 20;
  /// Of what those that wait may show; of more the oldest show nothing.
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;

  /// `first`: which records wait. Lifetime: both outlive this.
  EventSequel(const EventFilter& first, const SequelForm& form)
      : first_(first), form_(form) {}

  /// A record comes. Of then each that waited for it is a truth in `summary`,
  /// of a pair the seconds between both are a number, which `gaps`, unless it
  /// is null, is given as well. What the last one of these shows is in `shown`.
  void Take(const Arrival& arrival, EventSummary* summary,
            std::vector<double>* gaps = nullptr, std::string* shown = nullptr);
  /// The tick at `at`: those wait no longer whose time is over. Of without each
  /// is a truth in `summary`, and what the last one shows in `shown`.
  void Finish(base::Timestamp at, EventSummary* summary,
              std::string* shown = nullptr);
  /// What followed nobody knows: nothing waits.
  void Forget();
  /// More had to wait than can, since the last time this was asked.
  bool TakeOverflow() { return std::exchange(overflow_, false); }
  /// How many that wait have been looked at, each time counted.
  std::size_t looks() const { return looks_; }

 private:
  /// Of records that wait: their numbers, by the records' own time, those of
  /// one time as they have come.
  using ByTime = std::multimap<base::Timestamp, std::size_t>;
  using ByKey = std::unordered_map<std::string, ByTime>;
  struct Waiting {
    ByTime::iterator at;      // in by_time_
    ByKey::value_type* key;   // in by_key_
    ByTime::iterator of_key;  // in its list there
    std::string text = {};    // which it shows
  };

  bool IsFirst(const Arrival& arrival);
  bool IsNext(const Arrival& arrival);
  void Meet(const Arrival& arrival, const std::string& key,
            EventSummary* summary, std::vector<double>* gaps,
            std::string* shown);
  std::vector<std::size_t> MetAt(base::Timestamp time, const ByTime& waiting);
  void Wait(const Arrival& arrival, std::string key);
  void GiveUpOldest();
  bool ShowsWaiting() const;
  void KeepText(const Arrival& arrival);
  std::string TakeText(Waiting* one);
  std::string Drop(std::size_t number);

  const EventFilter& first_;
  const SequelForm& form_;
  /// By number, which is by arrival. None of them is over.
  std::map<std::size_t, Waiting> waiting_;
  std::size_t last_ = 0;      // number
  std::size_t textless_ = 0;  // those before this number show nothing
  std::size_t bytes_ = 0;     // of texts
  ByTime by_time_;
  ByKey by_key_;
  std::size_t key_bytes_ = 0;
  bool overflow_ = false;
  std::size_t looks_ = 0;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_EVENT_SEQUEL_H_
