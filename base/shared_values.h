// SharedValues: what many hold and nobody changes, of which equal ones are one.
#ifndef TOCSIN_BASE_SHARED_VALUES_H_
#define TOCSIN_BASE_SHARED_VALUES_H_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>

namespace base {

/// `Hash` and `Equal` as those of a std::unordered_set<T>. Threads: one at a
/// time; the values themselves are any thread's.
template <typename T, typename Hash, typename Equal>
class SharedValues {
 public:
  /// `value`, or the one that is equal to it, if somebody holds that.
  std::shared_ptr<const T> Share(T value) {
    const std::size_t hash = Hash()(value);
    const auto alike = values_.equal_range(hash);
    for (auto at = alike.first; at != alike.second; ++at) {
      auto known = at->second.lock();
      if (known != nullptr && Equal()(*known, value)) return known;
    }
    if (values_.size() >= most_) ForgetEnded();
    auto shared = std::make_shared<const T>(std::move(value));
    values_.emplace(hash, shared);
    return shared;
  }

  /// How many are kept in mind; nobody may hold some of them any more.
  std::size_t size() const { return values_.size(); }

 private:
  /// Seldom enough to cost nothing.
  void ForgetEnded() {
    std::erase_if(values_,
                  [](const auto& one) { return one.second.expired(); });
    most_ = std::max(kLeast, 2 * values_.size());
  }

  static constexpr std::size_t kLeast = 16;

  std::unordered_multimap<std::size_t, std::weak_ptr<const T>> values_;
  std::size_t most_ = kLeast;
};

}  // namespace base

#endif  // TOCSIN_BASE_SHARED_VALUES_H_
