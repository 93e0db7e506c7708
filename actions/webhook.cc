// A request a notification; what becomes of it is told by its answer.
#include "actions/webhook.h"

#include <random>
#include <utility>

#include "actions/json_body.h"
#include "base/url.h"

namespace actions {
namespace {

using base::http::Response;

/// A UUID: no two notifications have one, of no two processes.
/// Source: RFC 4122, section 4.4.
std::string NewId() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string id = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::uint64_t bits = 1;  // of which the highest is no digit's
  for (char& c : id) {
    if (c != 'x' && c != 'y') continue;
    if (bits == 1) bits = std::uint64_t{1} << 32 | random();
    c = kDigits[c == 'x' ? bits & 15 : 8 | (bits & 3)];
    bits >>= 4;
  }
  return id;
}

bool WasSent(const base::Error& error) {
  return error.code == base::ErrorCode::kTimeout ||
         error.code == base::ErrorCode::kClosed;
}

}  // namespace

void Webhook::Perform(const engine::alarm::Event& event, const Done& done) {
  const auto url = base::ParseUrl(event.call.receiver);
  Notification one{
      Whose(event), url ? base::OriginText(*url) : "no URL", done, {}};
  if (closed_ || notifications_.size() >= kMost) {
    const base::Error why{
        base::ErrorCode::kUnsupported,
        closed_ ? "the program ends"
                : std::to_string(notifications_.size()) + " others wait"};
    return done(OutcomeOf(one, why));
  }
  const std::string id = NewId();
  const std::uint64_t number = next_++;
  one.answer =
      client_.Send({.url = event.call.receiver,
                    .headers = {"Content-Type: application/json",
                                "User-Agent: tocsin", "Idempotency-Key: " + id},
                    .body = JsonBody(event, id, *zone_)},
                   [this, number](const base::Result<Response>& answer) {
                     Answered(number, answer);
                   });
  notifications_.emplace(number, std::move(one));
}

void Webhook::Answered(std::uint64_t number,
                       const base::Result<Response>& answer) {
  const auto node = notifications_.extract(number);
  const Outcome outcome = OutcomeOf(node.mapped(), answer);
  node.mapped().done(outcome);
}

Webhook::Outcome Webhook::OutcomeOf(const Notification& notification,
                                    const base::Result<Response>& answer) {
  const std::string to = notification.origin + ": ";
  if (!answer) {
    complaints_.Wrong(notification.whose, to + answer.error().message);
    return WasSent(answer.error()) ? Outcome::kFailed : Outcome::kNotPerformed;
  }
  if (answer->status / 100 == 2) {
    complaints_.Right(notification.whose);
    return Outcome::kSucceeded;
  }
  complaints_.Wrong(notification.whose,
                    to + "answers " + std::to_string(answer->status));
  return Outcome::kFailed;
}

void Webhook::Abandon() {
  closed_ = true;
  while (!notifications_.empty()) {
    Answered(notifications_.begin()->first,
             base::Error{base::ErrorCode::kUnsupported, "the program ends"});
  }
}

}  // namespace actions
