// Names, separated by commas.
#include "base/listed.h"

#include <algorithm>

namespace base {

std::string Listed(const std::vector<std::string_view>& names,
                   std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    text.append(i == 0 ? "" : ", ").append(names[i]);
  }
  if (shown == names.size()) return text;
  return text + " and " + std::to_string(names.size() - shown) + " more";
}

}  // namespace base
