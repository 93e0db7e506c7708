// OneLine: a text with foreign parts as one line of a sensible length.
#ifndef TOCSIN_BASE_ONE_LINE_H_
#define TOCSIN_BASE_ONE_LINE_H_

#include <string>
#include <string_view>

namespace base {

/// `text`, printable; of one that is longer than any path the middle is left
/// out, and how many bytes it has stands there.
std::string OneLine(std::string_view text);

/// The part of `line` that is shown where the byte at `at`, or its end, is
/// pointed at: all of it, if it has 160 bytes at most. Cuts no character.
std::string_view PartOfLine(std::string_view line, std::size_t at);

}  // namespace base

#endif  // TOCSIN_BASE_ONE_LINE_H_
