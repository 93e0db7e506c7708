// Whether a POSIX extended regular expression is one. Matching is
// engine/program's.
#ifndef TOCSIN_ENGINE_CHECK_PATTERN_H_
#define TOCSIN_ENGINE_CHECK_PATTERN_H_

#include <optional>
#include <string>

namespace engine::check {

/// What is wrong with `pattern`; nothing if it is a POSIX extended regular
/// expression.
std::optional<std::string> PatternMistake(const std::string& pattern);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_PATTERN_H_
