// The wall around RE2, and the way round it.
#include "base/pattern.h"

#include <re2/re2.h>

#include <string_view>
#include <utility>

#include "base/pattern_options.h"
#include "base/perl_regex.h"
#include "base/position_matcher.h"
#include "base/posix_regex.h"
#include "base/regex_positions.h"

namespace base {

Pattern::Pattern(std::string text, std::unique_ptr<re2::RE2> regex,
                 std::unique_ptr<PositionMatcher> positions, bool is_costly)
    : text_(std::move(text)),
      regex_(std::move(regex)),
      positions_(std::move(positions)),
      is_costly_(is_costly) {}
Pattern::~Pattern() = default;

Result<std::shared_ptr<const Pattern>> Pattern::Compile(
    const std::string& text) {
  const auto translated = TranslatePosixRegex(text);
  if (!translated) return translated.error();
  auto regex = CompileBytes(*translated);
  if (!regex->ok()) {
    return Error{ErrorCode::kInvalid, regex->error()};
  }
  const int copies = HighestCount(*translated);
  std::unique_ptr<PositionMatcher> matcher;
  bool costly = false;
  if (MayBeCostly(*regex, copies)) {
    const auto positions = FindPositions(*translated);
    if (positions) matcher = std::make_unique<PositionMatcher>(*positions);
    costly =
        matcher ? matcher->cost() > kMostCost
                : copies > kFewCopies || HighestRange(*translated) > kFewStates;
  }
  return std::shared_ptr<const Pattern>(
      new Pattern(text, std::move(regex), std::move(matcher), costly));
}

bool Pattern::Matches(std::string_view name) const {
  if (positions_ != nullptr) return positions_->Matches(name);
  return re2::RE2::PartialMatch(re2::StringPiece(name.data(), name.size()),
                                *regex_);
}

}  // namespace base
