// OneLine: a text with foreign parts as one line of a sensible length.
#ifndef TOCSIN_BASE_ONE_LINE_H_
#define TOCSIN_BASE_ONE_LINE_H_

#include <string>
#include <string_view>

namespace base {

/// `text`, printable; of one that is longer than any path the middle is left
/// out, and how many bytes it has stands there.
std::string OneLine(std::string_view text);

}  // namespace base

#endif  // TOCSIN_BASE_ONE_LINE_H_
