// Dispatch by kind, and what is still running.
#include "actions/live_actions.h"

#include <algorithm>
#include <random>
#include <utility>

#include "actions/alarm.h"
#include "actions/command_environment.h"
#include "actions/exec.h"
#include "actions/reliable_transports.h"
#include "actions/shell.h"
#include "actions/stomp.h"
#include "actions/syslog.h"
#include "base/calendar.h"
#include "grammar/names.h"

namespace actions {
namespace {

/// What `sink` would run.
std::function<Errand(const engine::alarm::Event&, const std::string&)> ErrandBy(
    CommandAction* sink) {
  return [sink](const engine::alarm::Event& event, const std::string& id) {
    Command command = sink->FittingTask(event, id).command;
    return Errand{std::move(command.input), std::move(command.path),
                  std::move(command.arguments), std::move(command.environment)};
  };
}

/// The message that `make` makes of an event.
template <typename Make>
auto MessageBy(Make make) {
  return [make](const engine::alarm::Event& event, const std::string& /*id*/) {
    return Errand{make(event), ""};
  };
}

/// Lifetime: both outlive it.
template <typename Sink>
std::unique_ptr<Transport> DatagramsBy(Sink* sink, base::loop::Timers* timers) {
  return std::make_unique<DatagramTransport>(
      timers,
      [sink](const std::string& message) { return sink->Send(message); });
}

/// Centuries beyond are as good as for ever.
base::Timestamp HeldUntil(base::Timestamp since, double holdoff) {
  constexpr double kLongest = 1e9;
  return since + base::Duration{static_cast<std::int64_t>(
                     std::min(holdoff, kLongest) * base::kNanosPerSecond)};
}

}  // namespace

LiveActions::LiveActions(const ActionContext& context)
    : lines_(context.log, context.loop),
      busy_log_(lines_.Of("busy")),
      held_log_(lines_.Of("held")),
      now_(context.now),
      zone_(context.zone),
      shows_syslog_(context.shows_syslog),
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
      lines_.Of("webhook"), lines_.Of("outbox"), context.log,
      [this](bool busy) { busy ? Begun() : Over(); }, context.deliveries,
      [this](const std::vector<Holdoff>& earlier) {
        if (holdoffs_) holdoffs_->Know(earlier);
      }});
  webhook_ = webhook.get();
  if (!context.replays) holdoffs_.emplace(webhook_->deliverer());

  sinks_[Kind::kPrint] =
      std::make_unique<Print>(zone, context.print, lines_.Of("print"));
  sinks_[Kind::kShell] =
      std::make_unique<Shell>(commands, zone, lines_.Of("shell"));
  sinks_[Kind::kAlarm] = std::make_unique<Alarm>(context.environment, zone,
                                                 &windows_, lines_.Of("alarm"));
  sinks_[Kind::kWebhook] = std::move(webhook);
  if (context.stomp) AddStomp(context);
  AddReliable(context, commands);
}

template <typename Sink>
Sink* LiveActions::AddSink(Kind kind, std::unique_ptr<Sink> sink) {
  Sink* const added = sink.get();
  sinks_[kind] = std::move(sink);
  return added;
}

/// Those that can also go by the outbox.
void LiveActions::AddReliable(const ActionContext& context,
                              const CommandContext& commands) {
  base::loop::Loop* const loop = context.loop;
  const base::Zone* const zone = context.zone;
  auto* const syslog =
      AddSink(Kind::kSyslog,
              std::make_unique<Syslog>(context.syslog_socket, context.pid, zone,
                                       loop, lines_.Of("syslog")));
  auto* const exec = AddSink(
      Kind::kExec, std::make_unique<Exec>(commands, zone, lines_.Of("exec")));
  auto* const journal = AddSink(
      Kind::kJournal, std::make_unique<Journal>(context.journal_socket, loop,
                                                zone, lines_.Of("journal")));
  auto* const mail =
      AddSink(Kind::kMail, std::make_unique<Mail>(context.sendmail, commands,
                                                  zone, lines_.Of("mail")));
  TransportByAction& transports = *webhook_->transports();
  transports.Add("syslog", DatagramsBy(syslog, loop));
  transports.Add("journal", DatagramsBy(journal, loop));
  transports.Add("stomp",
                 std::make_unique<StompTransport>(loop, broker_.get()));
  for (const char* action : {"exec", "mail"}) {
    transports.Add(action,
                   std::make_unique<ProgramTransport>(
                       loop, &commands_, commands.environment, commands.said));
  }
  const auto line = [syslog](const auto& event) {
    return syslog->Message(event);
  };
  const auto entry = [zone](const auto& event) {
    return JournalEntry(event, *zone);
  };
  const auto text = [](const auto& event) { return event.text(); };
  reliable_ = std::make_unique<Reliable>(
      webhook_->deliverer(),
      std::map<Kind, Reliable::Way>{
          {Kind::kSyslog, {context.syslog_socket, MessageBy(line)}},
          {Kind::kJournal, {context.journal_socket, MessageBy(entry)}},
          {Kind::kStomp, {broker_ ? broker_->name() : "", MessageBy(text)}},
          {Kind::kExec, {"", ErrandBy(exec)}},
          {Kind::kMail, {"", ErrandBy(mail)}}},
      lines_.Of("reliably"));
}

void LiveActions::AddStomp(const ActionContext& context) {
  const Log log = lines_.Of("stomp");
  base::loop::Loop* const loop = context.loop;
  broker_ = std::make_unique<StompBroker>(
      loop, [loop] { return base::loop::MakeTransport(loop); }, *context.stomp,
      std::random_device()(),
      [log](bool wrong, const std::string& text) {
        log(wrong ? LogLevel::kError : LogLevel::kInfo, "stomp: " + text);
      });
  broker_->OnChange(context.now, context.broker);
  sinks_[Kind::kStomp] = std::make_unique<Stomp>(broker_.get(), log);
}

void LiveActions::Begin(const std::vector<std::string>& receivers,
                        bool hold_off) {
  webhook_->Begin(receivers);
  if (hold_off) webhook_->deliverer()->WaitForHoldoffs(kFirstRead);
  if (broker_) broker_->Start();
}

ActionSink* LiveActions::SinkOf(const engine::expr::ast::Call& call) const {
  const bool shown = shows_syslog_ && call.kind == Kind::kSyslog;
  const auto sink = sinks_.find(shown ? Kind::kPrint : call.kind);
  if (sink == sinks_.end()) return nullptr;
  return call.reliably ? reliable_.get() : sink->second.get();
}

bool LiveActions::NeedsParts(const engine::expr::ast::Call& call) const {
  const ActionSink* const sink = SinkOf(call);
  return sink != nullptr && sink->NeedsParts(call);
}

void LiveActions::Perform(const engine::alarm::Event& event, const Done& done) {
  ActionSink* const sink = SinkOf(event.call);
  if (sink == nullptr) return done(Outcome::kNotPerformed);
  Begun();
  const auto holdoff = holdoffs_ ? holdoffs_->Begin(event) : std::nullopt;
  sink->Perform(event, [this, done, holdoff](Outcome outcome) {
    if (holdoff) holdoffs_->End(*holdoff, outcome);
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

/// A rule that is true and does nothing is one to look into.
std::optional<engine::alarm::LastPerformed> LiveActions::PerformedBefore(
    const engine::expr::ast::Call& call,
    const engine::expr::Statement& statement) {
  if (!holdoffs_) return std::nullopt;
  const auto before = holdoffs_->PerformedBefore(statement, call);
  if (!before) return before;
  const base::Timestamp until = HeldUntil(before->time, call.holdoff);
  if (now_() >= until) return before;
  std::string text = statement.name + ": its " + grammar::Name(call.kind) +
                     " is held off until ";
  base::AppendCtime(*zone_, until, &text);
  text += ": it was performed ";
  base::AppendCtime(*zone_, before->time, &text);
  held_log_(LogLevel::kInfo, text);
  return before;
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
  for (const auto& [kind, sink] : sinks_) {
    if (sink.get() != webhook_) sink->Abandon();
  }
  if (holdoffs_) holdoffs_->Abandon();
  webhook_->Abandon();  // the outbox's end
  lines_.End();
}

void LiveActions::WhenIdle(std::function<void()> idle) {
  if (running_ == 0) return idle();
  idle_ = std::move(idle);
}

}  // namespace actions
