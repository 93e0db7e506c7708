// The wall around RE2.
#include "base/pattern.h"

#include <re2/re2.h>

#include <utility>

#include "base/posix_regex.h"

namespace base {
namespace {

/// A program this large takes some megabytes; no instance name needs one.
constexpr int64_t kMaxMemory = 8 << 20;

}  // namespace

Pattern::Pattern(std::string text, std::unique_ptr<re2::RE2> regex)
    : text_(std::move(text)), regex_(std::move(regex)) {}
Pattern::~Pattern() = default;

Result<std::shared_ptr<const Pattern>> Pattern::Compile(
    const std::string& text) {
  const auto translated = TranslatePosixRegex(text);
  if (!translated) return translated.error();
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  auto regex = std::make_unique<re2::RE2>(*translated, options);
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
