// Counts and a timer for each receiver and reason.
#include "actions/delivery/loss_log.h"

#include "actions/receivers/receivers.h"
#include "base/listed.h"

namespace actions {

std::string CountedNotifications(std::size_t count) {
  return std::to_string(count) +
         (count == 1 ? " notification" : " notifications");
}

void LossLog::Add(const std::string& receiver, const std::string& rule,
                  const std::string& why, std::size_t count) {
  // URLs of one host are shown as one.
  const Key key{WhoIsTold(receiver), why};
  const auto [at, first] = bursts_.try_emplace(key);
  at->second.untold += count;
  at->second.rules.insert(rule);
  if (first) TellSum(key);
}

/// The next sum comes after another kSpan, if there is something to tell then.
void LossLog::TellSum(const Key& key) {
  const auto burst = bursts_.extract(key);
  const auto& [count, rules, over] = burst.mapped();
  if (count == 0) return;
  const auto& [who, why] = burst.key();
  bursts_[key].over = timers_.After(kSpan, [this, key] { TellSum(key); });
  tell_(base::Listed({rules.begin(), rules.end()}, kMostListed) + ": " + who +
        ": " + CountedNotifications(count) + ' ' + why);
}

void LossLog::End() {
  while (!bursts_.empty()) {
    const Key key = bursts_.begin()->first;
    TellSum(key);
    bursts_.erase(key);
  }
}

}  // namespace actions
