// Numbers are given once.
#include "engine/events/group_table.h"

namespace engine::events {

std::optional<pmapi::InstanceId> GroupTable::Find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  return Use(key);
}

pmapi::InstanceId GroupTable::NumberOf(const std::string& key,
                                       const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (const auto known = Use(key)) return *known;
  const auto group = groups_.insert(groups_.end(), {key, name, ++last_});
  by_key_.emplace(group->key, group);
  by_number_.emplace(last_, group);
  bytes_ += key.size() + name.size();
  while (groups_.size() > kMostKnown ||
         (bytes_ > kMostBytes && groups_.size() > 1)) {
    ForgetOldest();
  }
  return last_;
}

std::optional<pmapi::InstanceId> GroupTable::Use(std::string_view key) {
  const auto at = by_key_.find(key);
  if (at == by_key_.end()) return std::nullopt;
  groups_.splice(groups_.end(), groups_, at->second);
  return at->second->number;
}

void GroupTable::ForgetOldest() {
  const Group& oldest = groups_.front();
  bytes_ -= oldest.key.size() + oldest.name.size();
  by_key_.erase(oldest.key);
  by_number_.erase(oldest.number);
  groups_.pop_front();
}

std::string GroupTable::NameOf(pmapi::InstanceId number) const {
  if (number == kOther) return "(other)";
  const std::lock_guard lock(mutex_);
  const auto at = by_number_.find(number);
  return at == by_number_.end() ? std::string() : at->second->name;
}

}  // namespace engine::events
