// StringPool: strings as numbers, so that they fit a Block and equal strings
// are equal numbers.
#ifndef TOCSIN_PMAPI_BLOCK_STRINGS_H_
#define TOCSIN_PMAPI_BLOCK_STRINGS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pmapi {

/// Where strings come without end, as those of a metric that is always another,
/// the ones that are read no more are forgotten, and their numbers given to
/// others.
/// Threads: any.
class StringPool {
 public:
  static constexpr std::int64_t kForEver =
      std::numeric_limits<std::int64_t>::max();

  /// The number of `text`: where none is free, counted from 0 in order of first
  /// appearance. It is read in what was fetched for ticks before `end`.
  int Intern(std::string_view text, std::int64_t end = kForEver) {
    const std::lock_guard lock(mutex_);
    const auto at = index_.find(text);
    if (at == index_.end()) return Add(text, end);
    Entry& entry = entries_[at->second];
    entry.end = std::max(entry.end, end);
    return at->second;
  }

  /// What was fetched for ticks before `tick` is not read any more.
  void Forget(std::int64_t tick) {
    const std::lock_guard lock(mutex_);
    if (bytes_ <= limit_) return;
    for (std::size_t id = 0; id < entries_.size(); ++id) {
      if (entries_[id].end <= tick) Remove(static_cast<int>(id));
    }
    limit_ = std::max(kLeastLimit, 2 * bytes_);
  }

  /// REQUIRES: `id` came from Intern(), and is not forgotten. Lifetime: as long
  /// as it is not.
  std::string_view Text(int id) const {
    const std::lock_guard lock(mutex_);
    return entries_[id].text;
  }

  /// How many strings are remembered.
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return index_.size();
  }

 private:
  static constexpr std::size_t kLeastLimit = std::size_t{1} << 20;
  /// Of an entry and its place in the index, about. Units: bytes.
  static constexpr std::size_t kEntryBytes = 128;
  struct Entry {
    std::string text;
    std::int64_t end = kForEver;  // a free one has this, too
  };

  int Add(std::string_view text, std::int64_t end) {
    if (free_.empty()) {
      free_.push_back(static_cast<int>(entries_.size()));
      entries_.emplace_back();
    }
    const int id = free_.back();
    free_.pop_back();
    entries_[id] = {std::string(text), end};
    index_.emplace(entries_[id].text, id);
    bytes_ += text.size() + kEntryBytes;
    return id;
  }

  void Remove(int id) {
    bytes_ -= entries_[id].text.size() + kEntryBytes;
    index_.erase(entries_[id].text);
    entries_[id] = {};
    free_.push_back(id);
  }

  mutable std::mutex mutex_;
  std::deque<Entry> entries_;  // never moves what it holds
  std::unordered_map<std::string_view, int> index_;
  std::vector<int> free_;
  std::size_t bytes_ = 0;
  std::size_t limit_ = kLeastLimit;  // to look for what can be forgotten
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_STRINGS_H_
