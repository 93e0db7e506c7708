// What is said of foreign text stands before it and behind it: both stay.
#include "base/one_line.h"

#include "base/printable.h"

namespace base {
namespace {

constexpr std::size_t kMost = 5000;  // a path has 4096 bytes at most
constexpr std::size_t kKept = 300;   // of either end

/// Where the character begins that has the byte at `at`.
std::size_t CharacterAt(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) {
    --at;
  }
  return at;
}

}  // namespace

std::string OneLine(std::string_view text) {
  if (text.size() <= kMost) return Printable(text);
  const std::size_t begin = CharacterAt(text, kKept);
  const std::size_t end = CharacterAt(text, text.size() - kKept);
  return Printable(text.substr(0, begin)) + "... (" +
         std::to_string(end - begin) + " bytes) ..." +
         Printable(text.substr(end));
}

}  // namespace base
