// From options to replay to exit status, in pmie's order.
#include "cli/pmie.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include "base/file.h"
#include "cli/action_lines.h"
#include "cli/archives.h"
#include "cli/log_file.h"
#include "cli/progress.h"
#include "cli/rule_files.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/replay.h"
#include "grammar/micro/interval.h"
#include "grammar/micro/pmns.h"

namespace cli {
namespace {

/// The name space of a whole host has some thousand lines. Units: bytes.
constexpr std::size_t kMaxNameSpaceBytes = std::size_t{16} << 20;

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kDamaged = 2;

engine::alarm::Detail DetailFor(ReportStyle style) {
  switch (style) {
    case ReportStyle::kNone:
      return engine::alarm::Detail::kNone;
    case ReportStyle::kValues:
    case ReportStyle::kMembers:
    case ReportStyle::kApplet:
      return engine::alarm::Detail::kValues;
    case ReportStyle::kSatisfied:
      return engine::alarm::Detail::kBindings;
  }
  return engine::alarm::Detail::kNone;
}

std::string HostName() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "localhost";
  return name;
}

/// One run, step by step; a step that fails has said why.
class Run {
 public:
  Run(const Options& options, const Surroundings& around)
      : options_(options), around_(around) {}

  int Do();

 private:
  bool as_pmie() const { return around_.program == "pmie"; }
  void Complain(const std::string& text) {
    around_.err->Print(text);
    around_.err->Flush();
  }
  void ComplainAs(const std::string& text) {
    Complain(around_.program + ": " + text + '\n');
  }

  bool BeginLog();
  void EndLog();
  int DoLogged();
  bool OpenArchives();
  bool LoadNameSpace();
  bool SetZone();
  bool SetWindow();
  bool LoadRules();
  bool LoadRuleFile(const std::string& name);
  std::string Locate(const std::string& name) const;
  void ReportDiagnostics();
  int Replay();
  int ReportDamage(const base::Error& error);

  const Options& options_;
  const Surroundings& around_;
  engine::schedule::SystemClock clock_;
  base::Zone local_;
  base::Zone zone_;
  Archives archives_;
  grammar::micro::TimeWindow window_;
  std::optional<RuleFiles> rules_;
  std::size_t reported_ = 0;  // diagnostics
};

bool Run::BeginLog() {
  if (options_.log_file) {
    const auto redirected = RedirectTo(*options_.log_file, STDERR_FILENO);
    if (!redirected) {
      ComplainAs("cannot open log \"" + *options_.log_file +
                 "\" for writing : " + redirected.error().message);
      return false;
    }
    Complain(LogHeader(around_.program, HostName(), clock_.Now(), local_));
  }
  if (options_.buffered) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return true;
}

void Run::EndLog() {
  around_.out->Flush();
  if (options_.log_file) Complain(LogFooter(clock_.Now(), local_));
}

bool Run::OpenArchives() {
  pmapi::ReplayOptions replay_options;
  replay_options.counter_wrap = options_.counter_wrap;
  if (options_.ignore_marks) {
    const auto gap = grammar::micro::ParseInterval(*options_.ignore_marks);
    // Empty: every mark. What is no interval is as if it was not set.
    if (options_.ignore_marks->empty()) {
      replay_options.ignore_marks = grammar::micro::kLongestInterval;
    } else if (gap) {
      replay_options.ignore_marks = *gap;
    }
  }
  const auto failure = archives_.Open(options_.archives, replay_options);
  if (!failure) return true;
  if (!failure->rival.empty()) {
    ComplainAs("Error: archive " + failure->name + " not legal - archive " +
               failure->rival + " is already open for host " + failure->host);
  } else if (as_pmie()) {
    ComplainAs("cannot open archive " + failure->name);
    Complain("pmNewContext failed: " + base::PmapiText(failure->error) + '\n');
  } else {
    ComplainAs("cannot open archive " + failure->name + ": " +
               failure->error.message);
  }
  return false;
}

bool Run::LoadNameSpace() {
  if (!options_.name_space) return true;
  const std::string& file = *options_.name_space;
  const auto text = base::ReadText(file, kMaxNameSpaceBytes);
  const std::string cannot = "Cannot load namespace from \"" + file + "\": ";
  if (!text) {
    Complain("Error Parsing ASCII PMNS: Cannot open \"" + file + "\"\n");
    ComplainAs(cannot + base::PmapiText(text.error()));
    return false;
  }
  const auto names = grammar::micro::ParseNameSpace(*text);
  if (!names) {
    Complain(grammar::micro::NameSpaceFaultText(file, *text, names.fault()));
    ComplainAs(cannot + "Problems parsing PMNS definitions");
    return false;
  }
  archives_.UseNames(*names);
  return true;
}

bool Run::SetZone() {
  zone_ = local_;
  if (!options_.source_zone || archives_.empty()) return true;
  zone_ = base::Zone::FromTz(archives_.front().zone());
  around_.out->Print(around_.program +
                     ": timezone set to local timezone from " +
                     archives_.front().name() + '\n');
  return true;
}

bool Run::SetWindow() {
  if (archives_.empty()) return true;  // -C alone: nothing will be replayed
  const auto window = grammar::micro::ResolveWindow(
      options_.window,
      {archives_.start(), archives_.end(), clock_.Now(), zone_});
  if (!window) {
    Complain(window.fault().lines);
    return false;
  }
  window_ = *window;
  return true;
}

std::string Run::Locate(const std::string& name) const {
  if (name == "-" || name.front() == '/' || ::access(name.c_str(), F_OK) == 0) {
    return name;
  }
  return options_.rules_directory + '/' + name;
}

bool Run::LoadRuleFile(const std::string& name) {
  const std::string path = Locate(name);
  if (path != "-" && ::access(path.c_str(), R_OK) != 0) {
    const std::string reason = std::strerror(errno);
    ComplainAs("cannot access config file " +
               (path == name ? name : "as either " + name + " or " + path) +
               ": " + reason);
    return false;
  }
  const auto added = rules_->AddFile(path);
  if (!added) {
    ComplainAs(as_pmie() ? "cannot open config file " + path
                         : added.error().message);
    return false;
  }
  ReportDiagnostics();
  return *added;
}

bool Run::LoadRules() {
  rules_.emplace(options_.interval.Seconds(), archives_.Views());
  if (options_.files.empty()) return LoadRuleFile("-");
  for (const std::string& name : options_.files) {
    if (!LoadRuleFile(name)) return false;
  }
  return true;
}

void Run::ReportDiagnostics() {
  for (; reported_ < rules_->diagnostics().size(); ++reported_) {
    const auto& [source, diagnostic] = rules_->diagnostics()[reported_];
    if (as_pmie()) {
      Complain(grammar::RenderAsPmie(diagnostic));
    } else if (diagnostic.severity == grammar::Severity::kError) {
      Complain(grammar::Render(diagnostic, *source));
    }
  }
}

int Run::ReportDamage(const base::Error& error) {
  if (as_pmie()) {
    ComplainAs("pmFetch failed: " + base::PmapiText(error));
    return kFailed;
  }
  ComplainAs(error.message);
  return kDamaged;
}

int Run::Replay() {
  ActionLines actions(
      options_.action_format.value_or(kDefaultActionFormat), &zone_,
      [this](int file) { return rules_->FileName(file); }, around_.out);
  if (options_.action_format) Complain(FormatWarnings(*options_.action_format));
  std::vector<engine::expr::Statement> statements = rules_->TakeStatements();
  if (statements.empty()) return kDone;
  engine::schedule::ReplayOptions replay_options;
  replay_options.start = window_.first;
  replay_options.end = window_.end;
  replay_options.zone = &zone_;
  replay_options.rates.counter_wrap = options_.counter_wrap;
  replay_options.detail = DetailFor(options_.report);
  engine::schedule::Replay replay(std::move(statements), archives_.Sources(),
                                  replay_options, &actions);
  TaskReport report(options_.report, true, &zone_);
  Progress progress(STDERR_FILENO, window_.first, window_.end, &clock_);
  around_.out->set_before_write([&] { progress.Wipe(); });
  engine::schedule::ReplayHooks hooks;
  hooks.report = [&](const engine::schedule::TaskResults& results) {
    report.Append(results, around_.out->text());
    around_.out->Grown();
  };
  hooks.go_on = [&](base::Timestamp now) {
    progress.At(now);
    return around_.signal() == 0 && around_.out->status().has_value();
  };
  const auto done = replay.Run(hooks);
  progress.Wipe();
  around_.out->Flush();
  around_.out->set_before_write(nullptr);
  if (!done) return ReportDamage(done.error());
  if (!options_.quiet) {
    Complain(LogLine(around_.program, ::getpid(), "Info", "evaluator exiting",
                     clock_.Now(), local_));
  }
  // As pmie does live: SIGTERM is a clean end, SIGINT shows.
  return around_.signal() == SIGINT ? SIGINT : kDone;
}

int Run::DoLogged() {
  if (!OpenArchives() || !LoadNameSpace() || !SetZone() || !SetWindow()) {
    return kFailed;
  }
  if (!LoadRules()) return kFailed;
  if (options_.check_only) return rules_->has_errors() ? kFailed : kDone;
  const int status = Replay();
  around_.out->Flush();
  if (around_.out->status()) return status;
  ComplainAs(around_.out->status().error().message);
  return kFailed;
}

int Run::Do() {
  local_ = options_.zone ? base::Zone::FromTz(*options_.zone)
                         : base::Zone::OfSystem();
  if (!BeginLog()) return kFailed;
  const int status = DoLogged();
  EndLog();
  return status;
}

}  // namespace

int RunPmie(const Options& options, const Surroundings& around) {
  return Run(options, around).Do();
}

}  // namespace cli
