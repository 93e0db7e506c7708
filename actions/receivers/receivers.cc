// Names of URLs, and the request that JSON is posted by.
#include "actions/receivers/receivers.h"

#include <charconv>
#include <cstdint>

#include "base/url.h"

namespace actions {
namespace {

/// Stands between scheme and host of a URL and its number: no name has it.
constexpr char kNumberSign = '#';

/// The same in each run of the program: FNV-1a.
std::uint64_t NumberOf(const std::string& url) {
  std::uint64_t number = 0xcbf29ce484222325;
  for (const char c : url) {
    number = (number ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  }
  return number;
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
  urls_.emplace(name, written);
  return name;
}

base::Result<base::http::Request> Receivers::RequestFor(
    const Notification& notification) const {
  const auto url = urls_.find(notification.receiver);
  if (url == urls_.end()) {
    return base::Error{base::ErrorCode::kNotFound, "there is no such receiver"};
  }
  base::http::Request request;
  request.url = url->second;
  request.headers = {"Content-Type: application/json", "User-Agent: tocsin",
                     "Idempotency-Key: " + notification.id};
  request.body = notification.json;
  return request;
}

std::string ShownReceiver(const std::string& name) {
  return name.substr(0, name.find(kNumberSign));
}

}  // namespace actions
