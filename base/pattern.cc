// The wall around RE2.
#include "base/pattern.h"

#include <re2/re2.h>

#include <utility>

#include "base/pattern_options.h"
#include "base/posix_regex.h"

namespace base {

Pattern::Pattern(std::string text, std::unique_ptr<re2::RE2> regex)
    : text_(std::move(text)), regex_(std::move(regex)) {}
Pattern::~Pattern() = default;

Result<std::shared_ptr<const Pattern>> Pattern::Compile(
    const std::string& text) {
  const auto translated = TranslatePosixRegex(text);
  if (!translated) return translated.error();
  auto regex = std::make_unique<re2::RE2>(*translated, PatternOptions());
  if (!regex->ok()) {
    return Error{ErrorCode::kInvalid, regex->error()};
  }
  return std::shared_ptr<const Pattern>(new Pattern(text, std::move(regex)));
}

bool Pattern::Matches(std::string_view name) const {
  return re2::RE2::PartialMatch(re2::StringPiece(name.data(), name.size()),
                                *regex_);
}

}  // namespace base
