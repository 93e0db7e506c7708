// Hosts first, then rules, then the watch; signals all the while.
#include "cli/live_run.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/calendar.h"
#include "cli/host_changes.h"
#include "cli/log_file.h"
#include "cli/losses.h"
#include "cli/pmcd_options.h"
#include "cli/watch.h"

namespace cli {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;

/// Of what pmie has no words for: ": and the reason".
std::string Why(const base::Error& failure) {
  const bool ours = failure.code == base::ErrorCode::kProtocol ||
                    failure.code == base::ErrorCode::kUnsupported;
  return ours ? ": " + failure.message : "";
}
/// So long all rules wait for all hosts, while some answer.
constexpr base::Duration kPatience{base::kNanosPerSecond};
constexpr base::Duration kUntilShown{base::kNanosPerSecond / 5};
constexpr char kTmpFolder[] = "/var/lib/pcp/tmp";
constexpr char kNoLog[] = "<none>";

/// Who looks at a terminal where nothing else tells of each tick.
bool WantsLine(const LiveContext& context) {
  const Options& options = context.options;
  return !context.messages.as_pmie() && !options.quiet && !options.daemon() &&
         !options.interactive && !options.buffered && !options.log_file &&
         options.report == ReportStyle::kNone && ::isatty(STDOUT_FILENO) == 1;
}

/// What comes before a run listens is not lost, least of all does it end it.
void HoldBack(int how) {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGHUP);
  ::sigaddset(&signals, SIGUSR1);
  ::pthread_sigmask(how, &signals, nullptr);
}

/// nohup(1) has not said otherwise.
bool HangupIsHeard() {
  struct sigaction as_started {};
  ::sigaction(SIGHUP, nullptr, &as_started);
  return as_started.sa_handler != SIG_IGN;
}

/// As it is found from anywhere, if it is there.
std::string RealPath(const std::string& path) {
  std::error_code failed;
  const auto real = std::filesystem::canonical(path, failed);
  return failed ? path : real.string();
}

}  // namespace

LiveRun::LiveRun(const LiveContext& context)
    : context_(context),
      options_(context.options),
      messages_(context.messages),
      readers_(&loop_, {context.out, context.err}),
      hosts_(&loop_, context.environment),
      manager_(context.environment, ::getpid()),
      line_(STDERR_FILENO, WantsLine(context)) {
  hosts_.UseDerived(context.derived);
  if (context.names != nullptr) hosts_.UseNames(*context.names);
  if (line_.on_terminal()) context_.before_writing([this] { line_.Wipe(); });
  if (!options_.interactive) HoldBack(SIG_BLOCK);
}

LiveRun::~LiveRun() {
  if (line_.on_terminal()) context_.before_writing(nullptr);
}

/// What a signal does is done between two calls of the loop, never in a
/// handler.
bool LiveRun::Listen() {
  if (signals_) return true;
  // A reader of our output that is gone is found out by writing.
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<int> numbers{SIGINT, SIGTERM};
  if (!options_.interactive) {
    numbers.insert(numbers.end(), {SIGHUP, SIGUSR1});
  }
  // Of a run with a log and in the foreground a supervisor is in charge; pmie
  // outlives its terminal.
  hangup_ends_ = !options_.daemon() && !options_.log_file &&
                 !messages_.as_pmie() && HangupIsHeard();
  auto heard = loop_.OnSignal(numbers, [this](int n) { Signalled(n); });
  if (!heard) {
    messages_.ComplainAs(heard.error().message);
    return false;
  }
  signals_ = std::move(*heard);
  HoldBack(SIG_UNBLOCK);
  ended_by_ = context_.signal();
  return true;
}

/// At the prompt of -d signals mean what they mean to any program.
void LiveRun::StopListening() {
  if (options_.interactive) signals_.reset();
}

void LiveRun::Signalled(int number) {
  if (number == SIGUSR1) {
    // Before there are rules there is nothing to tell of them.
    if (watching_) return DumpState();
    state_asked_ = true;
    return;
  }
  if (number == SIGHUP && !hangup_ends_) return BeginLogAnew();
  ended_by_ = number == SIGHUP ? SIGTERM : number;
  loop_.Stop();
}

void LiveRun::BeginLogAnew() {
  if (!options_.daemon() || !options_.log_file) return;
  context_.rotate();
  if (source_said_) SaySource(false);
}

void LiveRun::DumpState() {
  messages_.Log("Info", messages_.program() + " caught SIGUSR1");
  messages_.Complain(state_.Dump(context_.zone));
}

/// Once in each log, as soon as it is known.
void LiveRun::SaySource(bool primary) {
  source_said_ = true;
  messages_.Complain(
      LogSource(messages_.program(), ::getpid(), MainHost(), primary));
}

std::string LiveRun::MainHost() const {
  const pmapi::Source* main = hosts_.main();
  return main != nullptr ? main->ContextName()
                         : options_.host.value_or(kLocalPmcd);
}

bool LiveRun::Check(const std::vector<RuleText>& texts) {
  texts_ = texts;
  rules_.emplace(options_.interval.Seconds());
  for (const RuleText& one : texts_) rules_->Parse(one.name, one.text);
  if (!Listen() || !OpenHosts()) return false;
  StopListening();
  if (ended_by_ != 0) {
    messages_.Interrupted(ended_by_);
    return false;
  }
  SayWhoAnswers();
  missing_.emplace(hosts_);
  const bool go_on = rules_->Check(hosts_.Views());
  if (options_.agent) rules_->KeepForAgent();
  if (options_.applet) rules_->KeepForApplet();
  messages_.Diagnostics(*rules_);
  return go_on;
}

bool LiveRun::OpenHosts() {
  // Rules may be checked anywhere; what they ask for is then not known.
  if (options_.check_only && !options_.host) return true;
  // A pmie waits for this host's pmcd, which may only be late.
  auto host = options_.host;
  if (!host && messages_.as_pmie()) host = kLocalPmcd;
  const auto opened = hosts_.Open(host, rules_->Needs());
  if (!opened) {
    messages_.ComplainAs(opened.error().message);
    return false;
  }
  AskHosts();
  return true;
}

/// pmie waits for each in turn. Who only checks wants to know of all.
void LiveRun::AskHosts() {
  const bool all = messages_.as_pmie() || options_.check_only;
  const auto waiting = std::make_shared<bool>(true);
  hosts_.Prepare(kPrepareLimit, [this, over = std::weak_ptr<bool>(waiting)] {
    const auto still = over.lock();
    if (!still) return;
    *still = false;
    loop_.Stop();
  });
  if (!all) patience_ = loop_.After(kPatience, [this] { LosePatience(); });
  const auto show = loop_.After(kUntilShown, [this] { ShowAwaited(); });
  if (*waiting && ended_by_ == 0) loop_.Run();
  patience_.Cancel();
  hosts_.DoWithoutAwaited();
  line_.Wipe();
}

void LiveRun::ShowAwaited() {
  std::string names;
  for (const std::string& name : hosts_.Awaited()) {
    names += (names.empty() ? "" : ", ") + name;
  }
  line_.Show("waiting for " + names);
}

/// Whose host answers need not wait for others'. But what this host is waits
/// for its pmcd: a metric of an agent would never come from the kernel.
void LiveRun::LosePatience() {
  if (hosts_.SomeAnswer() && hosts_.IsDecided()) return loop_.Stop();
  patience_ = loop_.After(kPatience, [this] { LosePatience(); });
}

int LiveRun::status() const {
  return ended_by_ == 0 ? kFailed : messages_.InterruptedStatus(ended_by_);
}

void LiveRun::SayWhoAnswers() {
  if (options_.log_file && !options_.interactive) {
    SaySource(options_.primary);
  }
  const std::vector<pmapi::Source*> sources = hosts_.Sources();
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (const auto why = hosts_.StandsIn(s)) {
      messages_.ComplainAs("warning - " + *why);
    }
    const auto& failure = hosts_.failure(s);
    if (!failure) continue;
    const std::string& name = sources[s]->ContextName();
    if (!hosts_.is_pmcd(s)) {
      messages_.ComplainAs("warning - " + hosts_.Title(s) + ": " +
                           failure->message);
      continue;
    }
    const bool late = failure->code == base::ErrorCode::kTimeout;
    if (late && !messages_.as_pmie()) {
      messages_.ComplainAs("warning - " + hosts_.Title(s) +
                           " has not answered yet: until it has, what asks it "
                           "is unknown");
      continue;
    }
    if (!options_.quiet) {
      messages_.Log("Info", "Cannot connect to pmcd " + name + Why(*failure));
    }
    messages_.ComplainAs("warning - pmcd via " + name + ' ' +
                         TroubleText(*failure));
  }
}

/// pmie leaves it at the unknown rules.
void LiveRun::SayWhatIsMissing(const std::set<int>& sources) {
  for (const MissingMetrics::News& news : missing_->Look(sources)) {
    if (messages_.as_pmie() || options_.quiet) continue;
    messages_.Log(news.is_good ? "Info" : "Warning", news.text);
  }
}

/// For the next run. Without a word: what is wrong has been told.
void LiveRun::CheckAnew() {
  rules_.emplace(options_.interval.Seconds(), hosts_.Views());
  for (const RuleText& one : texts_) rules_->Add(one.name, one.text);
  if (options_.agent) rules_->KeepForAgent();
  if (options_.applet) rules_->KeepForApplet();
}

engine::check::Rechecked LiveRun::CheckAgain(const std::set<int>& sources) {
  SayWhatIsMissing(sources);
  engine::check::Rechecked again = rules_->CheckAgain(hosts_.Views(sources));
  if (!messages_.as_pmie()) messages_.Diagnostics(*rules_);
  if (options_.agent) KeepForAgent(&again.statements);
  if (options_.applet) KeepForApplet(&again.statements);
  return again;
}

/// Nobody may be there to read it, least of all where there is no PCP: only
/// those hear of it who expect it. A pmie that may not write to the folder,
/// which is the case of whoever just tries a rule, says nothing.
void LiveRun::BeginStatistics() {
  if (options_.interactive) return;
  const std::string folder =
      context_.environment("PCP_TMP_DIR").value_or(kTmpFolder) + "/pmie";
  const auto made = MakeStatisticsFolder(folder);
  if (!made && messages_.as_pmie()) {
    messages_.ComplainAs("warning " + made.error().message);
    return;
  }
  const std::string& config = texts_.front().name;
  const auto created = statistics_.Create(
      folder, ::getpid(),
      {config.starts_with('<') ? config : RealPath(config),
       options_.log_file ? RealPath(*options_.log_file) : kNoLog});
  if (!created && options_.daemon() && !messages_.as_pmie()) {
    messages_.ComplainAs("warning " + created.error().message);
  }
}

/// At once, and what follows within a moment in one: a thousand hosts have a
/// thousand evaluations at one tick, and to write a file costs as much as one.
/// Who looks between two ticks finds what the last one has counted.
void LiveRun::WriteStatistics() {
  constexpr base::Duration kPause{50 * 1'000'000};
  if (write_later_) return;
  const base::Duration now = context_.clock->Elapsed();
  const base::Duration since =
      written_ ? base::Duration{now.ns - written_->ns} : kPause;
  if (since < kPause) {
    write_later_ = loop_.After({kPause.ns - since.ns}, [this] {
      write_later_.reset();
      WriteStatistics();
    });
    return;
  }
  written_ = now;
  UpdateStatistics();
  if (context_.try_again) context_.try_again();
}

void LiveRun::UpdateStatistics() {
  const auto updated =
      statistics_.Update(hosts_.main()->HostName(), state_.counts());
  if (!updated) {
    if (++unwritten_ == 1) messages_.Log("Warning", updated.error().message);
  } else if (const std::size_t before = std::exchange(unwritten_, 0)) {
    messages_.Log("Info", "the stats file " + statistics_.path() +
                              " is written again; " + std::to_string(before) +
                              " times before it was not");
  }
}

void LiveRun::Evaluated() {
  WriteStatistics();
  if (manager_.listens()) manager_.Status(state_.Line());
  ShowState();
}

/// What a program writes must not stand behind the line, and the line not over
/// it.
void LiveRun::Share(bool shared) {
  shared_ = shared;
  if (shared) return line_.Wipe();
  line_.BeginBelow();
  ShowState();
}

void LiveRun::ShowState() {
  if (!line_.on_terminal() || shared_ || !state_.last()) return;
  std::string time;
  base::AppendCtime(context_.zone, *state_.last(), &time);
  constexpr std::size_t kClockAt = 11;
  constexpr std::size_t kClockBytes = 8;
  line_.Show(time.substr(kClockAt, kClockBytes) + "  " + state_.Line());
}

/// From the loop, so that it shows that the loop turns.
void LiveRun::StayAlive() {
  if (!manager_.watchdog()) return;
  manager_.Alive();
  watchdog_ = loop_.After(*manager_.watchdog(), [this] { StayAlive(); });
}

/// To a service manager who ends before it is ready has failed.
int LiveRun::WatchNothing() const {
  manager_.Ready();
  manager_.Stopping();
  return kDone;
}

int LiveRun::Watch(const pmapi::notation::TimeWindow& window,
                   const AgentReport* agent) {
  auto statements = rules_->TakeStatements();
  if (statements.empty()) return WatchNothing();
  if (!Listen()) return kFailed;
  Losses losses =
      agent != nullptr
          ? LossesAreTheEnd()
          : LossesOfOutput(&messages_,
                           options_.daemon() || ActElsewhere(statements));
  losses.pieces = [this](std::size_t written, std::size_t lost) {
    state_.KeptWas(written, lost);
  };
  context_.out->GoOnWith(std::move(losses));
  BeginStatistics();
  manager_.Ready();
  StayAlive();
  const auto done = WatchOnce(window, std::move(statements), agent);
  manager_.Stopping();
  line_.Wipe();
  Drain();
  if (options_.interactive) context_.out->StopAtLosses();
  TellWhatIsMissed();
  return OutputArrived(Ended(done));
}

void LiveRun::Drain() {
  readers_.Drain([this] { return ended_by_ != 0 || context_.signal() != 0; });
}

/// The end of the window is an answer that is to arrive.
int LiveRun::OutputArrived(int status) {
  const std::size_t lost = context_.out->lost();
  if (lost == 0 || !context_.out->status()) return status;
  messages_.Log("Error", "the last " + std::to_string(lost) +
                             " bytes of standard output are lost");
  return ended_by_ == 0 && !options_.daemon() ? kFailed : status;
}

base::Result<void> LiveRun::WatchOnce(
    const pmapi::notation::TimeWindow& window,
    std::vector<engine::expr::Statement> statements, const AgentReport* agent) {
  shared_ = false;
  const WatchContext context{
      options_,
      hosts_,
      window,
      context_.clock,
      context_.zone,
      context_.out,
      [this](const std::string& level, const std::string& text) {
        messages_.Log(level, text);
      },
      &state_,
      [this] { Evaluated(); },
      [this](bool shared) { Share(shared); },
      [this] { return ended_by_ != 0; },
      agent,
      messages_.as_pmie()};
  watching_ = true;
  if (std::exchange(state_asked_, false)) loop_.Post([this] { DumpState(); });
  auto done = WatchHosts(
      context, std::move(statements),
      [this](const std::set<int>& sources) { return CheckAgain(sources); });
  StopListening();
  if (options_.interactive) CheckAnew();
  return done;
}

/// Once it is known what nobody has read.
void LiveRun::TellWhatIsMissed() {
  if (const auto lost = state_.counts().not_performed; lost > 0) {
    messages_.Log("Error", std::to_string(lost) +
                               (lost == 1 ? " action was" : " actions were") +
                               " not performed");
  }
  if (const std::string commands = state_.Commands(); !commands.empty()) {
    messages_.Log("Warning", "at the end: " + commands);
  }
}

int LiveRun::Ended(const base::Result<void>& how) {
  if (!how) {
    messages_.ComplainAs(how.error().message);
    return kFailed;
  }
  if (!context_.out->status()) return kFailed;
  // As pmie: SIGTERM is a clean end, SIGINT shows.
  if (ended_by_ != 0) return ended_by_ == SIGTERM ? kDone : ended_by_;
  if (!options_.quiet) messages_.Log("Info", "evaluator exiting");
  return kDone;
}

}  // namespace cli
