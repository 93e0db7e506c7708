// Byte by byte.
#include "actions/receivers/escaped.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"

namespace actions {
namespace {

/// `character`, whose number is `code`, 0 if it is none.
std::string_view MarkupOf(char32_t code, std::string_view character) {
  if (code == '&') return "&amp;";
  if (code == '<') return "&lt;";
  if (code == '>') return "&gt;";
  if (code == '"') return "&quot;";
  if (code == '\'') return "&apos;";
  if (code == '\r') return "&#13;";  // As it is it would be a newline.
  const bool control = code < ' ' && code != '\t' && code != '\n';
  const bool none = control || code == 0xfffe || code == 0xffff;
  return none ? "\xef\xbf\xbd" : character;
}

}  // namespace

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

std::string PercentDecoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const std::string_view digits =
        text[i] == '%' ? text.substr(i + 1, 2) : std::string_view();
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, byte, 16);
    const bool encoded = digits.size() == 2 && read.ptr == end;
    decoded += encoded ? static_cast<char>(byte) : text[i];
    if (encoded) i += 2;
  }
  return decoded;
}

std::string SlackEscaped(std::string_view text) {
  constexpr char kZeroWidthSpace[] = "\u200b";
  std::string escaped;
  bool in_word = false;
  for (const char c : text) {
    const bool names = c == '@' && !in_word;
    in_word = base::IsLetterOrDigit(c);
    if (names) {
      escaped += std::string(1, c) + kZeroWidthSpace;
    } else if (c == '&') {
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

std::string MarkupEscaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto [code, bytes] = base::Utf8Front(text);
    const std::string_view front =
        text.substr(0, std::max<std::size_t>(bytes, 1));
    escaped += MarkupOf(code, front);
    text.remove_prefix(front.size());
  }
  return escaped;
}

std::string Shortened(std::string text, std::size_t times) {
  constexpr std::size_t kMost = 16 << 20;
  const std::size_t most = kMost / std::max<std::size_t>(times, 1);
  if (text.size() <= most) return text;
  constexpr std::string_view kMark = "...";
  text.resize(most - std::min(most, kMark.size()));
  text.resize(base::Utf8ValidPrefix(text));
  return text.append(kMark.substr(0, most));
}

}  // namespace actions
