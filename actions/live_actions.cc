// Dispatch by kind, and what is still running.
#include "actions/live_actions.h"

#include <utility>

namespace actions {

LiveActions::LiveActions(const ActionContext& context)
    : lines_(context.log, context.loop),
      busy_log_(lines_.Of("busy")),
      log_(context.log),
      sharing_(context.sharing),
      children_(context.loop, context.loop, [this](int more) { Share(more); }),
      commands_(
          &children_, context.loop, {},
          context.as_pmie ? [](LogLevel, const std::string&) {} : context.log,
          [this, tell = context.commands] {
            tell({commands_.running(), commands_.waiting(), commands_.delayed(),
                  shell_.killed(), shell_.failed()});
          }),
      windows_(context.loop, context.loop, [this](int more) { Share(more); }),
      print_(context.zone, context.print, lines_.Of("print")),
      shell_(context.environment, &commands_, !context.as_pmie,
             lines_.Of("shell")),
      alarm_(context.environment, context.zone, &windows_, lines_.Of("alarm")),
      syslog_(context.syslog_socket, context.pid, context.zone, context.loop,
              lines_.Of("syslog")),
      webhook_({context.zone, context.loop, context.receivers, context.now,
                context.steady, context.state, lines_.Of("webhook"),
                context.log, [this](bool busy) { busy ? Begun() : Over(); },
                context.deliveries}) {}

void LiveActions::Begin(const std::vector<std::string>& receivers) {
  webhook_.Begin(receivers);
}

bool LiveActions::NeedsParts(const engine::expr::ast::Call& call) const {
  return call.kind == engine::expr::ast::ActionKind::kWebhook;
}

void LiveActions::Perform(const engine::alarm::Event& event, const Done& done) {
  using Kind = engine::expr::ast::ActionKind;
  switch (event.call.kind) {
    case Kind::kPrint:
      return print_.Perform(event, done);
    case Kind::kShell:
      return PerformBy(&shell_, event, done);
    case Kind::kAlarm:
      return alarm_.Perform(event, done);
    case Kind::kSyslog:
      return PerformBy(&syslog_, event, done);
    case Kind::kWebhook:
      return PerformBy(&webhook_, event, done);
    case Kind::kStomp:
      return RefuseStomp(done);
  }
}

void LiveActions::PerformBy(EventSink* sink, const engine::alarm::Event& event,
                            const Done& done) {
  Begun();
  sink->Perform(event, [this, done](Outcome outcome) {
    done(outcome);
    Over();
  });
}

void LiveActions::Over() {
  if (--running_ == 0 && idle_) std::exchange(idle_, nullptr)();
}

void LiveActions::Share(int more) {
  const bool before = shares_ > 0;
  shares_ += more;
  if (const bool now = shares_ > 0; now != before) sharing_(now);
}

void LiveActions::RefuseStomp(const Done& done) {
  if (!std::exchange(stomp_refused_, true)) {
    log_(LogLevel::kError,
         "stomp is not available yet: every such action fails");
  }
  done(Outcome::kNotPerformed);
}

void LiveActions::StillBusy(const engine::expr::Statement& statement) {
  if (!busy_.insert(statement.name).second) return;
  const bool waits = commands_.Waits(statement.name);
  busy_log_(LogLevel::kWarning,
            statement.name + ": its action was due while " +
                (waits ? "the one before waited for its turn"
                       : "it was still being performed") +
                ": left out, now and later");
}

void LiveActions::Abandon() {
  idle_ = nullptr;
  commands_.Abandon();
  webhook_.Abandon();
  syslog_.Abandon();
  lines_.End();
}

void LiveActions::WhenIdle(std::function<void()> idle) {
  if (running_ == 0) return idle();
  idle_ = std::move(idle);
}

}  // namespace actions
