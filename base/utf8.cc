// UTF-8 by the table of well-formed byte sequences.
#include "base/utf8.h"

#include <algorithm>

namespace base {
namespace {

/// The number of bytes of the well-formed character at the front, or 0.
/// REQUIRES: `t` is not empty.
std::size_t CharacterLength(std::string_view t) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(t[i]);
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) {
    return t.size() >= 2 && tail(1) ? 2 : 0;
  }
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (t.size() < 3 || !tail(1) || !tail(2)) return 0;
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;   // overlong
    if (lead == 0xED && byte(1) >= 0xA0) return 0;  // surrogate
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (t.size() < 4 || !tail(1) || !tail(2) || !tail(3)) return 0;
    if (lead == 0xF0 && byte(1) < 0x90) return 0;   // overlong
    if (lead == 0xF4 && byte(1) >= 0x90) return 0;  // beyond U+10FFFF
    return 4;
  }
  return 0;
}

}  // namespace

Utf8Character Utf8Front(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t bytes = CharacterLength(text);
  if (bytes == 0) return {};
  const unsigned lead = static_cast<unsigned char>(text[0]);
  // Of a lead byte of n + 1 ones the rest is the code's.
  char32_t code = bytes == 1 ? lead : lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  return {code, bytes};
}

std::size_t Utf8ValidPrefix(std::string_view text) {
  std::size_t at = 0;
  while (const std::size_t bytes = Utf8Front(text.substr(at)).bytes) {
    at += bytes;
  }
  return at;
}

std::size_t Utf8Cut(std::string_view text, std::size_t most) {
  constexpr std::size_t kLongest = 4;
  if (text.size() <= most) return text.size();
  for (std::size_t before = 1; before < std::min(kLongest, most + 1);
       ++before) {
    const std::size_t at = most - before;
    if (Utf8Front(text.substr(at)).bytes > before) return at;
  }
  return most;
}

}  // namespace base
