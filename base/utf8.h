// Validation of UTF-8. Nothing else about text lives here.
#ifndef TOCSIN_BASE_UTF8_H_
#define TOCSIN_BASE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace base {

/// The offset of the first byte that is not part of well-formed UTF-8, or
/// `text.size()`. Source: RFC 3629, section 4.
std::size_t Utf8ValidPrefix(std::string_view text);

}  // namespace base

#endif  // TOCSIN_BASE_UTF8_H_
