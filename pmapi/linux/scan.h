// Lines, words and numbers of the kernel's texts, without copies. What a
// format means is in the parsers beside it.
#ifndef TOCSIN_PMAPI_LINUX_SCAN_H_
#define TOCSIN_PMAPI_LINUX_SCAN_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pmapi::lnx {

/// Cuts the next line off `text`; false at the end.
inline bool NextLine(std::string_view* text, std::string_view* line) {
  if (text->empty()) return false;
  const std::size_t end = text->find('\n');
  *line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return true;
}

/// Cuts the next word off `line`, between blanks and tabs; empty at the end.
inline std::string_view NextWord(std::string_view* line) {
  std::size_t at = 0;
  while (at < line->size() && ((*line)[at] == ' ' || (*line)[at] == '\t')) ++at;
  std::size_t end = at;
  while (end < line->size() && (*line)[end] != ' ' && (*line)[end] != '\t') {
    ++end;
  }
  const std::string_view word = line->substr(at, end - at);
  line->remove_prefix(end);
  return word;
}

/// `text` without blanks, tabs and newlines at both ends.
inline std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The number that `word` begins with, in `base`; a minus sign makes two's
/// complement. Nothing where there is none or it needs more than 64 bits.
inline std::optional<std::uint64_t> Number(std::string_view word,
                                           int base = 10) {
  const bool negative = !word.empty() && word[0] == '-';
  if (negative) word.remove_prefix(1);
  std::uint64_t value = 0;
  const auto got =
      std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (got.ec != std::errc()) return std::nullopt;
  return negative ? std::uint64_t{0} - value : value;
}

/// The decimal fraction that `word` begins with.
inline std::optional<double> Real(std::string_view word) {
  double value = 0;
  const auto got =
      std::from_chars(word.data(), word.data() + word.size(), value);
  if (got.ec != std::errc()) return std::nullopt;
  return value;
}

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_SCAN_H_
