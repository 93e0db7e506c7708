// A count and a timer for each kind.
#include "actions/few_lines.h"

namespace actions {

Log FewLines::Of(const std::string& kind) {
  return [this, kind](LogLevel level, const std::string& text) {
    Add({kind, level}, text);
  };
}

void FewLines::Add(const Key& key, const std::string& text) {
  Crowd& crowd = crowds_[key];
  if (crowd.told < kMost) {
    if (crowd.told++ == 0) {
      crowd.over = timers_.After(kSpan, [this, key] { TellSum(key); });
    }
    return log_(key.second, text);
  }
  ++crowd.beyond;
  crowd.last = text;
}

/// A sum of one is the line itself.
void FewLines::TellSum(const Key& key) {
  const auto crowd = crowds_.extract(key);
  const auto& [told, beyond, last, over] = crowd.mapped();
  if (beyond == 0) return;
  const std::string sum =
      "and " + std::to_string(beyond) + " more like these; the last: ";
  log_(crowd.key().second, (beyond == 1 ? "" : sum) + last);
}

void FewLines::End() {
  while (!crowds_.empty()) TellSum(Key(crowds_.begin()->first));
}

}  // namespace actions
