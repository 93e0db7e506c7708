// Globs: patterns as a shell has them for names of files, of whole names of
// instances and hosts. Regular expressions are base/pattern.h's.
#ifndef TOCSIN_RULES_SITE_GLOB_H_
#define TOCSIN_RULES_SITE_GLOB_H_

#include <optional>
#include <string>
#include <string_view>

namespace rules::site {

/// The POSIX extended regular expression that the same names match: `*` is any
/// bytes, `?` one, `[a-c]` and `[!a-c]` one of these or of others, `\x` is x.
/// Nothing where a [ is not closed or a \ is the last byte.
std::optional<std::string> RegexOfGlob(std::string_view glob);

/// True of one that a single name matches, `glob` itself.
bool IsOneName(std::string_view glob);

/// False only if no name matches both.
bool MayMeet(std::string_view a, std::string_view b);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_GLOB_H_
