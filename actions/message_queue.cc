// A datagram a message, in order.
#include "actions/message_queue.h"

namespace actions {
namespace {

using Outcome = engine::alarm::EventSink::Outcome;

/// How long a full socket is left alone: a daemon that reads has made room by
/// then.
constexpr base::Duration kPause{10 * 1'000'000};

}  // namespace

Outcome MessageQueue::OutcomeOf(const Whose& whose,
                                const base::Result<void>& sent) {
  if (!sent) {
    complaints_.Wrong(whose, sent.error().message);
    return Outcome::kNotPerformed;
  }
  complaints_.Right(whose);
  return Outcome::kSucceeded;
}

/// Sends what waits, in order, until the socket is full: it takes some ten
/// messages, or as many as an administrator allows, before its daemon must have
/// read, and one tick may bring more.
void MessageQueue::SendAll() {
  sending_ = true;
  while (!queue_.empty()) {
    const auto sent = send_(queue_.front().text);
    const bool later =
        !sent && base::Passes(sent.error().system_errno) && !closed_;
    if (later && patience_.lasts(queue_.front().came)) {
      again_ = timers_.After(kPause, [this] {
        patience_.InVain(kPause);
        SendAll();
      });
      break;
    }
    if (sent) patience_.NotInVain();
    const QueuedMessage message = std::move(queue_.front());
    queue_.pop_front();
    message.done(OutcomeOf(message.whose, sent));
  }
  sending_ = false;
}

void MessageQueue::Abandon() {
  again_.Cancel();
  closed_ = true;
  if (!sending_) SendAll();
}

void MessageQueue::Add(const Whose& whose, std::string message,
                       const Done& done) {
  if (queue_.size() >= kMost) {
    return done(OutcomeOf(
        whose, base::Error{base::ErrorCode::kUnsupported,
                           std::to_string(queue_.size()) + " messages wait"}));
  }
  queue_.push_back({std::move(message), whose, done, patience_.now()});
  // Where others wait it follows them: after the pause, or in the SendAll()
  // that is going on and has called us.
  if (queue_.size() == 1 && !sending_) SendAll();
}

}  // namespace actions
