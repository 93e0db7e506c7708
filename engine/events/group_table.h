// GroupTable: the lanes of `by`: a number and a name for each value that a
// parameter has had.
#ifndef TOCSIN_ENGINE_EVENTS_GROUP_TABLE_H_
#define TOCSIN_ENGINE_EVENTS_GROUP_TABLE_H_

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pmapi/metric/metric.h"

namespace engine::events {

/// Threads: any.
class GroupTable {
 public:
  /// The lane of all groups that there is no room for.
  static constexpr pmapi::InstanceId kOther = 0;
  /// Of more groups those are forgotten that have not been used for longest.
  static constexpr std::size_t kMostKnown = 100'000;
  /// Of their keys and names.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  /// `domain`: what these lanes are numbers of, which no metric has.
  explicit GroupTable(pmapi::InDom domain) : domain_(domain) {}

  pmapi::InDom domain() const { return domain_; }
  /// The number of the group `key`, which is used now; nothing: it is not
  /// known.
  std::optional<pmapi::InstanceId> Find(std::string_view key);
  /// The same; if it is new it is called `name`.
  pmapi::InstanceId NumberOf(const std::string& key, const std::string& name);
  /// Empty: forgotten.
  std::string NameOf(pmapi::InstanceId number) const;

 private:
  struct Group {
    std::string key;
    std::string name;
    pmapi::InstanceId number;
  };
  using Groups = std::list<Group>;

  std::optional<pmapi::InstanceId> Use(std::string_view key);
  void ForgetOldest();

  pmapi::InDom domain_;
  mutable std::mutex mutex_;
  pmapi::InstanceId last_ = kOther;
  Groups groups_;  // the one that was used last is at the end
  std::unordered_map<std::string_view, Groups::iterator> by_key_;
  std::unordered_map<pmapi::InstanceId, Groups::iterator> by_number_;
  std::size_t bytes_ = 0;
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_GROUP_TABLE_H_
