// The wall around RE2.
#include "base/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/pattern_options.h"
#include "base/posix_regex.h"

namespace base {
namespace {

// RE2 makes states of sets of instructions as a text needs them. With more of
// these than this, and of a part more copies than a sum in hexadecimal digits
// has, a text may need new states all along: a
// megabyte takes up to seconds, and not two milliseconds.
constexpr int kFewInstructions = 100;
constexpr int kFewCopies = 64;

/// Of a translated expression, where a brace is nothing else.
int HighestCount(std::string_view translated) {
  int highest = 0;
  int count = 0;
  bool counts = false;
  for (const char c : translated) {
    if (c == '{') counts = true;
    count = counts && c >= '0' && c <= '9' ? count * 10 + (c - '0') : 0;
    if (c == '}') counts = false;
    highest = std::max(highest, count);
  }
  return highest;
}

}  // namespace

Pattern::Pattern(std::string text, std::unique_ptr<re2::RE2> regex,
                 bool is_costly)
    : text_(std::move(text)), regex_(std::move(regex)), is_costly_(is_costly) {}
Pattern::~Pattern() = default;

Result<std::shared_ptr<const Pattern>> Pattern::Compile(
    const std::string& text) {
  const auto translated = TranslatePosixRegex(text);
  if (!translated) return translated.error();
  auto regex = std::make_unique<re2::RE2>(*translated, PatternOptions());
  if (!regex->ok()) {
    return Error{ErrorCode::kInvalid, regex->error()};
  }
  const bool costly = regex->ProgramSize() > kFewInstructions &&
                      HighestCount(*translated) > kFewCopies;
  return std::shared_ptr<const Pattern>(
      new Pattern(text, std::move(regex), costly));
}

bool Pattern::Matches(std::string_view name) const {
  return re2::RE2::PartialMatch(re2::StringPiece(name.data(), name.size()),
                                *regex_);
}

}  // namespace base
