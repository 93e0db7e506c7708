// Edit distance (optimal string alignment) with an early end.
#include "engine/check/suggest.h"

#include <algorithm>
#include <cstddef>

namespace engine::check {
namespace {

/// Names of lengths so different cannot be close.
bool FarInLength(std::string_view a, std::string_view b, int limit) {
  const std::size_t more = std::max(a.size(), b.size());
  return more - std::min(a.size(), b.size()) > static_cast<std::size_t>(limit);
}

// The distance, or anything above `limit` if it is more than that. Adds the
// pairs of letters that it has compared.
int EditDistance(std::string_view a, std::string_view b, int limit,
                 std::int64_t* compared) {
  std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    *compared += static_cast<std::int64_t>(b.size());
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    if (*std::min_element(row.begin(), row.end()) > limit) return limit + 1;
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string Suggester::DidYouMean(std::string_view wanted,
                                  const std::vector<std::string>& candidates) {
  int best = std::max(1, static_cast<int>(wanted.size()) / 4) + 1;
  const std::string* closest = nullptr;
  for (const std::string& candidate : candidates) {
    if (FarInLength(wanted, candidate, best - 1)) continue;
    const auto pairs =
        static_cast<std::int64_t>(wanted.size() * candidate.size());
    if (pairs > kMostCompared - compared_) return {};
    const int distance = EditDistance(wanted, candidate, best - 1, &compared_);
    if (distance >= best) continue;
    best = distance;
    closest = &candidate;
  }
  return closest ? "did you mean \"" + *closest + "\"?" : std::string();
}

std::string MetricsBelow(std::string_view prefix,
                         const std::vector<std::string>& metrics) {
  constexpr int kShown = 3;
  std::string hint;
  int found = 0;
  for (const std::string& metric : metrics) {
    if (metric.size() <= prefix.size() || metric[prefix.size()] != '.' ||
        metric.compare(0, prefix.size(), prefix) != 0) {
      continue;
    }
    if (++found > kShown) return hint + ", ...";
    hint += (found == 1 ? "it is a group of metrics: " : ", ") + metric;
  }
  return hint;
}

}  // namespace engine::check
