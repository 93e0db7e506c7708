// The nearest of many names, within a budget.
#include "engine/check/suggest.h"

#include <algorithm>
#include <cstddef>

#include "grammar/nearest.h"

namespace engine::check {

std::string Suggester::DidYouMean(std::string_view wanted,
                                  const std::vector<std::string>& candidates) {
  std::size_t most = std::max<std::size_t>(1, wanted.size() / 4);
  const std::string* closest = nullptr;
  for (const std::string& candidate : candidates) {
    if (candidate == wanted) return {};
    if (grammar::FarInLength(wanted, candidate, most)) continue;
    const auto pairs =
        static_cast<std::int64_t>(wanted.size() * candidate.size());
    if (pairs > kMostCompared - compared_) return {};
    const std::size_t distance =
        grammar::EditDistance(wanted, candidate, most, &compared_);
    if (distance > most) continue;
    closest = &candidate;
    most = distance - 1;
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
