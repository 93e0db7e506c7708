// Names of URLs, and the request that a receiver is sent.
#include "actions/receivers/receivers.h"

#include "actions/receivers/header_lines.h"
#include "actions/receivers/secret_file.h"
#include "base/base64.h"
#include "base/fnv.h"
#include "base/printable.h"
#include "base/url.h"

namespace actions {
namespace {

/// Stands between scheme and host of a URL and its number: no name has it.
constexpr char kNumberSign = '#';

constexpr char kAgent[] = "User-Agent: tocsin";

base::Result<std::string> UrlOf(const Receiver& receiver) {
  if (receiver.url_file.empty()) return receiver.url;
  auto line = ReadSecret(receiver.url_file, "url_file");
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
  auto secret = token ? ReadSecret(receiver.token_file, "token_file")
                      : ReadSecret(receiver.password_file, "password_file");
  if (!secret) return secret.error();
  if (token) {
    return (IsBearer(*secret) ? "Authorization: " : "Authorization: Bearer ") +
           *secret;
  }
  return "Authorization: Basic " + base::Base64(receiver.user + ':' + *secret);
}

base::Error NoReceiver() {
  return {base::ErrorCode::kNotFound, "there is no such receiver"};
}

constexpr char kCut[] =
    "sent with its text cut, which would stand there for each of its bindings";

/// What a template makes of what its author has not thought of is told all the
/// same.
base::Result<Body> BodyFor(const Receiver& receiver,
                           const Notification& notification,
                           base::Timestamp sent,
                           std::optional<std::string>* templated) {
  auto body = BodyOf(receiver.body, notification, sent);
  if (body) *templated = body->cut ? kCut : "";
  const bool none = receiver.body.form == BodyForm::kTemplate && !body &&
                    body.error().code == base::ErrorCode::kInvalid;
  if (!none) return body;
  *templated = body.error().message + ": sent as body: json";
  return BodyOf({}, notification, sent);
}

base::Result<base::http::Request> PostOf(
    const Receiver& receiver, const Notification& notification,
    base::Timestamp sent, std::optional<std::string>* templated) {
  auto url = UrlOf(receiver);
  if (!url) return url.error();
  auto authorization = Authorization(receiver);
  if (!authorization) return authorization.error();
  auto body = BodyFor(receiver, notification, sent, templated);
  if (!body) return body.error();
  base::http::Request request;
  request.method = receiver.method;
  request.url = *std::move(url);
  request.headers = {"Content-Type: " + body->content_type};
  // Who a site says that we are is not said twice.
  if (!HasHeader(receiver.headers, "User-Agent")) {
    request.headers.emplace_back(kAgent);
  }
  request.headers.push_back("Idempotency-Key: " + notification.id);
  request.headers.insert(request.headers.end(), receiver.headers.begin(),
                         receiver.headers.end());
  if (!authorization->empty()) request.headers.push_back(*authorization);
  for (const std::string& header : request.headers) {
    if (header.find_first_of("\r\n") == header.npos) continue;
    return base::Error{base::ErrorCode::kInvalid, "a header is one line"};
  }
  request.body = std::move(body->text);
  return request;
}

base::Result<base::http::Request> MailRequestOf(
    const Receiver& receiver, const Notification& notification) {
  base::http::Request request;
  request.url = receiver.url;
  request.method = "MAIL";
  request.envelope = receiver.envelope;
  auto message =
      MailBody(receiver.envelope->from, receiver.envelope->to, notification);
  if (!message) return message.error();
  request.body = *std::move(message);
  if (receiver.password_file.empty()) return request;
  auto password = ReadSecret(receiver.password_file, "password_file");
  if (!password) return password.error();
  request.envelope->password = *std::move(password);
  return request;
}

MadeRequest Make(const Receiver& receiver, const Notification& notification,
                 base::Timestamp sent) {
  MadeRequest made{base::http::Request()};
  made.request = receiver.envelope
                     ? MailRequestOf(receiver, notification)
                     : PostOf(receiver, notification, sent, &made.templated);
  if (!made.request) return made;
  base::http::Request& request = *made.request;
  request.connection = receiver.connection;
  request.connect_limit = receiver.connect_limit;
  request.limit = receiver.limit;
  if (receiver.proxy_password_file.empty()) return made;
  auto password =
      ReadSecret(receiver.proxy_password_file, "proxy_password_file");
  if (!password) {
    made.request = password.error();
  } else {
    request.connection.proxy_password = *std::move(password);
  }
  return made;
}

}  // namespace

std::vector<std::string> Receivers::Name(ReceiverMap named) {
  std::vector<std::string> gone;
  for (const auto& [name, receiver] : named_) {
    if (named.count(name) > 0 || asked_.count(name) == 0) continue;
    gone.push_back(name);
  }
  named_ = std::move(named);
  return gone;
}

std::string Receivers::NameOf(const std::string& written) {
  const auto url = base::ParseUrl(written);
  if (!url) return *asked_.insert(written).first;
  const std::string name =
      base::OriginText(*url) + kNumberSign + base::Fnv1aText(written);
  urls_[name].url = written;
  return name;
}

base::Duration Receivers::IntervalOf(const std::string& name) const {
  const auto named = named_.find(name);
  return named == named_.end() ? base::Duration() : named->second.interval;
}

const Receiver* Receivers::Find(const std::string& name) {
  asked_.insert(name);
  const auto named = named_.find(name);
  if (named != named_.end()) return &named->second;
  const auto url = urls_.find(name);
  return url == urls_.end() ? nullptr : &url->second;
}

base::Result<base::http::Request> Receivers::RequestFor(
    const Notification& notification) {
  const Receiver* receiver = Find(notification.receiver);
  if (receiver == nullptr) return NoReceiver();
  return RequestOf(notification,
                   Make(*receiver, notification, SentAt(notification)));
}

std::size_t Receivers::EffortOf(const Notification& notification) {
  constexpr std::size_t kUsual = 1 << 10;
  const Receiver* receiver = Find(notification.receiver);
  const std::size_t bytes =
      receiver == nullptr ? 0 : receiver->body.body_template.size();
  return notification.json.size() * std::max<std::size_t>(1, bytes / kUsual);
}

std::function<MadeRequest()> Receivers::MakerFor(Notification notification) {
  const Receiver* receiver = Find(notification.receiver);
  if (receiver == nullptr) return [] { return MadeRequest{NoReceiver()}; };
  const base::Timestamp sent = SentAt(notification);
  return [receiver = *receiver, one = std::move(notification), sent] {
    return Make(receiver, one, sent);
  };
}

base::Result<base::http::Request> Receivers::RequestOf(
    const Notification& notification, MadeRequest made) {
  if (made.templated) templated_(notification, *made.templated);
  return std::move(made.request);
}

std::string ShownReceiver(const std::string& name) {
  if (!ActionOf(name).empty()) return base::Printable(name);
  return name.substr(0, name.find(kNumberSign));
}

std::string WhoIsTold(const std::string& name) {
  return (ActionOf(name).empty() ? "webhook: " : "") + ShownReceiver(name);
}

}  // namespace actions
