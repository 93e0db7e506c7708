// From options to replay to exit status, in pmie's order.
#include "cli/pmie.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>

#include "cli/action_lines.h"
#include "cli/archives.h"
#include "cli/derived_metrics.h"
#include "cli/interactive.h"
#include "cli/log_file.h"
#include "cli/option_sources.h"
#include "cli/replay.h"
#include "cli/rule_files.h"
#include "cli/watch.h"
#include "engine/schedule/clock.h"

namespace cli {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kDamaged = 2;

constexpr char kStandardInput[] = "-";

/// One run, step by step; a step that fails has said why.
class Run {
 public:
  Run(const Environment& environment, const Surroundings& around)
      : around_(around),
        environment_(environment),
        hosts_(&loop_, environment),
        sources_(around.program, &archives_) {}

  int Do(const std::vector<std::string>& arguments);

 private:
  bool as_pmie() const { return around_.program == "pmie"; }
  bool live() const { return archives_.empty(); }
  void Complain(const std::string& text) {
    around_.err->Print(text);
    around_.err->Flush();
  }
  void ComplainAs(const std::string& text) {
    Complain(around_.program + ": " + text + '\n');
  }
  void Log(const std::string& level, const std::string& text) {
    Complain(LogLine(around_.program, ::getpid(), level, text, clock_.Now(),
                     local_));
  }

  void RefuseLog(const std::string& reason);
  bool BeginLog();
  void EndLog();
  int DoLogged();
  void UseDerived();
  bool SetZone();
  grammar::micro::WindowFrame Frame();
  bool SetWindow();
  bool LoadRules();
  bool ReadRules();
  bool ReadRuleFile(const std::string& name);
  bool ReadRulesOf(const std::string& path);
  bool CheckRules(const RuleText& text);
  void ReportAsPmie(const grammar::Diagnostic& diagnostic);
  void ReportDiagnostics();
  std::vector<engine::check::SourceView> Views() const {
    return live() ? hosts_.Views() : archives_.Views();
  }
  bool CheckHosts();
  bool OpenHosts();
  void ReportHosts();
  void CheckAgain();
  std::vector<engine::expr::Statement> TakeStatements();
  int Watch();
  int Replay();
  int RunOnce(const grammar::micro::TimeWindow& window);
  int Talk();
  int ReportDamage(const base::Error& error);

  const Surroundings& around_;
  const Environment& environment_;
  Options options_;
  engine::schedule::SystemClock clock_;
  base::Zone local_;
  base::Zone zone_;
  Archives archives_;
  grammar::micro::DerivedConfig derived_;
  base::loop::Loop loop_;
  LiveHosts hosts_;
  OptionSources sources_;
  grammar::micro::TimeWindow window_;
  std::vector<RuleText> texts_;
  std::optional<RuleFiles> rules_;
  std::vector<engine::expr::Statement> statements_;
  std::size_t reported_ = 0;  // diagnostics
  int ended_by_ = 0;          // the signal that ended a live run
};

void Run::RefuseLog(const std::string& reason) {
  const std::string& file = *options_.log_file;
  ComplainAs("cannot open log \"" + file + "\" for writing : " + reason);
  if (!as_pmie()) return;
  // pmie goes on to write its log where complaints go.
  Complain(LogHeader(around_.program, LocalHostName(), clock_.Now(), local_));
  ComplainAs("cannot find realpath for log " + file + ": " + reason);
  EndLog();
}

bool Run::BeginLog() {
  if (options_.log_file) {
    const auto redirected = RedirectTo(*options_.log_file, STDERR_FILENO);
    if (!redirected) {
      RefuseLog(redirected.error().message);
      return false;
    }
    Complain(LogHeader(around_.program, LocalHostName(), clock_.Now(), local_));
  }
  if (options_.buffered) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return true;
}

void Run::EndLog() {
  around_.out->Flush();
  if (options_.log_file) Complain(LogFooter(clock_.Now(), local_));
}

void Run::UseDerived() {
  derived_ = LoadDerivedMetrics(environment_);
  Complain(DerivedComplaints(derived_, as_pmie()));
  archives_.UseDerived(derived_);
  hosts_.UseDerived(derived_);
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

grammar::micro::WindowFrame Run::Frame() {
  const base::Timestamp now = clock_.Now();
  if (live()) return {now, grammar::micro::kNoEnd, now, zone_};
  return {archives_.start(), archives_.end(), now, zone_};
}

bool Run::SetWindow() {
  const auto window = grammar::micro::ResolveWindow(options_.window, Frame());
  if (!window) {
    Complain(window.fault().lines);
    return false;
  }
  window_ = *window;
  return true;
}

bool Run::ReadRuleFile(const std::string& name) {
  const auto path = LocateRules(name, options_.rules_directory);
  if (path) return ReadRulesOf(*path);
  ComplainAs(path.error().message);
  return false;
}

bool Run::ReadRulesOf(const std::string& path) {
  std::error_code ignored;
  if (as_pmie() && std::filesystem::is_directory(path, ignored)) {
    texts_.push_back({path, ""});  // as empty as pmie finds it
    return true;
  }
  auto text = ReadRuleText(path);
  if (!text) {
    ComplainAs(as_pmie() ? "cannot open config file " + path
                         : text.error().message);
    return false;
  }
  texts_.push_back(*std::move(text));
  return live() || CheckRules(texts_.back());
}

bool Run::CheckRules(const RuleText& text) {
  const bool go_on = rules_->Add(text.name, text.text);
  ReportDiagnostics();
  return go_on;
}

bool Run::ReadRules() {
  if (options_.files.empty()) {
    return options_.interactive || ReadRulesOf(kStandardInput);
  }
  for (const std::string& name : options_.files) {
    // To pmie "-" is a file.
    const bool input = name == kStandardInput && !as_pmie();
    if (!(input ? ReadRulesOf(name) : ReadRuleFile(name))) return false;
  }
  return true;
}

/// Over archives each file is checked as it is read. Live sources are asked
/// about what the rules speak of first, so all are read before.
bool Run::LoadRules() {
  rules_.emplace(options_.interval.Seconds(), Views());
  return ReadRules() && (!live() || CheckHosts());
}

bool Run::CheckHosts() {
  if (!OpenHosts()) return false;
  rules_.emplace(options_.interval.Seconds(), Views());
  for (const RuleText& text : texts_) {
    if (!CheckRules(text)) return false;
  }
  return true;
}

void Run::ReportAsPmie(const grammar::Diagnostic& diagnostic) {
  constexpr std::string_view kStamped = "Error: ";
  for (const std::string& line : diagnostic.pmie) {
    if (line.starts_with(kStamped)) {
      Log("Error", line.substr(kStamped.size()));
    } else {
      Complain(line + '\n');
    }
  }
}

void Run::ReportDiagnostics() {
  const std::size_t end =
      as_pmie() ? rules_->pmie_diagnostics() : rules_->diagnostics().size();
  for (; reported_ < end; ++reported_) {
    const auto& [source, diagnostic] = rules_->diagnostics()[reported_];
    if (as_pmie()) {
      ReportAsPmie(diagnostic);
    } else if (live() || diagnostic.severity == grammar::Severity::kError) {
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

bool Run::OpenHosts() {
  // Rules may be checked anywhere; what they ask for is then not known.
  if (!live() || (options_.check_only && !options_.host)) return true;
  const auto opened = hosts_.Open(options_.host, NeedsOf(texts_));
  if (!opened) {
    ComplainAs(opened.error().message);
    return false;
  }
  bool ready = false;
  hosts_.Prepare(kPrepareLimit, [this, &ready] {
    ready = true;
    loop_.Stop();
  });
  if (!ready) loop_.Run();
  ReportHosts();
  return true;
}

void Run::ReportHosts() {
  const std::vector<pmapi::Source*> sources = hosts_.Sources();
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const auto& failure = hosts_.failure(s);
    if (!failure) continue;
    const std::string& name = sources[s]->ContextName();
    if (!options_.quiet) Log("Info", "Cannot connect to pmcd " + name);
    ComplainAs("warning - pmcd via " + name + ' ' + TroubleText(*failure));
  }
}

int Run::Watch() {
  statements_ = rules_->TakeStatements();
  if (statements_.empty()) return kDone;
  WatchContext context{options_,
                       hosts_,
                       window_,
                       &clock_,
                       zone_,
                       around_.out,
                       [this](const std::string& level,
                              const std::string& text) { Log(level, text); }};
  const auto ended = WatchHosts(context, [this] { return TakeStatements(); });
  if (!ended) {
    ComplainAs(ended.error().message);
    return kFailed;
  }
  if (!options_.quiet) Log("Info", "evaluator exiting");
  ended_by_ = *ended;
  return ended_by_ == SIGTERM ? kDone : ended_by_;
}

/// Without a word: what is wrong has been told.
void Run::CheckAgain() {
  rules_.emplace(options_.interval.Seconds(), Views());
  for (const RuleText& one : texts_) rules_->Add(one.name, one.text);
}

/// Those of the first check; after that the rules are checked again.
std::vector<engine::expr::Statement> Run::TakeStatements() {
  if (!statements_.empty()) return std::exchange(statements_, {});
  CheckAgain();
  return rules_->TakeStatements();
}

int Run::Replay() {
  std::vector<engine::expr::Statement> statements = rules_->TakeStatements();
  if (options_.action_format) Complain(FormatWarnings(*options_.action_format));
  if (statements.empty()) return kDone;
  const ReplayContext context{
      options_,       archives_,
      window_,        &clock_,
      zone_,          around_.out,
      around_.signal, [this](int file) { return rules_->FileName(file); }};
  const auto done = ReplayArchives(context, std::move(statements));
  if (!done) return ReportDamage(done.error());
  if (!options_.quiet) Log("Info", "evaluator exiting");
  // As pmie does live: SIGTERM is a clean end, SIGINT shows.
  return around_.signal() == SIGINT ? SIGINT : kDone;
}

/// Rules are checked anew for each run. Live windows begin now.
int Run::RunOnce(const grammar::micro::TimeWindow& window) {
  window_ = window;
  if (live()) {
    window_.first = clock_.Now();
    if (window.end != grammar::micro::kNoEnd) {
      window_.end = window_.first + (window.end - window.first);
    }
  }
  const int status = live() ? Watch() : Replay();
  CheckAgain();
  return status;
}

int Run::Talk() {
  Conversation talk;
  talk.program = around_.program;
  talk.in = &std::cin;
  talk.out = around_.out;
  talk.complain = [this](const std::string& text) { Complain(text); };
  talk.load_file = [this](const std::string& name) {
    return ReadRuleFile(name) && (!live() || CheckHosts());
  };
  talk.load_text = [this](std::string text) {
    texts_.push_back({"<stdin>", std::move(text)});
    return live() ? CheckHosts() : CheckRules(texts_.back());
  };
  talk.statements = [this]() -> const auto& { return rules_->statements(); };
  talk.run = [this](const auto& window) { return RunOnce(window); };
  talk.signal = [this] { return live() ? ended_by_ : around_.signal(); };
  talk.window = window_;
  talk.frame = Frame();
  return Converse(talk);
}

int Run::DoLogged() {
  // Live, a window begins when its hosts have been asked.
  const bool loaded = live() ? SetZone() && LoadRules() && SetWindow()
                             : SetZone() && SetWindow() && LoadRules();
  if (!loaded) return kFailed;
  if (options_.check_only) return rules_->has_errors() ? kFailed : kDone;
  const int status = options_.interactive ? Talk()
                     : live()             ? Watch()
                                          : Replay();
  around_.out->Flush();
  if (around_.out->status()) return status;
  ComplainAs(around_.out->status().error().message);
  return kFailed;
}

int Run::Do(const std::vector<std::string>& arguments) {
  auto parsed =
      ParseOptions(around_.program, arguments, environment_, &sources_);
  if (const auto* exit = std::get_if<OptionsExit>(&parsed)) {
    (exit->status == 0 ? around_.out : around_.err)->Print(exit->text);
    return exit->status;
  }
  options_ = std::get<Options>(std::move(parsed));
  sources_.UseNames();
  UseDerived();
  local_ = options_.zone ? base::Zone::FromTz(*options_.zone)
                         : base::Zone::OfSystem();
  if (!BeginLog()) return kFailed;
  const int status = DoLogged();
  EndLog();
  return status;
}

}  // namespace

int RunPmie(const std::vector<std::string>& arguments,
            const Environment& environment, const Surroundings& around) {
  return Run(environment, around).Do(arguments);
}

}  // namespace cli
