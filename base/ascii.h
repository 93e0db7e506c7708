// Letters and digits of ASCII, whatever the locale: words of rules, of
// protocols and of files are of these.
#ifndef TOCSIN_BASE_ASCII_H_
#define TOCSIN_BASE_ASCII_H_

#include <algorithm>
#include <string>
#include <string_view>

namespace base {

/// All take a byte as char or as int; what is no byte, an end of file say, is
/// no letter and no digit.
constexpr bool IsDigit(int c) { return c >= '0' && c <= '9'; }
constexpr bool IsLetter(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool IsLetterOrDigit(int c) { return IsLetter(c) || IsDigit(c); }

constexpr char ToLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string ToLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return ToLower(c); });
  return lower;
}

inline bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ToLower(x) == ToLower(y); });
}

}  // namespace base

#endif  // TOCSIN_BASE_ASCII_H_
