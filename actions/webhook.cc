// A request a notification; what becomes of it is told by its answer.
#include "actions/webhook.h"

#include <utility>

#include "actions/notification/notification.h"

namespace actions {
namespace {

using base::http::Response;

bool WasSent(const base::Error& error) {
  return error.code == base::ErrorCode::kTimeout ||
         error.code == base::ErrorCode::kClosed;
}

}  // namespace

void Webhook::Perform(const engine::alarm::Event& event, const Done& done) {
  const std::string receiver = receivers_.NameOf(event.call.receiver);
  Sending one{Whose(event), ShownReceiver(receiver), done, {}};
  if (closed_ || sendings_.size() >= kMost) {
    const base::Error why{
        base::ErrorCode::kUnsupported,
        closed_ ? "the program ends"
                : std::to_string(sendings_.size()) + " others wait"};
    return done(OutcomeOf(one, why));
  }
  const auto request =
      receivers_.RequestFor(NotificationOf(event, receiver, *zone_));
  if (!request) return done(OutcomeOf(one, request.error()));
  const std::uint64_t number = next_++;
  one.answer = client_.Send(
      *request, [this, number](const base::Result<Response>& answer) {
        Answered(number, answer);
      });
  sendings_.emplace(number, std::move(one));
}

void Webhook::Answered(std::uint64_t number,
                       const base::Result<Response>& answer) {
  const auto node = sendings_.extract(number);
  const Outcome outcome = OutcomeOf(node.mapped(), answer);
  node.mapped().done(outcome);
}

Webhook::Outcome Webhook::OutcomeOf(const Sending& sending,
                                    const base::Result<Response>& answer) {
  const std::string to = sending.receiver + ": ";
  if (!answer) {
    complaints_.Wrong(sending.whose, to + answer.error().message);
    return WasSent(answer.error()) ? Outcome::kFailed : Outcome::kNotPerformed;
  }
  if (answer->status / 100 == 2) {
    complaints_.Right(sending.whose);
    return Outcome::kSucceeded;
  }
  complaints_.Wrong(sending.whose,
                    to + "answers " + std::to_string(answer->status));
  return Outcome::kFailed;
}

void Webhook::Abandon() {
  closed_ = true;
  while (!sendings_.empty()) {
    Answered(sendings_.begin()->first,
             base::Error{base::ErrorCode::kUnsupported, "the program ends"});
  }
}

}  // namespace actions
