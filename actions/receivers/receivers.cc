// Names of URLs, and the request that a receiver is sent.
#include "actions/receivers/receivers.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "actions/receivers/secret_file.h"
#include "base/ascii.h"
#include "base/base64.h"
#include "base/url.h"

namespace actions {
namespace {

/// Stands between scheme and host of a URL and its number: no name has it.
constexpr char kNumberSign = '#';

constexpr char kAgent[] = "User-Agent: tocsin";

/// The same in each run of the program: FNV-1a.
std::uint64_t NumberOf(const std::string& url) {
  std::uint64_t number = 0xcbf29ce484222325;
  for (const char c : url) {
    number = (number ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  }
  return number;
}

base::Result<std::string> UrlOf(const Receiver& receiver) {
  if (receiver.url_file.empty()) return receiver.url;
  auto line = ReadSecret(receiver.url_file);
  if (!line) return line.error();
  if (const auto url = base::ParseUrl(*line); !url) {
    // It may hold one the next time.
    return base::Error{base::ErrorCode::kCorrupt,
                       receiver.url_file + ": " + url.error().message};
  }
  return line;
}

/// A header's line, empty where nothing lets one in.
base::Result<std::string> Authorization(const Receiver& receiver) {
  const bool token = !receiver.token_file.empty();
  if (!token && receiver.password_file.empty()) return std::string();
  auto secret =
      ReadSecret(token ? receiver.token_file : receiver.password_file);
  if (!secret) return secret.error();
  if (token) return "Authorization: Bearer " + *secret;
  return "Authorization: Basic " + base::Base64(receiver.user + ':' + *secret);
}

/// Who a site says that we are is not said twice.
bool HasAgent(const std::vector<std::string>& headers) {
  return std::any_of(
      headers.begin(), headers.end(), [](const std::string& one) {
        return base::ToLower(one.substr(0, one.find(':'))) == "user-agent";
      });
}

base::Result<base::http::Request> RequestOf(const Receiver& receiver,
                                            const Notification& notification) {
  auto url = UrlOf(receiver);
  if (!url) return url.error();
  auto authorization = Authorization(receiver);
  if (!authorization) return authorization.error();
  auto body = BodyOf(receiver.body, notification);
  if (!body) return body.error();
  base::http::Request request;
  request.method = receiver.method;
  request.url = *std::move(url);
  request.headers = {"Content-Type: " + body->content_type};
  if (!HasAgent(receiver.headers)) request.headers.emplace_back(kAgent);
  request.headers.push_back("Idempotency-Key: " + notification.id);
  request.headers.insert(request.headers.end(), receiver.headers.begin(),
                         receiver.headers.end());
  if (!authorization->empty()) request.headers.push_back(*authorization);
  for (const std::string& header : request.headers) {
    if (header.find_first_of("\r\n") == header.npos) continue;
    return base::Error{base::ErrorCode::kInvalid, "a header is one line"};
  }
  request.body = std::move(body->text);
  request.connection = receiver.connection;
  request.connect_limit = receiver.connect_limit;
  request.limit = receiver.limit;
  return request;
}

}  // namespace

std::string Receivers::NameOf(const std::string& written) {
  const auto url = base::ParseUrl(written);
  if (!url) return written;
  char digits[16];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, NumberOf(written), 16).ptr;
  std::string name = base::OriginText(*url) + kNumberSign;
  name.append(digits, end);
  urls_[name].url = written;
  return name;
}

base::Result<base::http::Request> Receivers::RequestFor(
    const Notification& notification) const {
  const auto url = urls_.find(notification.receiver);
  const auto named = named_.find(notification.receiver);
  if (url == urls_.end() && named == named_.end()) {
    return base::Error{base::ErrorCode::kNotFound, "there is no such receiver"};
  }
  return RequestOf(named == named_.end() ? url->second : named->second,
                   notification);
}

std::string ShownReceiver(const std::string& name) {
  return name.substr(0, name.find(kNumberSign));
}

}  // namespace actions
