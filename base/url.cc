// Scheme and authority are taken apart; of the rest only the characters count.
#include "base/url.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace base {
namespace {

constexpr int kLastPort = 65535;

int UsualPort(const Url& url) {
  if (url.mail) return url.encrypted ? 465 : 25;
  return url.encrypted ? 443 : 80;
}

Error Wrong(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

bool IsHost(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
  });
}

bool IsAddress6(std::string_view text) {
  return text.find(':') != text.npos &&
         text.find_first_not_of("0123456789abcdefABCDEF:.") == text.npos;
}

/// Takes `scheme`, which is in small letters, off the front of `text`.
bool TakeScheme(std::string_view scheme, std::string_view* text) {
  const bool begins = EqualIgnoringCase(text->substr(0, scheme.size()), scheme);
  if (begins) text->remove_prefix(scheme.size());
  return begins;
}

Result<int> ParsePort(std::string_view text) {
  int port = 0;
  const auto end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc() || stop != end || port < 1 || port > kLastPort) {
    return Wrong("the port of a URL is a number up to 65535");
  }
  return port;
}

/// What follows the scheme of `url`, which is known.
Result<Url> ParseRest(Url url, std::string_view text) {
  if (!std::all_of(text.begin(), text.end(),
                   [](char c) { return c > ' ' && c < '\x7f' && c != '\\'; })) {
    return Wrong(
        "a URL has no blanks, no \\ and no characters beyond ASCII: write %20 "
        "and its kin");
  }
  url.port = UsualPort(url);
  std::string_view authority = text.substr(0, text.find_first_of("/?#"));
  if (authority.find('@') != authority.npos) {
    return Wrong("a URL with a user or a password is not taken");
  }
  const bool bracket = authority.starts_with('[');
  const std::size_t size =
      std::min(authority.size(), authority.find(bracket ? ']' : ':'));
  const std::string_view host = authority.substr(bracket, size - bracket);
  const bool open = bracket && size == authority.size();
  if (open || !(bracket ? IsAddress6(host) : IsHost(host))) {
    return Wrong("a host's name or address follows " +
                 std::string(url.mail ? "smtp" : "http") + ":// in a URL");
  }
  url.host = host;
  authority.remove_prefix(size + bracket);
  if (authority.empty()) return url;
  if (authority.front() != ':')
    return Wrong("a port follows the host of a URL");
  const Result<int> port = ParsePort(authority.substr(1));
  if (!port) return port.error();
  url.port = *port;
  return url;
}

}  // namespace

Result<Url> ParseUrl(std::string_view text) {
  Url url;
  url.encrypted = TakeScheme("https://", &text);
  if (!url.encrypted && !TakeScheme("http://", &text)) {
    return Wrong("a URL begins with http:// or https://");
  }
  return ParseRest(url, text);
}

bool IsMailUrl(std::string_view text) {
  return TakeScheme("smtp://", &text) || TakeScheme("smtps://", &text);
}

bool IsHttpUrl(std::string_view text) {
  return TakeScheme("http://", &text) || TakeScheme("https://", &text);
}

Result<Url> ParseMailUrl(std::string_view text) {
  Url url;
  url.mail = true;
  url.encrypted = TakeScheme("smtps://", &text);
  if (!url.encrypted && !TakeScheme("smtp://", &text)) {
    return Wrong("a URL of mail begins with smtp:// or smtps://");
  }
  const std::size_t rest = text.find_first_of("/?#");
  if (rest != text.npos && text.substr(rest) != "/") {
    return Wrong("a URL of mail ends behind its host and port");
  }
  return ParseRest(url, text);
}

std::string OriginText(const Url& url) {
  std::string text = url.mail ? "smtp" : "http";
  text += url.encrypted ? "s://" : "://";
  const bool brackets = url.host.find(':') != url.host.npos;
  text += brackets ? "[" + url.host + "]" : url.host;
  if (url.port != UsualPort(url)) {
    text += ':' + std::to_string(url.port);
  }
  return text;
}

}  // namespace base
