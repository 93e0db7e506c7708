// A proxy is written as a URL of a host.
#include "base/http/proxy.h"

#include "base/url.h"

namespace base::http {
namespace {

constexpr std::string_view kHttp = "http://";
constexpr std::string_view kSocks = "socks5h://";

Error NoProxy() {
  return {ErrorCode::kInvalid,
          "a proxy is HOST:PORT behind http:// or socks5h://"};
}

}  // namespace

Result<Proxy> ParseProxy(std::string_view text) {
  const bool socks = text.starts_with(kSocks);
  if (!socks && !text.starts_with(kHttp)) return NoProxy();
  const std::string_view host =
      text.substr(socks ? kSocks.size() : kHttp.size());
  const auto url = ParseUrl(std::string(kHttp) + std::string(host));
  if (!url) return url.error();
  const Proxy proxy{socks, url->host, url->port};
  // Also where the port is left out, for which there are many usual ones.
  return ProxyText(proxy) == text ? Result<Proxy>(proxy) : NoProxy();
}

std::string ProxyText(const Proxy& proxy) {
  const bool brackets = proxy.host.find(':') != proxy.host.npos;
  return std::string(proxy.socks ? kSocks : kHttp) + (brackets ? "[" : "") +
         proxy.host + (brackets ? "]:" : ":") + std::to_string(proxy.port);
}

}  // namespace base::http
