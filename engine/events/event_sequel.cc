// Those that wait lie in the order of their arrival, and can be found by key.
#include "engine/events/event_sequel.h"

#include <algorithm>
#include <utility>

namespace engine::events {
namespace {

using Kind = grammar::ast::Sequel::Kind;

bool Is(const Arrival& arrival, OwnField flag) {
  const auto value = ValueOf(arrival, flag);
  return value && std::get<double>(*value) != 0;
}

}  // namespace

bool EventSequel::IsFirst(const Arrival& arrival) {
  if (form_.kind == Kind::kPair && !Is(arrival, OwnField::kStart)) return false;
  return first_.Truth(arrival) == Kleene::kTrue;
}

bool EventSequel::IsNext(const Arrival& arrival) {
  if (form_.kind == Kind::kPair) return Is(arrival, OwnField::kEnd);
  return form_.next.Truth(arrival) == Kleene::kTrue;
}

/// A record that is both follows those before it, and waits itself.
void EventSequel::Take(const Arrival& arrival, EventSummary* summary,
                       std::vector<double>* gaps, std::string* shown) {
  if (arrival.record.is_missed()) return;
  const bool next = IsNext(arrival);
  const bool first = IsFirst(arrival);
  if (!next && !first) return;
  auto key = KeyOf(arrival, form_.by);
  if (!key) return;
  if (next) Meet(arrival, *key, summary, gaps, shown);
  if (first) Wait(arrival, *std::move(key));
}

void EventSequel::Meet(const Arrival& arrival, const std::string& key,
                       EventSummary* summary, std::vector<double>* gaps,
                       std::string* shown) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return;
  std::deque<std::size_t> later;
  std::optional<std::string> waited;  // what the last one shows
  for (const std::size_t number : found->second) {
    Waiting& one = waiting_[number - dropped_];
    if (one.over) continue;
    const base::Duration gap = TimeOf(arrival.record) - one.time;
    const bool in_time = form_.kind == Kind::kPair || gap <= form_.within;
    if (gap.ns < 0 || !in_time) {
      later.push_back(number);
      continue;
    }
    one.over = true;
    waited = TakeText(&one);
    if (form_.kind == Kind::kThen) summary->AddTruth(Kleene::kTrue);
    if (form_.kind != Kind::kPair) continue;
    summary->AddNumber(gap.Seconds());
    if (gaps != nullptr) gaps->push_back(gap.Seconds());
  }
  if (later.empty()) {
    by_key_.erase(found);
  } else {
    found->second = std::move(later);
  }
  if (!waited || !form_.shown || shown == nullptr) return;
  if (form_.kind == Kind::kWithout) return;
  *shown = ShowsWaiting() ? *std::move(waited)
                          : ShownText(arrival, form_.shown->field);
}

void EventSequel::Wait(const Arrival& arrival, std::string key) {
  if (waiting_.size() == kMostWaiting) {
    overflow_ = true;
    DropFront();
  }
  by_key_[key].push_back(dropped_ + waiting_.size());
  waiting_.push_back({TimeOf(arrival.record), std::move(key)});
  if (ShowsWaiting()) KeepText(arrival);
}

bool EventSequel::ShowsWaiting() const {
  return form_.shown && (form_.shown->first || form_.kind == Kind::kWithout);
}

/// Of the one that has come last.
void EventSequel::KeepText(const Arrival& arrival) {
  std::string& text = waiting_.back().text;
  text = ShownText(arrival, form_.shown->field);
  bytes_ += text.size();
  textless_ = std::max(textless_, dropped_);
  while (bytes_ > kMostBytes) TakeText(&waiting_[textless_++ - dropped_]);
}

std::string EventSequel::TakeText(Waiting* one) {
  bytes_ -= one->text.size();
  return std::exchange(one->text, {});
}

bool EventSequel::IsOver(const Waiting& one, base::Timestamp at) const {
  return one.over ||
         (form_.kind != Kind::kPair && one.time + form_.within < at);
}

void EventSequel::Finish(base::Timestamp at, EventSummary* summary,
                         std::string* shown) {
  // One that came late may wait behind others whose time is not over.
  for (Waiting& one : waiting_) {
    if (one.over || !IsOver(one, at)) continue;
    one.over = true;
    std::string waited = TakeText(&one);
    if (form_.kind != Kind::kWithout) continue;
    summary->AddTruth(Kleene::kTrue);
    if (shown != nullptr) *shown = std::move(waited);
  }
  while (!waiting_.empty() && waiting_.front().over) DropFront();
}

void EventSequel::DropFront() {
  const auto found = by_key_.find(waiting_.front().key);
  if (found != by_key_.end()) {
    // It is the oldest of all.
    if (found->second.front() == dropped_) found->second.pop_front();
    if (found->second.empty()) by_key_.erase(found);
  }
  TakeText(&waiting_.front());
  waiting_.pop_front();
  ++dropped_;
}

void EventSequel::Forget() {
  dropped_ += waiting_.size();
  waiting_.clear();
  by_key_.clear();
  bytes_ = 0;
}

}  // namespace engine::events
