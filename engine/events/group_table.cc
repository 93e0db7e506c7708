// Numbers are given once.
#include "engine/events/group_table.h"

namespace engine::events {

pmapi::InstanceId GroupTable::NumberOf(const std::string& key,
                                       const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = numbers_.try_emplace(key, last_ + 1);
  if (!is_new) return at->second;
  ++last_;
  names_.emplace(last_, name);
  keys_.push_back(key);
  if (keys_.size() > kMostNames) {
    const auto oldest = numbers_.find(keys_.front());
    names_.erase(oldest->second);
    numbers_.erase(oldest);
    keys_.pop_front();
  }
  return last_;
}

std::string GroupTable::NameOf(pmapi::InstanceId number) const {
  if (number == kOther) return "(other)";
  const std::lock_guard lock(mutex_);
  const auto at = names_.find(number);
  return at == names_.end() ? std::string() : at->second;
}

}  // namespace engine::events
