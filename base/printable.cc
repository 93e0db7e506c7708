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

namespace {

std::string WithMarks(std::string_view text, std::string_view stays) {
  const auto is_plain = [stays](char c) {
    return (c >= ' ' && c <= '~') || stays.find(c) != stays.npos;
  };
  // Nearly every text: a report has a name at each evaluation.
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = Utf8Front(text);
    const bool steers = SteersTerminals(code) && !is_plain(text.front());
    if (bytes == 0 || steers) {
      printable += '?';
    } else {
      printable += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return printable;
}

}  // namespace

std::string Printable(std::string_view text) { return WithMarks(text, ""); }

std::string PrintableLines(std::string_view text) {
  return WithMarks(text, "\n\t");
}

}  // namespace base
