// Pattern: a POSIX extended regular expression, compiled.
#ifndef TOCSIN_BASE_PATTERN_H_
#define TOCSIN_BASE_PATTERN_H_

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace base {

class PositionMatcher;

/// Threads: safe to share.
class Pattern {
 public:
  /// Errors: kInvalid with the reason, kUnsupported for what RE2 cannot do.
  static Result<std::shared_ptr<const Pattern>> Compile(
      const std::string& text);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  /// True if some part of `name` matches.
  bool Matches(std::string_view name) const;
  const std::string& text() const { return text_; }
  /// True if what is repeated is counted so that a text made for it may take a
  /// hundred times as long as others.
  bool is_costly() const { return is_costly_; }

 private:
  Pattern(std::string text, std::unique_ptr<re2::RE2> regex,
          std::unique_ptr<PositionMatcher> positions, bool is_costly);

  std::string text_;
  std::unique_ptr<re2::RE2> regex_;
  std::unique_ptr<PositionMatcher> positions_;  // in place of `regex_`, or null
  bool is_costly_;
};

}  // namespace base

#endif  // TOCSIN_BASE_PATTERN_H_
