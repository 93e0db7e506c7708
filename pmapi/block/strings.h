// StringPool: strings as numbers, so that they fit a Block and equal strings
// are equal numbers.
#ifndef TOCSIN_PMAPI_BLOCK_STRINGS_H_
#define TOCSIN_PMAPI_BLOCK_STRINGS_H_

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pmapi {

/// Grows with the number of different strings that were seen.
class StringPool {
 public:
  /// The number of `text`: counted from 0 in order of first appearance.
  int Intern(std::string_view text) {
    const auto at = index_.find(text);
    if (at != index_.end()) return at->second;
    const int id = static_cast<int>(texts_.size());
    index_.emplace(texts_.emplace_back(text), id);
    return id;
  }

  /// REQUIRES: `id` came from Intern(). Lifetime: the pool's.
  std::string_view Text(int id) const { return texts_[id]; }

 private:
  std::deque<std::string> texts_;  // never moves what it holds
  std::unordered_map<std::string_view, int> index_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_STRINGS_H_
