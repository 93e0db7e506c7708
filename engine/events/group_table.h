// GroupTable: the lanes of `by`: a number and a name for each value that a
// parameter has had.
#ifndef TOCSIN_ENGINE_EVENTS_GROUP_TABLE_H_
#define TOCSIN_ENGINE_EVENTS_GROUP_TABLE_H_

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>

#include "pmapi/metric/metric.h"

namespace engine::events {

/// Threads: any.
class GroupTable {
 public:
  /// The lane of all groups that there is no room for.
  static constexpr pmapi::InstanceId kOther = 0;
  /// Of more names the oldest are forgotten.
  static constexpr std::size_t kMostNames = 100'000;
  /// Of them and what they are known by.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  /// `domain`: what these lanes are numbers of, which no metric has.
  explicit GroupTable(pmapi::InDom domain) : domain_(domain) {}

  pmapi::InDom domain() const { return domain_; }
  /// The number of the group `key`, which is called `name`.
  pmapi::InstanceId NumberOf(const std::string& key, const std::string& name);
  /// Empty: forgotten.
  std::string NameOf(pmapi::InstanceId number) const;

 private:
  void ForgetOldest();

  pmapi::InDom domain_;
  mutable std::mutex mutex_;
  pmapi::InstanceId last_ = kOther;
  std::unordered_map<std::string, pmapi::InstanceId> numbers_;
  std::unordered_map<pmapi::InstanceId, std::string> names_;
  std::deque<std::string> keys_;  // by age
  std::size_t bytes_ = 0;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_GROUP_TABLE_H_
