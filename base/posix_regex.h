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
Result<std::string> TranslatePosixRegex(std::string_view posix);

}  // namespace base

#endif  // TOCSIN_BASE_POSIX_REGEX_H_
