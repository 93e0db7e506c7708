// Names end at the colon.
#include "actions/receivers/header_lines.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"

namespace actions {

bool HasHeader(const std::vector<std::string>& lines, std::string_view name) {
  return std::any_of(lines.begin(), lines.end(), [name](std::string_view one) {
    return base::EqualIgnoringCase(one.substr(0, one.find(':')), name);
  });
}

bool IsHeaderValue(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c < '\x7f'; });
}

bool MayBeSecret(std::string_view name) {
  const std::string lower = base::ToLower(name);
  constexpr std::string_view kWords[] = {"auth", "key", "token", "secret",
                                         "password"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&lower](std::string_view word) {
                       return lower.find(word) != lower.npos;
                     });
}

}  // namespace actions
