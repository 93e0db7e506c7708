// Dispatch by kind, and what is still running.
#include "actions/live_actions.h"

#include <utility>

#include "actions/alarm.h"
#include "actions/command_environment.h"
#include "actions/exec.h"
#include "actions/shell.h"
#include "actions/syslog.h"

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
                  failures_.killed, failures_.failed});
          }),
      windows_(context.loop, context.loop, [this](int more) { Share(more); }) {
  base::loop::Loop* loop = context.loop;
  const base::Zone* zone = context.zone;
  const CommandContext commands{CommandEnvironment(context.environment),
                                &commands_, &failures_, !context.as_pmie,
                                lines_.Of("said")};
  auto webhook = std::make_unique<Webhook>(WebhookContext{
      zone, loop, context.receivers, context.now, context.steady, context.state,
      lines_.Of("webhook"), context.log,
      [this](bool busy) { busy ? Begun() : Over(); }, context.deliveries});
  webhook_ = webhook.get();

  sinks_[Kind::kPrint] =
      std::make_unique<Print>(zone, context.print, lines_.Of("print"));
  sinks_[Kind::kShell] = std::make_unique<Shell>(commands, lines_.Of("shell"));
  sinks_[Kind::kAlarm] = std::make_unique<Alarm>(context.environment, zone,
                                                 &windows_, lines_.Of("alarm"));
  sinks_[Kind::kSyslog] = std::make_unique<Syslog>(
      context.syslog_socket, context.pid, zone, loop, lines_.Of("syslog"));
  sinks_[Kind::kWebhook] = std::move(webhook);
  sinks_[Kind::kExec] =
      std::make_unique<Exec>(commands, zone, lines_.Of("exec"));
  sinks_[Kind::kJournal] = std::make_unique<Journal>(
      context.journal_socket, loop, lines_.Of("journal"));
  sinks_[Kind::kMail] = std::make_unique<Mail>(context.sendmail, commands, zone,
                                               lines_.Of("mail"));
}

void LiveActions::Begin(const std::vector<std::string>& receivers) {
  webhook_->Begin(receivers);
}

bool LiveActions::NeedsParts(const engine::expr::ast::Call& call) const {
  const auto sink = sinks_.find(call.kind);
  return sink != sinks_.end() && sink->second->NeedsParts(call);
}

void LiveActions::Perform(const engine::alarm::Event& event, const Done& done) {
  const auto sink = sinks_.find(event.call.kind);
  if (sink == sinks_.end()) return RefuseStomp(done);
  Begun();
  sink->second->Perform(event, [this, done](Outcome outcome) {
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
  for (const auto& [kind, sink] : sinks_) sink->Abandon();
  lines_.End();
}

void LiveActions::WhenIdle(std::function<void()> idle) {
  if (running_ == 0) return idle();
  idle_ = std::move(idle);
}

}  // namespace actions
