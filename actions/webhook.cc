// A request a notification; what becomes of it is told by its answer.
#include "actions/webhook.h"

#include <random>
#include <set>
#include <utility>

#include "actions/delivery/retry.h"
#include "actions/notification/notification.h"

namespace actions {
namespace {

using base::http::Response;

bool WasSent(const base::Error& error) {
  return error.code == base::ErrorCode::kTimeout ||
         error.code == base::ErrorCode::kClosed;
}

/// Tells the first of a row, of a receiver and a rule, that has a problem,
/// whose words stand behind `before`.
Receivers::Templated FirstOfRow(const Log& log, const std::string& before) {
  using Key = std::pair<std::string, std::string>;
  return [log, before, rows = std::set<Key>()](
             const Notification& one, const std::string& problem) mutable {
    const Key key(one.receiver, one.rule);
    if (problem.empty()) return void(rows.erase(key));
    if (!rows.insert(key).second) return;
    log(LogLevel::kWarning, one.rule +
                                ": webhook: " + ShownReceiver(one.receiver) +
                                ": " + before + problem);
  };
}

std::function<void(bool, const std::string&)> Telling(const Log& log) {
  return [log](bool wrong, const std::string& text) {
    log(wrong ? LogLevel::kError : LogLevel::kInfo, text);
  };
}

}  // namespace

Webhook::Webhook(const WebhookContext& context)
    : zone_(context.zone),
      receivers_(*context.receivers),
      client_(context.loop),
      http_(&client_, context.receivers, context.loop, context.now),
      complaints_("webhook", context.log, "taken again"),
      flawed_(FirstOfRow(context.log, "taken, but ")),
      deliverer_(
          {.loop = context.loop,
           .transport = &transports_,
           .timers = context.loop,
           .now = context.now,
           .steady = context.steady,
           .folder = context.state,
           .seed = std::random_device()(),
           .tell = Telling(context.log),
           .tell_state = Telling(context.outbox),
           .lost =
               [log = context.losses](const std::string& text) {
                 log(LogLevel::kError, text);
               },
           .left = [log = context.losses](
                       const std::string& text) { log(LogLevel::kInfo, text); },
           .holdoffs = context.holdoffs,
           .busy = context.busy,
           .counts = context.counts}) {
  receivers_.set_now(context.now);
  receivers_.OnTemplated(FirstOfRow(context.log, ""));
  http_.OnFlaw([this](const Notification& one, const std::string& flaw) {
    flawed_(one, flaw);
  });
}

/// What is left knows receivers by name; a URL's is known once it has been
/// asked for.
void Webhook::Begin(const std::vector<std::string>& receivers) {
  std::set<std::string> names;
  for (const std::string& written : receivers) {
    names.insert(receivers_.NameOf(written));
  }
  deliverer_.Begin(std::move(names));
}

void Webhook::Perform(const engine::alarm::Event& event, const Done& done) {
  const std::string receiver = receivers_.NameOf(event.call.receiver);
  const std::string to = ShownReceiver(receiver) + ": ";
  auto one = NotificationOf(event, receiver, *zone_);
  if (!one) {
    complaints_.Wrong(Whose(event), to + one.error().message);
    return done(Outcome::kNotPerformed);
  }
  if (event.call.now) return Post(event, *std::move(one), done);
  deliverer_.Take(*std::move(one), [this, whose = Whose(event), to,
                                    done](const base::Result<void>& taken) {
    if (taken) {
      complaints_.Right(whose);
    } else {
      complaints_.Wrong(whose, to + taken.error().message);
    }
    done(taken ? Outcome::kSucceeded : Outcome::kNotPerformed);
  });
}

void Webhook::Post(const engine::alarm::Event& event, Notification notification,
                   const Done& done) {
  Sending one{Whose(event), WithoutJson(notification), done, {}};
  if (closed_ || sendings_.size() >= kMost) {
    const base::Error why{
        base::ErrorCode::kUnsupported,
        closed_ ? "the program ends"
                : std::to_string(sendings_.size()) + " others wait"};
    return done(OutcomeOf(one, why));
  }
  const std::uint64_t number = next_++;
  one.answer = http_.Ask(std::move(notification),
                         [this, number](const base::Result<Response>& answer) {
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
  const std::string to = ShownReceiver(sending.one.receiver) + ": ";
  if (!answer) {
    complaints_.Wrong(sending.whose, to + ProblemOf(answer));
    return WasSent(answer.error()) ? Outcome::kFailed : Outcome::kNotPerformed;
  }
  if (answer->status / 100 == 2) {
    complaints_.Right(sending.whose);
    flawed_(sending.one, answer->flaw);
    return Outcome::kSucceeded;
  }
  complaints_.Wrong(sending.whose, to + ProblemOf(answer));
  return Outcome::kFailed;
}

void Webhook::Abandon() {
  closed_ = true;
  deliverer_.End(kLastWrite);
  while (!sendings_.empty()) {
    Answered(sendings_.begin()->first,
             base::Error{base::ErrorCode::kUnsupported, "the program ends"});
  }
}

}  // namespace actions
