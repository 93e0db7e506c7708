// "Did you mean": the closest of the names that exist. Asked only after an
// error, so it may take its time, but not without end: a file may hold a
// thousand wrong names, or names of kilobytes, and a host a hundred thousand
// right ones.
#ifndef TOCSIN_ENGINE_CHECK_SUGGEST_H_
#define TOCSIN_ENGINE_CHECK_SUGGEST_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine::check {

/// Counts what one run compares: a wrong name beside ten thousand metrics takes
/// a few millions.
class Suggester {
 public:
  /// Pairs of letters that it compares at most.
  static constexpr std::int64_t kMostCompared = 100'000'000;

  /// `did you mean "NAME"?` with the candidate closest to `wanted` by edits
  /// (insert, delete, replace, swap of neighbours); empty if none is close, one
  /// is the same, or once as much has been compared as may be.
  std::string DidYouMean(std::string_view wanted,
                         const std::vector<std::string>& candidates);

  std::int64_t compared() const { return compared_; }

 private:
  std::int64_t compared_ = 0;
};

/// `it is not a metric but a group: A, B, ...` with the first metrics below.
std::string MetricsBelow(std::string_view prefix,
                         const std::vector<std::string>& metrics);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_SUGGEST_H_
