// PatternOptions: how RE2 reads our patterns. For the files of its wall alone.
#ifndef TOCSIN_BASE_PATTERN_OPTIONS_H_
#define TOCSIN_BASE_PATTERN_OPTIONS_H_

#include <re2/re2.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace base {

// RE2 makes states of sets of instructions as a text needs them. With more of
// these than this, and copies among them, or more copies of one part than that,
// a text may need new states all along: a megabyte takes up to ten seconds, and
// not two milliseconds.
inline constexpr int kFewInstructions = 100;
inline constexpr int kFewStates = 12;  // there are two to the power of it
// Of one part, as many as a sum in hexadecimal digits has.
inline constexpr int kFewCopies = 64;
// Of a byte: a megabyte takes a quarter of a second.
inline constexpr std::size_t kMostCost = 500;

/// Whether a text may need new states all along; `copies`, the highest count.
inline bool MayBeCostly(const re2::RE2& regex, int copies) {
  return copies > kFewStates ||
         (regex.ProgramSize() > kFewInstructions && copies > 1);
}

/// Bytes, whatever they are in UTF-8.
inline re2::RE2::Options PatternOptions() {
  /// A program this large takes some megabytes; no name needs one.
  constexpr std::int64_t kMaxMemory = 8 << 20;
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  return options;
}

/// Whether bytes beyond ASCII may stand in it, as they are or as \xbb or \273.
inline bool HasOtherBytes(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool escaped = next == 'x' || (next >= '0' && next <= '7');
    if (static_cast<unsigned char>(text[i]) >= 0x80) return true;
    if (text[i] == '\\' && escaped) return true;
  }
  return false;
}

/// RE2 of Debian 12 forgets that it reads bytes where all alternatives begin
/// with the same one beyond ASCII, and never finds \xbba|\xbbb. Behind an
/// empty expression it does, without its quick search for a beginning.
inline std::string BehindNothing(const std::string& text) {
  return HasOtherBytes(text) ? "(?:)(?:" + text + ")" : text;
}

/// `text` with these options, or what is wrong with it: ok() tells. What can
/// stand in no group, \Q without its \E, is as RE2 takes it.
inline std::unique_ptr<re2::RE2> CompileBytes(const std::string& text) {
  auto regex = std::make_unique<re2::RE2>(text, PatternOptions());
  const std::string in_group = BehindNothing(text);
  if (!regex->ok() || in_group == text) return regex;
  auto behind = std::make_unique<re2::RE2>(in_group, PatternOptions());
  return behind->ok() ? std::move(behind) : std::move(regex);
}

}  // namespace base

#endif  // TOCSIN_BASE_PATTERN_OPTIONS_H_
