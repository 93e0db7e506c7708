// The only place of this folder that knows RE2.
#include "engine/check/pattern.h"

#include <re2/re2.h>

namespace engine::check {

std::optional<std::string> PatternMistake(const std::string& pattern) {
  RE2::Options options(RE2::POSIX);
  options.set_log_errors(false);
  const RE2 re2(pattern, options);
  if (re2.ok()) return std::nullopt;
  return re2.error();
}

}  // namespace engine::check
