// What is said of foreign text stands before it and behind it: both stay.
#include "base/one_line.h"

#include <algorithm>

#include "base/printable.h"

namespace base {
namespace {

constexpr std::size_t kMost = 5000;  // a path has 4096 bytes at most
constexpr std::size_t kKept = 300;   // of either end
constexpr std::size_t kWidestLine = 160;

bool StartsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

/// Where the character begins that has the byte at `at`.
std::size_t CharacterAt(std::string_view text, std::size_t at) {
  while (at > 0 && !StartsCharacter(text[at])) --at;
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

std::string_view PartOfLine(std::string_view line, std::size_t at) {
  if (line.size() <= kWidestLine) return line;
  std::size_t first = 0;
  if (at >= kWidestLine / 2) {
    first = std::min(at - kWidestLine / 2, line.size() - kWidestLine);
  }
  std::size_t end = first + kWidestLine;
  while (first < at && !StartsCharacter(line[first])) ++first;
  while (end < line.size() && end > at && !StartsCharacter(line[end])) --end;
  return line.substr(first, end - first);
}

}  // namespace base
