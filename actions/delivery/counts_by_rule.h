// CountsByRule: how many notifications of a receiver and rule.
#ifndef TOCSIN_ACTIONS_DELIVERY_COUNTS_BY_RULE_H_
#define TOCSIN_ACTIONS_DELIVERY_COUNTS_BY_RULE_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace actions {

using CountsByRule = std::map<std::pair<std::string, std::string>, std::size_t>;

inline void Add(const CountsByRule& more, CountsByRule* counts) {
  for (const auto& [whose, count] : more) (*counts)[whose] += count;
}

/// None is below 0, and none that is 0 stays.
inline std::size_t SumOf(const CountsByRule& counts) {
  std::size_t sum = 0;
  for (const auto& [whose, count] : counts) sum += count;
  return sum;
}

/// Of all rules of `receiver`.
inline std::size_t CountFor(const std::string& receiver,
                            const CountsByRule& counts) {
  std::size_t sum = 0;
  for (auto one = counts.lower_bound({receiver, ""});
       one != counts.end() && one->first.first == receiver; ++one) {
    sum += one->second;
  }
  return sum;
}

inline void Subtract(const CountsByRule& less, CountsByRule* counts) {
  for (const auto& [whose, count] : less) {
    const auto found = counts->find(whose);
    if (found == counts->end()) continue;
    if (found->second <= count) {
      counts->erase(found);
    } else {
      found->second -= count;
    }
  }
}

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_COUNTS_BY_RULE_H_
