// Secrets are the URL behind its host, and the values of headers.
#include "actions/receivers/shown_exchange.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "actions/receivers/escaped.h"
#include "base/ascii.h"
#include "base/base64.h"
#include "base/printable.h"
#include "base/url.h"

namespace actions {
namespace {

constexpr std::string_view kOurAgent = "User-Agent: tocsin";
constexpr std::string_view kShownHeaders[] = {"Content-Type: ",
                                              "Idempotency-Key: "};
constexpr char kHidden[] = "...";
/// Of the answer. Units: bytes.
constexpr std::size_t kMostShown = 1000;
/// A shorter one would hide what is none.
constexpr std::size_t kShortestSecret = 4;
constexpr std::size_t kShortestPart = 8;

bool IsShown(const std::string& header) {
  if (header == kOurAgent) return true;
  return std::any_of(
      std::begin(kShownHeaders), std::end(kShownHeaders),
      [&header](std::string_view name) { return header.starts_with(name); });
}

/// Of a URL what is behind its host.
std::string RestOf(const std::string& url) {
  const std::size_t scheme = url.find("://");
  const std::size_t host = scheme == url.npos ? 0 : scheme + 3;
  const std::size_t rest = url.find_first_of("/?#", host);
  return rest == url.npos ? "" : url.substr(rest);
}

std::string HeaderValue(const std::string& header) {
  const std::size_t colon = header.find(": ");
  return colon == header.npos ? "" : header.substr(colon + 2);
}

/// What a server may repeat of a secret: what stands between any of `ends`.
void AddParts(const std::string& secret, const char* ends,
              std::vector<std::string>* secrets) {
  for (std::size_t begin = 0; begin < secret.size();) {
    const std::size_t end =
        std::min(secret.find_first_of(ends, begin), secret.size());
    if (end - begin >= kShortestPart) {
      secrets->push_back(secret.substr(begin, end - begin));
    }
    begin = end + 1;
  }
}

/// As they are, and as they are sent; the longer before what they consist of.
std::vector<std::string> SecretsOf(const base::http::Request& request) {
  const auto& [user, password] = std::tie(request.connection.proxy_user,
                                          request.connection.proxy_password);
  std::vector<std::string> secrets = {RestOf(request.url), password};
  if (!password.empty()) secrets.push_back(base::Base64(user + ':' + password));
  if (request.envelope) secrets.push_back(request.envelope->password);
  for (const std::string& header : request.headers) {
    if (IsShown(header)) continue;
    const std::string value = HeaderValue(header);
    secrets.push_back(value);
    secrets.push_back(value.substr(value.rfind(' ') + 1));
    const std::string login = base::FromBase64(secrets.back());
    secrets.push_back(login.substr(login.find(':') + 1));
    AddParts(value, " =\",;:", &secrets);
  }
  const std::string rest = RestOf(request.url);
  const std::string decoded = PercentDecoded(rest);
  secrets.push_back(decoded);
  AddParts(rest, "/?#&=;:", &secrets);
  AddParts(decoded, "/?#&=;:", &secrets);
  return secrets;
}

void Hide(const std::string& secret, std::string* text) {
  if (secret.size() < kShortestSecret) return;
  std::string shown;
  std::size_t from = 0;
  for (std::size_t at = text->find(secret); at != text->npos;
       at = text->find(secret, from)) {
    shown.append(*text, from, at - from);
    shown += kHidden;
    from = at + secret.size();
  }
  *text = shown.append(*text, from);
}

/// Takes the beginning of `secret` from the end of `text`, which is cut there.
void HideBeginning(const std::string& secret, std::string* text) {
  if (secret.size() < kShortestSecret) return;
  std::size_t size = std::min(secret.size() - 1, text->size());
  while (!text->ends_with(secret.substr(0, size))) --size;
  text->resize(text->size() - size);
}

/// %2f for %2F, as some write them.
std::string WithSmallHex(std::string text) {
  for (std::size_t at = text.find('%'); at != text.npos;
       at = text.find('%', at + 1)) {
    for (std::size_t i = at + 1; i < std::min(at + 3, text.size()); ++i) {
      text[i] = base::ToLower(text[i]);
    }
  }
  return text;
}

/// As in JSON, where many put a backslash before slashes, too.
std::string WithBackslashes(const char* before, std::string text) {
  for (std::size_t at = text.find_first_of(before); at != text.npos;
       at = text.find_first_of(before, at + 2)) {
    text.insert(at, 1, '\\');
  }
  return text;
}

/// As forms have them.
std::string WithPluses(std::string encoded) {
  for (std::size_t at = encoded.find("%20"); at != encoded.npos;
       at = encoded.find("%20", at)) {
    encoded.replace(at, 3, "+");
  }
  return encoded;
}

std::vector<std::string> SecretsAsWritten(const base::http::Request& request) {
  std::vector<std::string> all;
  for (const std::string& secret : SecretsOf(request)) {
    const std::string encoded = PercentEncoded(secret);
    for (const std::string& written :
         {secret, WithBackslashes("\"\\", secret),
          WithBackslashes("\"\\/", secret), encoded, WithSmallHex(encoded),
          WithPluses(encoded), MarkupEscaped(secret), SlackEscaped(secret)}) {
      all.push_back(written);
    }
  }
  return all;
}

/// Lines that end in CRLF end in LF.
std::string WithoutReturns(std::string text) {
  for (std::size_t at = text.find("\r\n"); at != text.npos;
       at = text.find("\r\n", at)) {
    text.erase(at, 1);
  }
  return text;
}

/// Where a redirection leads: scheme and host, for the rest may be a secret.
std::string ShownTarget(const std::string& target) {
  const auto url = base::ParseUrl(target);
  const std::string rest = RestOf(target);
  return (url ? base::OriginText(*url) : "") +
         (rest.size() > 1 || !url ? std::string("/") + kHidden : rest);
}

std::string ShownHeaders(const base::http::Response& response,
                         const std::vector<std::string>& secrets) {
  std::string text;
  if (!response.retry_after.empty()) {
    text = "Retry-After: " + response.retry_after.substr(0, kMostShown) + '\n';
  }
  for (const std::string& header : response.headers) {
    constexpr std::string_view kLocation = "Location: ";
    text += header.starts_with(kLocation)
                ? std::string(kLocation) + ShownTarget(HeaderValue(header))
                : header;
    text += '\n';
  }
  for (const std::string& secret : secrets) Hide(secret, &text);
  return text;
}

}  // namespace

std::string ShownRequest(const base::http::Request& request) {
  const auto url = request.envelope ? base::ParseMailUrl(request.url)
                                    : base::ParseUrl(request.url);
  std::string text = request.method + ' ';
  if (url) text += base::OriginText(*url);
  if (request.envelope) {
    return base::PrintableLines(text + '\n' + WithoutReturns(request.body));
  }
  text += RestOf(request.url).size() > 1 ? std::string("/") + kHidden : "/";
  text += '\n';
  for (const std::string& header : request.headers) {
    text += IsShown(header)
                ? header
                : header.substr(0, header.find(':')) + ": " + kHidden;
    text += '\n';
  }
  return base::PrintableLines(text + '\n' + request.body + '\n');
}

std::string ShownResponse(const base::http::Response& response,
                          const base::http::Request& request) {
  std::string body = WithoutReturns(response.body);
  const auto secrets = SecretsAsWritten(request);
  for (const std::string& secret : secrets) Hide(secret, &body);
  if (response.body.size() >= base::http::kMostBody) {
    for (const std::string& secret : secrets) HideBeginning(secret, &body);
  }
  if (body.size() > kMostShown) body = body.substr(0, kMostShown) + kHidden;
  const bool elsewhere = !response.of_mail && response.status / 100 == 3;
  std::string text = "status " + std::to_string(response.status) +
                     (elsewhere ? ": redirections are not followed\n" : "\n");
  text += ShownHeaders(response, secrets);
  if (!body.empty()) text += '\n' + body + '\n';
  return base::PrintableLines(text);
}

}  // namespace actions
