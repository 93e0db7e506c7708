// Byte by byte.
#include "actions/receivers/escaped.h"

#include <algorithm>

#include "base/ascii.h"

namespace actions {

std::string PercentEncoded(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (base::IsLetterOrDigit(c) || c == '-' || c == '.' || c == '_') {
      encoded += c;
    } else {
      encoded += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return encoded;
}

std::string SlackEscaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Shortened(std::string text, std::size_t times) {
  constexpr std::size_t kMost = 16 << 20;
  const std::size_t most = kMost / std::max<std::size_t>(times, 1);
  if (text.size() > most) text.resize(most);
  return text;
}

}  // namespace actions
