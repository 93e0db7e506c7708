// One character after the other.
#include "base/printable.h"

#include <algorithm>

#include "base/utf8.h"

namespace base {

bool SteersTerminals(char32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;  // C0, C1
  if (code == 0x2028 || code == 0x2029) return true;              // separators
  return code == 0x61c || code == 0x200e || code == 0x200f ||
         (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string Printable(std::string_view text) {
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = Utf8Front(text);
    if (bytes == 0 || SteersTerminals(code)) {
      printable += '?';
    } else {
      printable += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return printable;
}

}  // namespace base
