// Hosts first, then rules, then their evaluation; signals all the while.
#include "cli/live_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <utility>

#include "base/calendar.h"
#include "base/listed.h"
#include "cli/action_context.h"
#include "cli/diagnostic_text.h"
#include "cli/host_reports.h"
#include "cli/losses.h"
#include "cli/pmcd_options.h"
#include "cli/stomp_file.h"

namespace cli {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;

/// How long all rules wait for all hosts where some of them answer.
constexpr base::Duration kPatience{base::kNanosPerSecond};
constexpr base::Duration kUntilShown{base::kNanosPerSecond / 5};

/// Whether this process has a terminal, the end of which SIGHUP then tells.
bool HasTerminal() {
  const int terminal = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return false;
  ::close(terminal);
  return true;
}

/// False where nohup(1) has had SIGHUP ignored.
bool HangupIsHeard() {
  struct sigaction as_started {};
  ::sigaction(SIGHUP, nullptr, &as_started);
  return as_started.sa_handler != SIG_IGN;
}

}  // namespace

LiveRun::LiveRun(const LiveContext& context)
    : context_(context),
      options_(context.options),
      messages_(context.messages),
      session_(context.process),
      status_(context.process, options_, context.zone, &messages_,
              context.clock, &session_) {
  session_.hosts().UseDerived(context.derived);
  session_.hosts().Follow(ThisHost());
  session_.hosts().Store(options_.stores, [this](const std::string& problem) {
    messages_.Log(LogLevel::kWarning, problem);
  });
  if (messages_.as_pmie()) session_.hosts().TakeAnyPort();
  if (context.names != nullptr) session_.hosts().UseNames(*context.names);
  if (!options_.interactive) LiveSession::HoldBack({SIGHUP, SIGUSR1});
}

/// What this host is asked for besides its metrics.
pmapi::LinuxOptions LiveRun::ThisHost() {
  pmapi::LinuxOptions here;
  here.logs = options_.logs;
  here.journal = options_.journal.value_or("");
  if (!options_.journal_resume) return here;
  here.journal_state = options_.state;
  here.journal_news.not_kept = [this](const base::Error& why) {
    messages_.Log(LogLevel::kError, why.message);
  };
  if (options_.quiet) return here;
  here.journal_news.begun = [this](std::optional<base::Timestamp> place) {
    messages_.Log(LogLevel::kInfo, JournalBegins(place));
  };
  return here;
}

std::string LiveRun::JournalBegins(
    const std::optional<base::Timestamp>& place) const {
  if (!place) {
    return "the journal is read from now on: " + options_.state +
           " has no place in it yet";
  }
  if (place->ns == 0) {
    return "the journal is read from its first entry on: it had none when it "
           "was left";
  }
  std::string text = "the journal is read on from ";
  base::AppendCtime(context_.zone, *place, &text);
  return text +
         ", where it was left: what waited then for other records, and what "
         "windows held, is begun anew";
}

bool LiveRun::Listen() {
  if (session_.listens()) return true;
  // With SIGPIPE ignored, write(2) tells that a reader is gone.
  std::signal(SIGPIPE, SIG_IGN);
  // A run in the foreground with a log, or without a terminal, is a
  // supervisor's to end; pmie outlives its terminal.
  hangup_ends_ = !options_.daemon() && !options_.log_file &&
                 !messages_.as_pmie() && HasTerminal() && HangupIsHeard();
  std::vector<int> others;
  if (!options_.interactive) others = {SIGHUP, SIGUSR1};
  const auto heard = session_.Listen(others, [this](int n) { Signalled(n); });
  if (!heard) {
    messages_.ComplainAs(heard.error().message);
    return false;
  }
  return true;
}

/// At the prompt of -d signals have their default actions.
void LiveRun::StopListening() {
  if (options_.interactive) session_.StopListening();
}

void LiveRun::Signalled(int number) {
  if (number == SIGHUP) {
    if (hangup_ends_) return session_.End(SIGTERM);
    BeginLogAnew();
    return ReadReceiversAnew();
  }
  // The state is told once rules are evaluated: before that there is none.
  if (evaluating_) return DumpState();
  state_asked_ = true;
}

void LiveRun::BeginLogAnew() {
  if (!options_.log_file) return;
  if (!options_.daemon() && messages_.as_pmie()) return;
  if (!context_.files->RotateLog()) return;
  // pmie's new log does not say that it is the primary one.
  if (source_said_) SaySource(options_.primary && !messages_.as_pmie());
}

/// What is to be sent from now on goes where the files say now; of files that
/// there were not at the start nobody is told until there are some.
void LiveRun::ReadReceiversAnew() {
  if (messages_.as_pmie()) return;
  ReceiverFiles anew;
  const auto read = anew.Read(options_.receivers);
  if (!anew.any_read() && !context_.receivers.any_read()) return;
  messages_.Complain(DiagnosticText(anew.diagnostics()));
  if (!read || anew.has_errors()) {
    const std::string why = read ? "" : ": " + read.error().message;
    return messages_.Log(
        LogLevel::kError,
        "the receivers cannot be read anew, and stay what they were" + why);
  }
  const auto gone = receivers_.Name(anew.receivers());
  messages_.Log(LogLevel::kInfo, "the receivers are read anew");
  for (const std::string& name : gone) {
    messages_.Log(LogLevel::kWarning,
                  "there is no receiver called " + name +
                      " any more: what it was to be told waits");
  }
}

void LiveRun::DumpState() {
  messages_.Log(LogLevel::kInfo, messages_.program() + " caught SIGUSR1");
  messages_.Complain(status_.state()->Dump(context_.zone));
}

/// Tells the log its source: once in each log, as soon as it is known.
void LiveRun::SaySource(bool primary) {
  source_said_ = true;
  messages_.LogSource(MainHost(), primary);
}

std::string LiveRun::MainHost() const {
  const pmapi::Source* main = session_.hosts().main();
  return main != nullptr ? main->ContextName()
                         : options_.host.value_or(kLocalPmcd);
}

bool LiveRun::Check(std::vector<RuleText> texts) {
  texts_ = std::move(texts);
  receivers_.Name(context_.receivers.receivers());
  rules_.emplace(options_.interval.Seconds());
  rules_->set_receivers(context_.receivers.Names());
  for (RuleText& one : texts_) {
    rules_->Parse(one);
    // Only what is typed is read again.
    if (!options_.interactive) std::string().swap(one.text);
  }
  if (!Listen() || !OpenHosts()) return false;
  StopListening();
  if (Over()) {
    messages_.Interrupted(signal());
    return false;
  }
  if (options_.log_file && !options_.interactive) {
    SaySource(options_.primary);
  }
  WarnOfHosts(session_.hosts(), options_.quiet, &messages_);
  const bool go_on = rules_->Check(Views());
  if (options_.agent) rules_->KeepForAgent();
  if (options_.applet) rules_->KeepForApplet();
  messages_.Diagnostics(*rules_);
  return go_on;
}

bool LiveRun::OpenHosts() {
  // -C without -h needs no host: metrics are then not looked up.
  if (options_.check_only && !options_.host) return true;
  // To pmie this host is its pmcd, which may only be late.
  auto host = options_.host;
  if (!host && messages_.as_pmie()) host = kLocalPmcd;
  const auto opened = session_.hosts().Open(host, rules_->Needs());
  if (!opened) {
    messages_.ComplainAs(opened.error().message);
    return false;
  }
  AskHosts();
  return true;
}

/// Waits for all hosts as pmie and with -C; else no longer than kPatience, if
/// some of them answer.
void LiveRun::AskHosts() {
  base::loop::Loop& loop = session_.loop();
  const bool all = messages_.as_pmie() || options_.check_only;
  if (!all) patience_ = loop.After(kPatience, [this] { LosePatience(); });
  const auto show =
      loop.After(kUntilShown, [this] { status_.ShowWaiting(AwaitedNames()); });
  session_.Ask();
  patience_.Cancel();
  session_.hosts().DoWithoutAwaited();
  status_.WipeLine();
}

std::string LiveRun::AwaitedNames() const {
  const std::vector<std::string> names = session_.hosts().Awaited();
  return base::Listed({names.begin(), names.end()}, names.size());
}

/// Rules whose hosts answer need not wait for others'. Where no host answers
/// there is nothing to run meanwhile.
void LiveRun::LosePatience() {
  if (session_.hosts().SomeAnswer()) return session_.loop().Stop();
  if (!std::exchange(waiting_said_, true) && !options_.quiet) {
    messages_.Log(LogLevel::kInfo, "waiting for " + AwaitedNames());
  }
  patience_ = session_.loop().After(kPatience, [this] { LosePatience(); });
}

int LiveRun::status() const {
  return Over() ? messages_.InterruptedStatus(signal()) : kFailed;
}

/// Checks the rules anew, for the next run. Diagnostics are not printed: they
/// have been.
void LiveRun::CheckAnew() {
  rules_.emplace(options_.interval.Seconds(), Views());
  rules_->set_receivers(context_.receivers.Names());
  for (const RuleText& one : texts_) rules_->Add(one);
  if (options_.agent) rules_->KeepForAgent();
  if (options_.applet) rules_->KeepForApplet();
}

engine::check::Rechecked LiveRun::CheckAgain(const std::set<int>& sources) {
  engine::check::Rechecked again =
      rules_->CheckAgain(session_.hosts().Views(sources));
  if (!messages_.as_pmie()) messages_.Diagnostics(*rules_);
  if (options_.agent) KeepForAgent(&again.statements);
  if (options_.applet) KeepForApplet(&again.statements);
  return again;
}

void LiveRun::Evaluated() {
  if (status_.Evaluated()) context_.files->TryAgain();
}

void LiveRun::ExpectLosses(
    const std::vector<engine::expr::Statement>& statements,
    const AgentReport* agent) {
  Losses losses =
      agent != nullptr
          ? LossesAreTheEnd()
          : LossesOfOutput(&messages_,
                           options_.daemon() || ActElsewhere(statements));
  losses.pieces = [this](std::size_t written, std::size_t lost) {
    status_.state()->KeptWas(written, lost);
  };
  context_.process.out->GoOnWith(std::move(losses));
}

int LiveRun::Evaluate(const pmapi::notation::TimeWindow& window,
                      const AgentReport* agent) {
  auto statements = rules_->TakeStatements();
  if (statements.empty()) {
    status_.NothingToDo();
    return kDone;
  }
  if (UsesStomp(statements) &&
      !(stomp_ = ReadStompOfRun(options_.stomp_file,
                                context_.process.environment, &messages_))) {
    return kFailed;
  }
  if (!Listen()) return kFailed;
  rules_->Rest();
  ExpectLosses(statements, agent);
  status_.Begin(texts_.front().name);
  const auto done = EvaluateOnce(window, std::move(statements), agent);
  status_.End();
  Drain();
  if (options_.interactive) context_.process.out->StopAtLosses();
  TellWhatIsMissed();
  return OutputArrived(Ended(done));
}

/// The exit status at the end of the window: `status`, but a failure where the
/// last of the output is lost.
int LiveRun::OutputArrived(int status) {
  const std::size_t lost = context_.process.out->lost();
  if (lost == 0 || !context_.process.out->status()) return status;
  messages_.Log(LogLevel::kError, "the last " + std::to_string(lost) +
                                      " bytes of standard output are lost");
  return !Over() && !options_.daemon() ? kFailed : status;
}

base::Result<void> LiveRun::EvaluateOnce(
    const pmapi::notation::TimeWindow& window,
    std::vector<engine::expr::Statement> statements, const AgentReport* agent) {
  const RuleEvaluationContext context{
      options_,
      session_.hosts(),
      window,
      context_.clock,
      context_.zone,
      context_.process.out,
      [this](LogLevel level, const std::string& text) {
        messages_.Log(level, text);
      },
      &receivers_,
      stomp_,
      status_.state(),
      this,
      agent,
      messages_.as_pmie()};
  // What -x and -X have no use for is not wrong, and of what is typed only the
  // last is evaluated.
  if (!messages_.as_pmie() && agent == nullptr && !options_.applet &&
      !options_.interactive) {
    status_.state()->Written(rules_->written());
  }
  evaluating_ = true;
  if (std::exchange(state_asked_, false)) {
    session_.loop().Post([this] { DumpState(); });
  }
  auto done = EvaluateRules(context, std::move(statements));
  StopListening();
  if (options_.interactive) CheckAnew();
  return done;
}

/// Called when the output is drained: what nobody has read was not performed.
void LiveRun::TellWhatIsMissed() {
  if (const auto lost = status_.state()->counts().not_performed; lost > 0) {
    messages_.Log(LogLevel::kError, ActionsText(lost, "not performed"));
  }
  if (const std::string commands = status_.state()->Commands();
      !commands.empty()) {
    messages_.Log(LogLevel::kWarning, "at the end: " + commands);
  }
  if (status_.state()->loses_notifications()) {
    messages_.Log(LogLevel::kWarning,
                  "at the end: " + status_.state()->Deliveries());
  }
}

int LiveRun::Ended(const base::Result<void>& how) {
  if (!how) {
    messages_.ComplainAs(how.error().message);
    return kFailed;
  }
  if (!context_.process.out->status()) return kFailed;
  // As pmie: SIGTERM is a clean end, SIGINT is the exit status.
  if (Over()) return signal() == SIGTERM ? kDone : signal();
  if (!options_.quiet) messages_.Log(LogLevel::kInfo, "evaluator exiting");
  return kDone;
}

}  // namespace cli
