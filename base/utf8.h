// UTF-8: is it well-formed, and which characters are there. What a terminal
// makes of them is base/printable.h's.
#ifndef TOCSIN_BASE_UTF8_H_
#define TOCSIN_BASE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace base {

/// The character at the front of a text.
struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: nothing is there, or nothing well-formed
};

/// Source: RFC 3629, section 4.
Utf8Character Utf8Front(std::string_view text);

/// The offset of the first byte that is not part of well-formed UTF-8, or
/// `text.size()`. Source: RFC 3629, section 4.
std::size_t Utf8ValidPrefix(std::string_view text);

/// How much of `text` to keep for it to have at most `most` bytes: as many, or
/// up to the character that would be cut in two. Other bytes may be no UTF-8.
std::size_t Utf8Cut(std::string_view text, std::size_t most);

}  // namespace base

#endif  // TOCSIN_BASE_UTF8_H_
