// Proxy: through whom a request goes.
#ifndef TOCSIN_BASE_HTTP_PROXY_H_
#define TOCSIN_BASE_HTTP_PROXY_H_

#include <string>
#include <string_view>

#include "base/result.h"

namespace base::http {

/// Looks up the names of those behind it itself.
struct Proxy {
  bool socks = false;  // of SOCKS 5, or else of HTTP
  std::string host;    // a name, or an address without brackets
  int port = 0;
};

/// Takes "http://HOST:PORT" and "socks5h://HOST:PORT".
/// Errors: kInvalid: what is wrong, without a word of `text`.
Result<Proxy> ParseProxy(std::string_view text);

/// As ParseProxy() takes it.
std::string ProxyText(const Proxy& proxy);

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_PROXY_H_
