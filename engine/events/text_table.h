// TextTable: texts of event records as numbers, so that columns can hold them.
#ifndef TOCSIN_ENGINE_EVENTS_TEXT_TABLE_H_
#define TOCSIN_ENGINE_EVENTS_TEXT_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace engine::events {

/// Of more texts than these the oldest are forgotten; by then who was shown
/// them has read them. Threads: any.
class TextTable {
 public:
  static constexpr std::size_t kMostTexts = 100'000;
  /// Units: bytes.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  /// What is longer is cut, at a character. Units: bytes.
  static constexpr std::size_t kLongest = 4096;

  /// The same for the same, as long as it is known.
  double NumberOf(std::string_view text);
  /// Empty: forgotten.
  std::string TextOf(double number) const;

 private:
  void ForgetOldest();

  mutable std::mutex mutex_;
  std::deque<std::string> texts_;  // by number, from first_ on
  std::uint64_t first_ = 0;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string_view, std::uint64_t> numbers_;  // of texts_
};

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_TEXT_TABLE_H_
