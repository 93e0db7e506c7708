// Selects: whether an action's text tells of what made its rule true.
#ifndef TOCSIN_ENGINE_EXPR_SELECTORS_H_
#define TOCSIN_ENGINE_EXPR_SELECTORS_H_

#include <cstddef>
#include <string_view>

namespace engine::expr {

/// %h, %i, %v and %c.
inline constexpr std::string_view kSelectors = "hivc";

/// True if one of `selectors` ("ih": %i and %h) stands in `text`.
inline bool Selects(std::string_view text, std::string_view selectors) {
  for (std::size_t at = text.find('%'); at != text.npos;
       at = text.find('%', at + 1)) {
    if (at + 1 < text.size() &&
        selectors.find(text[at + 1]) != selectors.npos) {
      return true;
    }
  }
  return false;
}

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_SELECTORS_H_
