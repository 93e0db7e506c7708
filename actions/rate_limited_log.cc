// A count and a timer for each kind.
#include "actions/rate_limited_log.h"

namespace actions {

Log RateLimitedLog::Of(const std::string& kind) {
  return [this, kind](LogLevel level, const std::string& text) {
    Add({kind, level}, text);
  };
}

void RateLimitedLog::Add(const Key& key, const std::string& text) {
  Burst& burst = bursts_[key];
  if (burst.told < kMost) {
    if (burst.told++ == 0) {
      burst.over = timers_.After(kSpan, [this, key] { TellSum(key); });
    }
    if (key.second == LogLevel::kInfo) TellWhatWasWrong(key.first);
    return log_(key.second, text);
  }
  ++burst.beyond;
  burst.last = text;
}

/// What is right again is told behind what was wrong.
void RateLimitedLog::TellWhatWasWrong(const std::string& kind) {
  for (const LogLevel level : {LogLevel::kWarning, LogLevel::kError}) {
    const auto burst = bursts_.find({kind, level});
    if (burst != bursts_.end() && burst->second.beyond > 0) {
      TellSum({kind, level});
    }
  }
}

/// A sum of one is the line itself.
void RateLimitedLog::TellSum(const Key& key) {
  const auto burst = bursts_.extract(key);
  const auto& [told, beyond, last, over] = burst.mapped();
  if (beyond == 0) return;
  const std::string sum =
      "and " + std::to_string(beyond) + " more like these; the last: ";
  log_(burst.key().second, (beyond == 1 ? "" : sum) + last);
}

void RateLimitedLog::End() {
  while (!bursts_.empty()) TellSum(Key(bursts_.begin()->first));
}

}  // namespace actions
