// Numbers are given once.
#include "engine/events/group_table.h"

namespace engine::events {
namespace {

/// A key is kept twice.
std::size_t BytesOf(const std::string& key, const std::string& name) {
  return 2 * key.size() + name.size();
}

}  // namespace

pmapi::InstanceId GroupTable::NumberOf(const std::string& key,
                                       const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = numbers_.try_emplace(key, last_ + 1);
  if (!is_new) return at->second;
  ++last_;
  names_.emplace(last_, name);
  keys_.push_back(key);
  bytes_ += BytesOf(key, name);
  while (keys_.size() > kMostNames ||
         (bytes_ > kMostBytes && keys_.size() > 1)) {
    ForgetOldest();
  }
  return last_;
}

void GroupTable::ForgetOldest() {
  const auto oldest = numbers_.find(keys_.front());
  const auto name = names_.find(oldest->second);
  bytes_ -= BytesOf(oldest->first, name->second);
  names_.erase(name);
  numbers_.erase(oldest);
  keys_.pop_front();
}

std::string GroupTable::NameOf(pmapi::InstanceId number) const {
  if (number == kOther) return "(other)";
  const std::lock_guard lock(mutex_);
  const auto at = names_.find(number);
  return at == names_.end() ? std::string() : at->second;
}

}  // namespace engine::events
