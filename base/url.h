// Url: where an HTTP request or a mail goes: what may stand in a rule, and what
// of it in a log. Requests are base/http's.
#ifndef TOCSIN_BASE_URL_H_
#define TOCSIN_BASE_URL_H_

#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

/// Of "https://[::1]:8443/path?query": true, "::1", 8443. Path and query are
/// whoever's who has the text; they may be secrets.
struct Url {
  bool encrypted = false;
  std::string host;  // a name, or an address without brackets
  int port = 0;
  bool mail = false;  // of smtp, or smtps where it is encrypted

  friend bool operator==(const Url&, const Url&) = default;
};

/// Takes absolute URLs of http and https, in ASCII.
/// Errors: kInvalid: what is wrong, without a word of `text`. A user or a
/// password in it is wrong: too many read rules.
/// Source: RFC 3986, section 3.
Result<Url> ParseUrl(std::string_view text);

/// Takes those of smtp and smtps, which have no path, with the same errors.
Result<Url> ParseMailUrl(std::string_view text);

/// True if `text` begins as those do.
bool IsMailUrl(std::string_view text);
/// True if it begins as those of http and https do.
bool IsHttpUrl(std::string_view text);

/// "https://alerts.example.com", with the port where it is not the usual one:
/// all of a URL that is shown.
std::string OriginText(const Url& url);

}  // namespace base

#endif  // TOCSIN_BASE_URL_H_
