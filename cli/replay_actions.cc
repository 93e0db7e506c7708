// An action at a time, on a loop that runs for as long as that takes.
#include "cli/replay_actions.h"

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/calendar.h"
#include "cli/action_context.h"

namespace cli {
namespace {

/// Signals are looked for so often.
constexpr base::Duration kLook{base::kNanosPerSecond / 10};

/// Whether it is lost if it fails: where a rule has nothing to do in that case
/// and somebody was to be told. A command is not: it was run.
bool Tells(const engine::alarm::Event& event) {
  return !event.asked &&
         (event.call.kind == engine::expr::ast::ActionKind::kStomp ||
          event.call.kind == engine::expr::ast::ActionKind::kWebhook);
}

/// The end of the terminal ends us as SIGTERM does, unless nohup(1) has had it
/// ignored: what is begun is told then, and nothing is lost without a word.
void EndAtHangup() {
  struct sigaction as_started {};
  ::sigaction(SIGHUP, nullptr, &as_started);
  if (as_started.sa_handler == SIG_IGN) return;
  std::signal(SIGHUP, [](int) { ::raise(SIGTERM); });
}

}  // namespace

ReplayActions::ReplayActions(
    const ReplayContext& context,
    const std::vector<engine::expr::Statement>& statements,
    const std::optional<actions::StompSettings>& stomp)
    : context_(context), actions_(ContextOfActions(stomp)) {
  // Who does not read to the end is told of by write(2).
  std::signal(SIGPIPE, SIG_IGN);
  EndAtHangup();
  receivers_.Name(context.receivers->receivers());
  auto usr1 = loop_.OnSignal({SIGUSR1}, [this](int) { TellProgress(); });
  if (usr1) usr1_ = *std::move(usr1);
  actions_.Begin(ReceiversOf(statements), false);
}

actions::ActionContext ReplayActions::ContextOfActions(
    const std::optional<actions::StompSettings>& stomp) {
  auto context = ActionContextOf(context_.options, context_.zone,
                                 context_.clock, &loop_, &receivers_);
  context.replays = true;
  context.stomp = stomp;
  context.log = [messages = context_.messages](actions::LogLevel level,
                                               const std::string& text) {
    messages->Log(level, text);
  };
  context.print = [out = context_.process.out](std::string_view text) {
    using Written = actions::Print::Written;
    out->Print(text);
    return out->status() ? Written::kYes : Written::kOver;
  };
  context.deliveries = [this](const actions::DeliveryCounts& counts) {
    deliveries_ = counts;
    loop_.Stop();
  };
  // A command writes where we do, behind what is there.
  context.sharing = [out = context_.process.out](bool shared) {
    if (shared) out->Flush();
  };
  return context;
}

/// False if a signal came first. Who reads what is printed sees it before.
bool ReplayActions::WaitFor(const std::function<bool()>& done) {
  while (!done()) {
    context_.process.out->Flush();
    if (context_.process.signal() != 0) return false;
    const auto look = loop_.After(kLook, [this] { loop_.Stop(); });
    loop_.Run();
  }
  return true;
}

void ReplayActions::Perform(const engine::alarm::Event& event,
                            const Done& done) {
  if (context_.process.signal() != 0) return;
  last_ = event.time;
  const auto outcome = std::make_shared<std::optional<Outcome>>();
  actions_.Perform(event, [this, outcome](Outcome how) {
    *outcome = how;
    loop_.Stop();
  });
  if (!WaitFor([&] { return outcome->has_value(); })) {
    ++unfinished_;
    return;
  }
  ++(**outcome == Outcome::kNotPerformed ? not_performed_ : performed_);
  lost_ += **outcome == Outcome::kFailed && Tells(event);
  if (engine::expr::ast::GoesByOutbox(event.call) &&
      **outcome == Outcome::kSucceeded) {
    ++taken_;
    WaitForRoom();
  }
  done(**outcome);
}

/// An outbox that is slow has taken all at once: how much waits for it is known
/// when the loop has run. What an earlier run has left is not counted: it may
/// wait for long.
void ReplayActions::WaitForRoom() {
  const auto ran = std::make_shared<bool>(false);
  loop_.Post([this, ran] {
    *ran = true;
    loop_.Stop();
  });
  WaitFor([this, ran] {
    return *ran && deliveries_.bytes_in_memory < kMostBytesAhead &&
           taken_ < kMostAhead + deliveries_.delivered + deliveries_.given_up +
                        deliveries_.dropped;
  });
}

void ReplayActions::TellProgress() {
  std::string text = "at ";
  base::AppendCtime(context_.zone, last_, &text);
  context_.messages->Log(actions::LogLevel::kInfo,
                         text + ": actions: " + std::to_string(performed_) +
                             " performed, " + std::to_string(not_performed_) +
                             " not; " + std::to_string(deliveries_.waiting) +
                             " notifications wait");
}

bool ReplayActions::acted() const {
  return not_performed_ + lost_ + unfinished_ + deliveries_.given_up +
             deliveries_.dropped + deliveries_.in_memory ==
         0;
}

void ReplayActions::Finish() {
  bool idle = false;
  loop_.Post([&] {
    actions_.WhenIdle([&] {
      idle = true;
      loop_.Stop();
    });
  });
  WaitFor([&] { return idle; });
  actions_.Abandon();
  const auto tell = [this](std::size_t count, const char* what) {
    if (count == 0) return;
    context_.messages->Log(actions::LogLevel::kError, ActionsText(count, what));
  };
  tell(not_performed_, "not performed");
  tell(lost_, "performed in vain: refused, or not confirmed");
  tell(unfinished_, "not done yet: what follows from how it ends is not done");
}

}  // namespace cli
