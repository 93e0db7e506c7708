// Which of many words is meant by one that is none of them.
#include "grammar/nearest.h"

#include <algorithm>
#include <vector>

#include "grammar/words.h"

namespace grammar {

std::size_t NearestLimit(std::string_view word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 3);
}

bool FarInLength(std::string_view a, std::string_view b, std::size_t most) {
  return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most;
}

// The optimal string alignment distance, three rows of its table at a time. No
// later row is nearer than the nearest of a row.
std::size_t EditDistance(std::string_view a, std::string_view b,
                         std::size_t most, std::int64_t* compared) {
  if (FarInLength(a, b, most)) return most + 1;
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1),
      row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    if (compared != nullptr) *compared += static_cast<std::int64_t>(b.size());
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1,
                         above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    if (*std::min_element(row.begin(), row.end()) > most) return most + 1;
    before.swap(above);
    above.swap(row);
  }
  return std::min(above[b.size()], most + 1);
}

std::string NearestKeyword(std::string_view word) {
  if (word.size() < 3 || word.size() > 24) return {};
  return Nearest(word, AllKeywords());
}

}  // namespace grammar
