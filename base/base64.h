// Base64, as JSON carries bytes and HTTP carries passwords.
#ifndef TOCSIN_BASE_BASE64_H_
#define TOCSIN_BASE_BASE64_H_

#include <string>
#include <string_view>

namespace base {

/// In one line, padded. Source: RFC 4648, section 4.
std::string Base64(std::string_view bytes);

/// The bytes that `text` stands for, up to the first character that is none of
/// Base64()'s.
std::string FromBase64(std::string_view text);

}  // namespace base

#endif  // TOCSIN_BASE_BASE64_H_
