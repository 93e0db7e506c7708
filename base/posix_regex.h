// From POSIX extended regular expressions, as the C library reads them, to the
// syntax of RE2. Compiling and matching are pattern.h's.
#ifndef TOCSIN_BASE_POSIX_REGEX_H_
#define TOCSIN_BASE_POSIX_REGEX_H_

#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

/// The same expression for RE2 without options but Latin-1 and dot-newline;
/// bytes are characters, as in the C locale. What the C library accepts and
/// rejects is accepted and rejected, but for what RE2 cannot do: back
/// references, \< and \>. Errors: kInvalid with the reason, kUnsupported.
///
/// Why RE2: patterns and names may be anybody's, and names are matched at every
/// tick. RE2's time is linear in the name and its memory bounded; what would be
/// too large it refuses. regexec(3) takes 7 s and 135 MB to look for
/// "((((a{1,20}){1,20}){1,20}){1,20})b" in 40 letters, and 100 ms for
/// "(a|aa)*b" in 4000 of them, where RE2 takes 30 us. Which part of a name
/// matches, POSIX's longest or another, nobody asks.
Result<std::string> TranslatePosixRegex(std::string_view posix);

}  // namespace base

#endif  // TOCSIN_BASE_POSIX_REGEX_H_
