// Those that wait are found by their arrival, by their time, and by key and
// time: whatever comes is no more work than what it ends.
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
  const base::Timestamp time = TimeOf(arrival.record);
  std::optional<std::string> waited;  // what the last one shows
  for (const std::size_t number : MetAt(time, found->second)) {
    const base::Duration gap = time - waiting_.at(number).at->first;
    waited = Drop(number);
    if (form_.kind == Kind::kThen) summary->AddTruth(Kleene::kTrue);
    if (form_.kind != Kind::kPair) continue;
    summary->AddNumber(gap.Seconds());
    if (gaps != nullptr) gaps->push_back(gap.Seconds());
  }
  if (!waited || !form_.shown || shown == nullptr) return;
  if (form_.kind == Kind::kWithout) return;
  *shown = ShowsWaiting() ? *std::move(waited)
                          : ShownText(arrival, form_.shown->field);
}

/// In the order in which they have come. Those whose time is over stay, as what
/// comes may be earlier than what has come.
std::vector<std::size_t> EventSequel::MetAt(base::Timestamp time,
                                            const ByTime& waiting) {
  std::vector<std::size_t> met;
  for (auto at = waiting.upper_bound(time); at != waiting.begin();) {
    --at;
    ++looks_;
    if (form_.kind != Kind::kPair && time - at->first > form_.within) break;
    met.push_back(at->second);
  }
  std::sort(met.begin(), met.end());
  return met;
}

void EventSequel::Wait(const Arrival& arrival, std::string key) {
  if (waiting_.size() == kMostWaiting) GiveUpOldest();
  ++last_;
  const base::Timestamp time = TimeOf(arrival.record);
  const auto [of, is_new] = by_key_.try_emplace(std::move(key));
  auto& of_key = *of;
  if (is_new) key_bytes_ += of_key.first.size();
  waiting_.emplace_hint(waiting_.end(), last_,
                        Waiting{by_time_.emplace(time, last_), &of_key,
                                of_key.second.emplace(time, last_)});
  if (ShowsWaiting()) KeepText(arrival);
  while (key_bytes_ > kMostKeyBytes && waiting_.size() > 1) GiveUpOldest();
}

void EventSequel::GiveUpOldest() {
  overflow_ = true;
  Drop(waiting_.begin()->first);
}

bool EventSequel::ShowsWaiting() const {
  return form_.shown && (form_.shown->first || form_.kind == Kind::kWithout);
}

/// Of the one that has come last.
void EventSequel::KeepText(const Arrival& arrival) {
  std::string& text = waiting_.rbegin()->second.text;
  text = ShownText(arrival, form_.shown->field);
  bytes_ += text.size();
  for (auto at = waiting_.lower_bound(textless_); bytes_ > kMostBytes; ++at) {
    TakeText(&at->second);
    textless_ = at->first + 1;
  }
}

std::string EventSequel::TakeText(Waiting* one) {
  bytes_ -= one->text.size();
  return std::exchange(one->text, {});
}

/// What it has shown.
std::string EventSequel::Drop(std::size_t number) {
  const auto at = waiting_.find(number);
  Waiting& one = at->second;
  by_time_.erase(one.at);
  one.key->second.erase(one.of_key);
  if (one.key->second.empty()) {
    key_bytes_ -= one.key->first.size();
    by_key_.erase(by_key_.find(one.key->first));
  }
  std::string text = TakeText(&one);
  waiting_.erase(at);
  return text;
}

void EventSequel::Finish(base::Timestamp at, EventSummary* summary,
                         std::string* shown) {
  if (form_.kind == Kind::kPair) return;
  std::size_t last = 0;  // the one that came last of those that are over
  while (!by_time_.empty() && by_time_.begin()->first + form_.within < at) {
    const std::size_t number = by_time_.begin()->second;
    std::string waited = Drop(number);
    if (form_.kind != Kind::kWithout) continue;
    summary->AddTruth(Kleene::kTrue);
    if (shown != nullptr && number > last) *shown = std::move(waited);
    last = std::max(last, number);
  }
}

void EventSequel::Forget() {
  waiting_.clear();
  by_time_.clear();
  by_key_.clear();
  key_bytes_ = 0;
  bytes_ = 0;
}

}  // namespace engine::events
