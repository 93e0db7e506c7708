// A map by turn, one pause between two commands, a timer for each that waits.
#include "actions/command_queue.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/listed.h"

namespace actions {
namespace {

base::Error NotBegun(const std::string& why) {
  return {base::ErrorCode::kUnsupported, why};
}

std::string Seconds(base::Duration time) {
  return std::to_string(time.ns / base::kNanosPerSecond) + " s";
}

}  // namespace

void CommandQueue::Add(const std::string& rule,
                       std::function<Command()> command, Told told) {
  if (closed_) return told(NotBegun("the program ends"));
  if (waiting_.size() >= limits_.waiting) {
    return told(NotBegun(std::to_string(waiting_.size()) + " commands wait"));
  }
  const std::uint64_t number = next_++;
  const Key key{turn_.value_or(number), number};
  waiting_[key] = {rule, std::move(command), std::move(told),
                   timers_.After(limits_.late, [this, key] { IsLate(key); }),
                   patience_.now()};
  Changed();
  BeginWhatMay();
}

/// Begins commands while there are slots. What they tell may add more, which
/// the call that is going on begins.
void CommandQueue::BeginWhatMay() {
  if (beginning_) return;
  beginning_ = true;
  while (!waiting_.empty() && !pause_ && running() < limits_.running) {
    auto first = waiting_.extract(waiting_.begin());
    Begin(first.key(), std::move(first.mapped()));
  }
  beginning_ = false;
}

void CommandQueue::Begin(Key key, Waiting one) {
  const auto begun = children_.Start(
      one.command(), [this, key, told = one.told](const Ending& ending) {
        Ended(key, told, ending);
      });
  if (!begun) return CannotBegin(key, std::move(one), begun.error());
  running_[key] = std::move(one.rule);
  patience_.NotInVain();
  ahead_ = key;
  Pause(HeadStart(), {});
  Changed();
}

void CommandQueue::CannotBegin(Key key, Waiting one, const base::Error& why) {
  if (base::Passes(why.system_errno) && patience_.lasts(one.came)) {
    waiting_[key] = std::move(one);
    return Pause(limits_.head_start, limits_.head_start);
  }
  Tell(key, one.told, why);
}

/// `in_vain` of it is time in which none could be begun.
void CommandQueue::Pause(base::Duration span, base::Duration in_vain) {
  pause_ = timers_.After(span, [this, in_vain] {
    patience_.InVain(in_vain);
    pause_.reset();
    BeginWhatMay();
  });
}

base::Duration CommandQueue::HeadStart() const {
  const auto waiting = static_cast<std::int64_t>(waiting_.size());
  if (waiting == 0) return limits_.head_start;
  return std::min(limits_.head_start, {limits_.head_starts.ns / waiting});
}

void CommandQueue::Ended(Key key, const Told& told, const Ending& ending) {
  if (ahead_ == key) {
    ahead_.reset();
    pause_.reset();
  }
  running_.erase(key);
  Tell(key, told, ending);
  BeginWhatMay();
}

void CommandQueue::IsLate(Key key) {
  Waiting& one = waiting_.at(key);
  one.limit = timers_.After({limits_.wait.ns - limits_.late.ns}, [this, key] {
    GiveUp(key, "given up after " + Seconds(limits_.wait));
  });
  delayed_ = true;
  if (!quiet_) TellOfLate(one.rule);
  changed_();
}

void CommandQueue::TellOfLate(const std::string& rule) {
  quiet_ = timers_.After(limits_.quiet, [this] { quiet_.reset(); });
  std::vector<std::string_view> rules;
  for (const auto& [key, each] : running_) rules.push_back(each);
  log_(LogLevel::kWarning,
       std::to_string(running()) +
           (running() == 1 ? " command runs (of " : " commands run (of ") +
           base::Listed(rules, 3) + "), " + std::to_string(waiting()) +
           (waiting() == 1 ? " waits" : " wait") + ", that of " + rule +
           " for " + Seconds(limits_.late));
}

void CommandQueue::GiveUp(Key key, const std::string& why) {
  const auto one = waiting_.extract(key);
  Tell(key, one.mapped().told, NotBegun(why));
}

void CommandQueue::Tell(Key key, const Told& told,
                        const base::Result<Ending>& how) {
  const auto before = std::exchange(turn_, key.first);
  told(how);
  turn_ = before;
  Changed();
}

void CommandQueue::Changed() {
  if (waiting_.empty() && std::exchange(delayed_, false)) {
    quiet_.reset();
    if (!closed_) log_(LogLevel::kInfo, "no command waits any more");
  }
  changed_();
}

bool CommandQueue::Waits(const std::string& rule) const {
  return std::any_of(
      waiting_.begin(), waiting_.end(),
      [&rule](const auto& each) { return each.second.rule == rule; });
}

void CommandQueue::Abandon() {
  closed_ = true;
  pause_.reset();
  while (!waiting_.empty()) GiveUp(waiting_.begin()->first, "the program ends");
}

}  // namespace actions
