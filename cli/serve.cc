// The log, the files, the loop; what signals and changed files do.
#include "cli/serve.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "actions/live_actions.h"
#include "base/loop/file_watch.h"
#include "base/loop/worker.h"
#include "cli/action_context.h"
#include "cli/clock_reports.h"
#include "cli/command_complaint.h"
#include "cli/derived_metrics.h"
#include "cli/diagnostic_text.h"
#include "cli/live_session.h"
#include "cli/losses.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/receiver_files.h"
#include "cli/run_files.h"
#include "cli/run_state.h"
#include "cli/served_site.h"
#include "cli/service_manager.h"
#include "cli/site_files.h"
#include "cli/statistics_writer.h"
#include "cli/stomp_file.h"
#include "cli/time_words.h"
#include "engine/check/checker.h"

namespace cli {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongOption = 2;

constexpr char kControl[] = "/etc/pcp/pmie/control";
constexpr char kTmpFolder[] = "/var/lib/pcp/tmp";

/// Those of a run that does the same.
Options OptionsOf(const ServeOptions& serve, const Environment& environment) {
  Options options;
  options.log_file = serve.log_file;
  options.user = serve.user;
  options.foreground = !serve.user;
  // What is printed belongs into the log, too.
  options.buffered = serve.log_file.has_value();
  options.quiet = serve.quiet;
  options.state = serve.state;
  if (options.state.empty()) {
    options.state = environment("STATE_DIRECTORY").value_or("");
  }
  options.receivers = serve.receivers;
  options.stomp_file = serve.stomp_file;
  options.zone = serve.zone.empty() ? environment("TZ") : serve.zone;
  return options;
}

SiteFiles::Where WhereOf(const ServeOptions& options,
                         const Environment& environment) {
  SiteFiles::Where where;
  where.control = options.control;
  where.hosts = options.hosts;
  if (options.sets) where.templates = {options.sets, options.site};
  if (!where.control && !where.hosts) {
    where.control = environment("PCP_PMIECONTROL_PATH").value_or(kControl);
  }
  return where;
}

/// Empty: nothing.
std::string WrongTogether(const ServeOptions& options) {
  if (options.site && !options.sets) {
    return "--site is what is set of templates: name these with --sets";
  }
  if (options.sets && !options.hosts) {
    return "--sets has templates for the hosts of --hosts FILE: name these";
  }
  return "";
}

/// What is wrong with them whatever hosts have, as `tocsin check` tells it.
std::vector<FiledDiagnostic> DiagnosticsOf(const RuleSet& rules) {
  std::vector<FiledDiagnostic> all;
  engine::check::Checker checker({});
  int number = 0;
  for (const RuleSet::File& file : rules.files()) {
    auto checked = checker.Check(*file.source, file.parsed, number++);
    for (auto& one : checked.diagnostics) {
      all.push_back({file.source.get(), std::move(one)});
    }
  }
  return all;
}

class Server {
 public:
  Server(const ServeOptions& serve, const ProcessContext& process)
      : process_(process),
        options_(OptionsOf(serve, process.environment)),
        where_(WhereOf(serve, process.environment)),
        check_only_(serve.check_only),
        messages_(process.program, process.err, &clock_),
        elsewhere_(process.syslog_socket, process.program, &clock_),
        log_(process, options_, &messages_, &elsewhere_),
        files_(where_, process.environment) {
    if (!check_only_) LiveSession::HoldBack({SIGHUP, SIGUSR1});
  }

  /// Nothing waits for readers any more: Drain() has.
  ~Server() {
    for (Output* one : {process_.out, process_.err}) {
      one->GiveUp();
      one->StopAtLosses();
    }
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int Run();

 private:
  int RunLogged();
  int Check();
  bool Begin();
  actions::ActionContext ContextOfActions();
  bool Print(std::string_view text);
  void Signalled(int number);
  void ReadAnew();
  void ReadReceiversAnew();
  void Take(const SitePlan& plan);
  void Watch(const std::set<std::string>& paths);
  void BeginStatistics();
  void Counted();
  void StayAlive();
  int End();

  const ProcessContext& process_;
  const Options options_;
  const SiteFiles::Where where_;
  const bool check_only_;
  engine::schedule::SystemClock clock_;
  Messages messages_;
  Elsewhere elsewhere_;
  RunFiles log_;
  base::Zone zone_;
  pmapi::notation::DerivedConfig derived_;
  ReceiverFiles receiver_files_;
  actions::Receivers receivers_;
  SiteFiles files_;
  std::optional<LiveSession> session_;
  std::optional<ClockReports> clock_reports_;
  RunState of_actions_;  // of all sets, as far as it is about actions
  std::optional<actions::LiveActions> actions_;
  engine::schedule::ProgramTable programs_;
  NeedsTable needs_;
  SiteContext context_;
  std::optional<ServedSite> site_;
  std::string host_name_;  // of this one
  std::optional<StatisticsWriter> statistics_;
  std::optional<ServiceManager> manager_;
  base::loop::Pending watchdog_;
  std::optional<base::loop::FileWatch> watch_;
  std::optional<base::loop::Worker> reader_;
  bool reading_ = false;
  bool read_again_ = false;  // once that is done
  bool asked_ = false;       // by SIGHUP
};

int Server::Run() {
  const std::string zone = options_.zone.value_or("");
  zone_ = options_.zone ? base::Zone::FromTz(zone) : base::Zone::OfSystem();
  messages_.set_zone(zone_);
  process_.err->GoOnWith(LossesOfLog(&messages_, &elsewhere_));
  if (!BecomeDaemon(options_, &messages_) || !log_.BeginLog()) return kFailed;
  derived_ = LoadDerivedMetrics(process_.environment, false, process_.err);
  const int status = RunLogged();
  log_.EndLog();
  return status;
}

int Server::RunLogged() {
  if (!ReadReceiversOfRun(options_.receivers, &messages_, &receiver_files_)) {
    return kFailed;
  }
  if (check_only_) return Check();
  if (!Begin()) return kFailed;
  session_->loop().Run();
  return End();
}

int Server::Check() {
  const SitePlan plan = files_.Read(receiver_files_.Names());
  for (const std::string& problem : plan.problems) {
    messages_.ComplainAs(problem);
  }
  std::vector<FiledDiagnostic> all = plan.diagnostics;
  std::set<const RuleSet*> told;
  for (const SetPlan& set : plan.sets) {
    if (set.rules == nullptr || !told.insert(set.rules.get()).second) continue;
    const auto found = DiagnosticsOf(*set.rules);
    all.insert(all.end(), found.begin(), found.end());
  }
  messages_.Complain(DiagnosticText(all));
  const bool wrong =
      !plan.problems.empty() || !plan.wrong.empty() || HasErrors(all);
  return wrong ? kFailed : kDone;
}

bool Server::Begin() {
  std::signal(SIGPIPE, SIG_IGN);
  session_.emplace(process_);
  const auto heard =
      session_->Listen({SIGHUP, SIGUSR1}, [this](int n) { Signalled(n); });
  const SitePlan plan = files_.Read(receiver_files_.Names());
  if (!heard) {
    messages_.ComplainAs(heard.error().message);
    return false;
  }
  if (plan.sets.empty() && !plan.problems.empty()) {
    messages_.ComplainAs(plan.problems.front() +
                         ": --control FILE names another, --hosts FILE one in "
                         "YAML");
    return false;
  }
  receivers_.Name(receiver_files_.receivers());
  process_.out->GoOnWith(LossesOfOutput(&messages_, true));
  actions_.emplace(ContextOfActions());
  clock_reports_.emplace(
      &clock_,
      [this](LogLevel level, const std::string& text) {
        messages_.Log(level, text);
      },
      false);
  context_.hosts = {&session_->loop(), &messages_,     &clock_,
                    &derived_,         options_.quiet, &needs_};
  context_.process = &process_;
  context_.zone = &zone_;
  context_.programs = &programs_;
  context_.actions = &*actions_;
  context_.counted = [this] { Counted(); };
  context_.skipped = [this](base::Duration interval, std::int64_t ticks) {
    clock_reports_->Skipped(interval, ticks);
  };
  site_.emplace(context_);
  reader_.emplace(&session_->loop());
  watch_.emplace(&session_->loop(), [this] { ReadAnew(); });
  BeginStatistics();
  manager_.emplace(process_.environment, ::getpid());
  Take(plan);
  manager_->Ready();
  StayAlive();
  return true;
}

actions::ActionContext Server::ContextOfActions() {
  auto context =
      ActionContextOf(options_, zone_, &clock_, &session_->loop(), &receivers_);
  const std::string path = StompPath(options_.stomp_file, process_.environment);
  std::error_code none;
  if (options_.stomp_file || std::filesystem::exists(path, none)) {
    context.stomp =
        ReadStompOfRun(options_.stomp_file, process_.environment, &messages_);
  }
  context.print = [this](std::string_view text) {
    using Written = actions::Print::Written;
    if (Print(text)) {
      process_.out->EndPiece();
      return Written::kYes;
    }
    return Written::kLost;
  };
  context.log = [this](LogLevel level, const std::string& text) {
    messages_.Log(level, text);
  };
  context.deliveries = [this](const actions::DeliveryCounts& deliveries) {
    of_actions_.DeliveriesAre(deliveries);
  };
  context.broker = [this](const actions::BrokerState& broker) {
    of_actions_.BrokerIs(broker);
  };
  context.commands = [this](const actions::CommandCounts& commands) {
    of_actions_.CommandsAre(commands);
  };
  return context;
}

bool Server::Print(std::string_view text) {
  process_.out->Print(text);
  return process_.out->Flush();
}

void Server::Signalled(int number) {
  if (number == SIGUSR1) {
    messages_.Log(LogLevel::kInfo, messages_.program() + " caught SIGUSR1");
    return messages_.Complain(site_->Dump() + of_actions_.ActionLines(zone_));
  }
  if (options_.log_file) log_.RotateLog();
  ReadReceiversAnew();
  asked_ = true;
  ReadAnew();
}

void Server::ReadReceiversAnew() {
  ReceiverFiles anew;
  const auto read = anew.Read(options_.receivers);
  if (!anew.any_read() && !receiver_files_.any_read()) return;
  messages_.Complain(DiagnosticText(anew.diagnostics()));
  if (!read || anew.has_errors()) {
    return messages_.Log(
        LogLevel::kError,
        "the receivers cannot be read anew, and stay what they were" +
            (read ? "" : ": " + read.error().message));
  }
  receiver_files_ = std::move(anew);
  receivers_.Name(receiver_files_.receivers());
}

/// The files are read and parsed beside the loop.
void Server::ReadAnew() {
  read_again_ = std::exchange(reading_, true);
  if (read_again_) return;
  const auto plan = std::make_shared<SitePlan>();
  const auto begun = reader_->Do(
      [this, plan, names = receiver_files_.Names()] {
        *plan = files_.Read(names);
      },
      [this, plan] {
        reading_ = false;
        Take(*plan);
        if (std::exchange(read_again_, false)) ReadAnew();
      });
  if (begun) return;
  reading_ = false;
  messages_.Log(LogLevel::kError, begun.error().message);
}

void Server::Take(const SitePlan& plan) {
  const bool changed = site_->Apply(plan, asked_);
  if ((changed || asked_) && !options_.quiet) {
    messages_.Log(LogLevel::kInfo, "the site is read: " + site_->Line());
  }
  manager_->Status(site_->Line());
  asked_ = false;
  const auto watched = watch_->Watch(plan.paths);
  if (!watched) {
    messages_.Log(LogLevel::kWarning,
                  watched.error().message + ": changes are read at SIGHUP");
  } else if (*watched) {
    ReadAnew();  // between the reading and the watch they may have changed
  }
}

void Server::BeginStatistics() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  host_name_ = name;
  statistics_.emplace(&session_->loop());
  const std::string folder =
      process_.environment("PCP_TMP_DIR").value_or(kTmpFolder) + "/pmie";
  const auto log = [this](const base::Result<void>& done) {
    if (!done) messages_.Log(LogLevel::kWarning, done.error().message);
  };
  statistics_->Create(
      folder, ::getpid(),
      {where_.control ? *where_.control : *where_.hosts,
       options_.log_file.value_or("<none>")},
      [this, log](const StatisticsWriter::Begun& begun) {
        if (options_.log_file) log(begun.file);
      },
      log);
}

void Server::Counted() { statistics_->Update(host_name_, site_->counts()); }

void Server::StayAlive() {
  if (!manager_->watchdog()) return;
  manager_->Alive();
  watchdog_ =
      session_->loop().After(*manager_->watchdog(), [this] { StayAlive(); });
}

/// Commands that run are left to; what would follow is told.
int Server::End() {
  manager_->Stopping();
  reader_->Finish(base::Duration{base::kNanosPerSecond});
  actions_->Abandon();
  if (const std::size_t rules = site_->unfinished(); rules > 0) {
    messages_.Log(LogLevel::kWarning,
                  std::to_string(rules) +
                      (rules == 1 ? " rule has" : " rules have") +
                      " a command that still runs: what follows from how it "
                      "ends is not done");
  }
  site_.reset();
  session_->Drain();
  return session_->signal() == SIGINT ? SIGINT : kDone;
}

}  // namespace

int RunServe(const ServeOptions& options, const ProcessContext& process) {
  if (!options.zone.empty() && !base::Zone::Find(options.zone)) {
    process.err->Print(
        CommandComplaint("serve", ZoneWords("-Z", options.zone)));
    return kWrongOption;
  }
  const std::string wrong = WrongTogether(options);
  if (!wrong.empty()) {
    process.err->Print(CommandComplaint("serve", wrong));
    return kWrongOption;
  }
  return Server(options, process).Run();
}

}  // namespace cli
