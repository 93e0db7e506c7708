// From options to a run to exit status, in pmie's order.
#include "cli/pmie.h"

#include <algorithm>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "cli/action_lines.h"
#include "cli/agent_report.h"
#include "cli/archive_losses.h"
#include "cli/archives.h"
#include "cli/daemon.h"
#include "cli/derived_metrics.h"
#include "cli/interactive.h"
#include "cli/late_end.h"
#include "cli/listing.h"
#include "cli/live_run.h"
#include "cli/losses.h"
#include "cli/messages.h"
#include "cli/option_sources.h"
#include "cli/receiver_files.h"
#include "cli/replay.h"
#include "cli/rule_files.h"
#include "cli/rule_input.h"
#include "cli/run_files.h"
#include "cli/set_rules.h"
#include "cli/time_words.h"
#include "engine/expr/sources.h"
#include "engine/schedule/clock.h"

namespace cli {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kDamaged = 2;
constexpr int kNoRuleIsRight = 3;

/// One run, step by step; a step that fails has said why.
class Run {
 public:
  explicit Run(const ProcessContext& process)
      : process_(process),
        messages_(process.program, process.err, &clock_),
        elsewhere_(process.syslog_socket, process.program, &clock_),
        sources_(process.program, &archives_),
        files_(process, options_, &messages_, &elsewhere_) {}
  /// Nothing waits for readers here: a live run has done so, and after an
  /// exception nothing is to wait.
  ~Run() {
    for (Output* one : {process_.out, process_.err}) {
      one->GiveUp();
      one->StopAtLosses();
    }
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  int Do(const std::vector<std::string>& arguments);

 private:
  bool as_pmie() const { return messages_.as_pmie(); }
  bool live() const { return archives_.empty(); }

  int DoLogged();
  void UseDerived();
  void SetZone();
  pmapi::notation::WindowFrame Frame();
  bool ReadToEnd();
  bool MayEndLater() const;
  bool SetWindow();
  void WarnOfWindow();
  bool BeginLateEnd(const std::vector<engine::expr::Statement>& statements);
  grammar::ReceiverNames Receivers() const;
  void BeginRules();
  bool LoadRules();
  bool BeginAgent();
  std::optional<int> WithoutRules();
  bool ReadFiles();
  bool ReadSets();
  bool ReadFile(const std::string& name);
  bool CheckRules(const RuleText& text);
  const RuleFiles& rules() const { return live() ? live_->rules() : *rules_; }
  const AgentReport* agent() const { return agent_ ? &*agent_ : nullptr; }
  int Replay();
  int RunOnce(const pmapi::notation::TimeWindow& window);
  void CheckAnew();
  bool TakeMore(const RuleText& text);
  int Talk();
  int StatusUnloaded() const;
  int ReportLosses(int status,
                   const std::optional<pmapi::notation::TimeWindow>& window);

  const ProcessContext& process_;
  Options options_;
  engine::schedule::SystemClock clock_;
  Messages messages_;
  Elsewhere elsewhere_;
  base::Zone local_;
  base::Zone zone_;
  /// To be kept together with the replay, which refers to it.
  const std::shared_ptr<Archives> kept_archives_ = std::make_shared<Archives>();
  Archives& archives_ = *kept_archives_;
  pmapi::notation::DerivedConfig derived_;
  OptionSources sources_;
  pmapi::notation::TimeWindow window_;
  ReceiverFiles receivers_;
  std::vector<RuleText> texts_;
  std::optional<RuleFiles> rules_;    // over archives; live ones are live_'s
  std::optional<AgentReport> agent_;  // -x
  RunFiles files_;
  std::optional<LiveRun> live_;
  std::optional<LateEnd> late_end_;
};

void Run::UseDerived() {
  derived_ = LoadDerivedMetrics(process_.environment, as_pmie(), process_.err);
  process_.err->Flush();
  archives_.UseDerived(derived_);
}

void Run::SetZone() {
  zone_ = local_;
  if (!options_.source_zone || live()) return;
  zone_ = base::Zone::FromTz(archives_.front().zone());
  process_.out->Print(process_.program +
                      ": timezone set to local timezone from " +
                      archives_.front().name() + '\n');
  // What is wrong with the rules comes later.
  process_.out->Flush();
}

pmapi::notation::WindowFrame Run::Frame() {
  const base::Timestamp now = clock_.Now();
  if (live()) return {now, pmapi::notation::kNoEnd, now, zone_};
  return {archives_.start(), archives_.end(), now, zone_};
}

bool Run::ReadToEnd() {
  const auto failure = archives_.ReadToEnd();
  if (failure) messages_.Complain(sources_.Words(*failure));
  return failure == nullptr;
}

/// The end of one archive may become known while it is replayed, if nothing
/// else depends on it.
bool Run::MayEndLater() const {
  const pmapi::notation::WindowOptions& window = options_.window;
  return archives_.one_ends_later() && !window.start && !window.finish &&
         !window.align && !window.origin && !options_.interactive &&
         !options_.check_only;
}

bool Run::SetWindow() {
  if (!live() && !MayEndLater() && !ReadToEnd()) return false;
  if (!as_pmie()) {
    const auto window = MeantWindow(options_.window, Frame());
    if (window) window_ = *window;
    if (!window) messages_.ComplainAs(window.error().message);
    return window.has_value();
  }
  const auto window = pmapi::notation::ResolveWindow(options_.window, Frame());
  if (window) window_ = *window;
  if (!window) messages_.Complain(window.fault().lines);
  return window.has_value();
}

bool Run::ReadFile(const std::string& name) {
  // To pmie "-" is a file.
  const auto text = name == kStandardInput && !as_pmie()
                        ? ReadRules(name, process_, &messages_)
                        : ReadRuleFile(name, options_, process_, &messages_);
  return text && CheckRules(*text);
}

/// Over archives each file is checked as it is read. Live sources are asked
/// about what the rules speak of first, so all are read before.
bool Run::CheckRules(const RuleText& text) {
  texts_.push_back(text);
  if (live()) return true;
  const bool go_on = rules_->Add(text);
  if (options_.applet) rules_->KeepForApplet();
  messages_.Diagnostics(*rules_);
  return go_on;
}

/// In the foreground what templates tell the system's log is shown instead.
bool Run::ReadSets() {
  std::optional<std::string> archived;
  if (!live()) archived = archives_.front().host();
  const auto texts = ReadSetRules(options_, HostOfSets(options_, archived),
                                  Receivers(), &messages_);
  if (!texts) return false;
  options_.shows_syslog = !options_.daemon();
  if (!options_.sets) messages_.ComplainAs(kWatching);
  return std::all_of(texts->begin(), texts->end(),
                     [this](const RuleText& one) { return CheckRules(one); });
}

bool Run::ReadFiles() {
  if (AreFromSets(options_, as_pmie())) return ReadSets();
  if (!options_.files.empty()) {
    return std::all_of(options_.files.begin(), options_.files.end(),
                       [this](const auto& name) { return ReadFile(name); });
  }
  if (options_.interactive) return true;
  const auto typed = ReadRules(kStandardInput, process_, &messages_);
  return typed && CheckRules(*typed);
}

/// Whom rules may name. Over archives that matters to who gives the file.
grammar::ReceiverNames Run::Receivers() const {
  grammar::ReceiverNames names = receivers_.Names();
  names.any = !live() && !as_pmie() && !names.read && !options_.act;
  return names;
}

/// Over archives.
void Run::BeginRules() {
  rules_.emplace(options_.interval.Seconds(), archives_.Views());
  rules_->set_receivers(Receivers());
}

bool Run::LoadRules() {
  // Where nothing is sent, whom rules name matters to who gives the file.
  const bool known = live() || options_.act || options_.receivers;
  if (known && !as_pmie() &&
      !ReadReceiversOfRun(options_.receivers, &messages_, &receivers_)) {
    return false;
  }
  if (live()) {
    if (!ReadFiles()) return false;
    return live_->Check(options_.interactive ? texts_ : std::move(texts_));
  }
  BeginRules();
  if (!ReadFiles()) return false;
  if (options_.agent) rules_->KeepForAgent();
  messages_.Diagnostics(*rules_);
  return true;
}

/// Descriptors before all values: each expression is named after a metric of
/// this host's name space.
bool Run::BeginAgent() {
  const auto names = sources_.AgentNames(process_.environment);
  if (!names) {
    messages_.Complain(names.error().message);
    return false;
  }
  agent_.emplace(*names);
  const auto described =
      agent_->Describe(rules().statements(), process_.out->text());
  if (!described) messages_.ComplainAs(described.error().message);
  return described.has_value();
}

int Run::StatusUnloaded() const {
  if (const int signal = process_.signal(); signal != 0) {
    return messages_.InterruptedStatus(signal);
  }
  return live() ? live_->status() : kFailed;
}

/// After a run that went well: pmie says nothing of archives that are cut.
int Run::ReportLosses(
    int status, const std::optional<pmapi::notation::TimeWindow>& window) {
  if (as_pmie() || live() || status != kDone || process_.over()) {
    return status;
  }
  const auto texts = LossTexts(archives_.Losses(), window, zone_, clock_.Now());
  for (const std::string& text : texts) messages_.ComplainAs(text);
  return texts.empty() ? status : kDamaged;
}

void Run::WarnOfWindow() {
  for (const auto& text : WindowWarnings(options_.window, window_, Frame())) {
    if (!as_pmie()) messages_.ComplainAs(text);
  }
}

/// Ticks of several intervals are not told apart by their times, and of event
/// records the last tick is at the end: there the end is waited for. False if
/// it is not reached.
bool Run::BeginLateEnd(const std::vector<engine::expr::Statement>& statements) {
  if (!archives_.ends_later()) return true;
  const base::Duration step = statements.front().interval;
  const bool may_be_late =
      std::all_of(statements.begin(), statements.end(), [&](const auto& other) {
        return other.interval == step && !engine::expr::UsesEvents(other);
      });
  if (!may_be_late) return ReadToEnd() && SetWindow();
  late_end_.emplace(&archives_, &window_, step);
  return true;
}

int Run::Replay() {
  std::vector<engine::expr::Statement> statements = rules_->TakeStatements();
  if (options_.action_format) {
    messages_.Complain(FormatWarnings(*options_.action_format));
  }
  if (statements.empty()) return kDone;
  if (!BeginLateEnd(statements)) return kFailed;
  if (!late_end_) WarnOfWindow();
  const ReplayContext context{
      options_,
      archives_,
      window_,
      &clock_,
      zone_,
      process_,
      [this](int file) { return rules_->FileName(file); },
      late_end_ ? &*late_end_ : nullptr,
      agent(),
      &messages_,
      &receivers_};
  const auto done = ReplayArchives(context, std::move(statements));
  if (!done) {
    messages_.ComplainAs(as_pmie() ? "pmFetch failed: " +
                                         base::PmapiText(done.error())
                                   : done.error().message);
    return as_pmie() ? kFailed : kDamaged;
  }
  if (!options_.interactive) {
    process_.keep(done->rest);
    process_.keep(kept_archives_);
  }
  if (late_end_ && late_end_->failure() != nullptr) {
    messages_.ComplainAs(late_end_->failure()->error.message);
    return kDamaged;
  }
  if (late_end_ && !archives_.ends_later()) WarnOfWindow();
  if (!options_.quiet) messages_.Log(LogLevel::kInfo, "evaluator exiting");
  // As pmie does live: SIGTERM is a clean end, SIGINT is the exit status.
  if (process_.signal() == SIGINT) return SIGINT;
  const bool failed = window_.first > window_.end || !done->acted;
  return failed && !as_pmie() && !options_.interactive ? kFailed : kDone;
}

/// Rules are checked anew for each run. Live windows begin now.
int Run::RunOnce(const pmapi::notation::TimeWindow& window) {
  window_ = window;
  if (!live()) {
    const int status = Replay();
    CheckAnew();
    return status;
  }
  window_.first = clock_.Now();
  if (window.end != pmapi::notation::kNoEnd) {
    window_.end = window_.first + (window.end - window.first);
  }
  return live_->Evaluate(window_);
}

void Run::CheckAnew() {
  BeginRules();
  for (const RuleText& one : texts_) rules_->Add(one);
  if (options_.applet) rules_->KeepForApplet();
}

/// At the prompt. What cannot be asked of the hosts that it names is told of,
/// and the rules that there are stay; pmie ends by it.
bool Run::TakeMore(const RuleText& text) {
  if (CheckRules(text) && (!live() || live_->Check(texts_))) return true;
  const int signal = live() ? live_->signal() : process_.signal();
  if (as_pmie() || signal != 0) return false;
  texts_.pop_back();
  if (live()) return live_->Check(texts_);
  CheckAnew();
  messages_.Diagnostics(*rules_);  // they have been told
  return true;
}

int Run::Talk() {
  Conversation talk;
  talk.program = process_.program;
  talk.in = &std::cin;
  talk.out = process_.out;
  talk.complain = [this](const std::string& text) { messages_.Complain(text); };
  talk.load_file = [this](const std::string& name) {
    const auto text = ReadRuleFile(name, options_, process_, &messages_);
    // The rules that there are stay; pmie ends by a name that is mistyped.
    return text ? TakeMore(*text) : !as_pmie();
  };
  talk.load_text = [this](const std::string& text) {
    return TakeMore({"<stdin>", text});
  };
  talk.statements = [this]() -> const auto& { return rules().statements(); };
  talk.hosts = [this] {
    return NamesOfHosts(live() ? live_->Views() : archives_.Views());
  };
  talk.run = [this](const auto& window) { return RunOnce(window); };
  talk.signal = [this] { return live() ? live_->signal() : process_.signal(); };
  talk.window = window_;
  talk.frame = Frame();
  return Converse(talk);
}

/// The exit status where there is nothing to do, of which pmie says nothing.
std::optional<int> Run::WithoutRules() {
  if (as_pmie() || options_.interactive || !rules().statements().empty()) {
    return std::nullopt;
  }
  const bool wrong = rules().none_is_right();
  messages_.ComplainAs(wrong ? "no rule is right: nothing is evaluated"
                             : "there are no rules: nothing is evaluated");
  if (wrong) return kNoRuleIsRight;
  return live() ? live_->Evaluate(window_) : kDone;
}

int Run::DoLogged() {
  if (live()) {
    live_.emplace(LiveContext{process_, options_, derived_, sources_.names(),
                              messages_, &clock_, zone_, &files_, receivers_});
  }
  if (live() && options_.daemon() && options_.primary) files_.WritePidFile();
  SetZone();
  // Live, a window begins when its hosts have been asked.
  const bool loaded =
      live() ? LoadRules() && SetWindow() : SetWindow() && LoadRules();
  if (!loaded) return StatusUnloaded();
  if (options_.check_only) {
    const bool wrong =
        rules().has_errors() || (!as_pmie() && rules().none_is_right());
    return ReportLosses(wrong ? kFailed : kDone, std::nullopt);
  }
  if (const auto status = WithoutRules()) return *status;
  if (options_.agent && !BeginAgent()) return kFailed;
  const int status = options_.interactive ? Talk()
                     : live()             ? live_->Evaluate(window_, agent())
                                          : Replay();
  process_.out->Flush();
  if (process_.out->status()) return ReportLosses(status, window_);
  messages_.ComplainAs(process_.out->status().error().message);
  return kFailed;
}

int Run::Do(const std::vector<std::string>& arguments) {
  auto parsed = ParseOptions(process_.program, arguments, process_.environment,
                             &sources_);
  if (const auto* exit = std::get_if<OptionsExit>(&parsed)) {
    (exit->status == 0 ? process_.out : process_.err)->Print(exit->text);
    return Delivered(exit->status, kFailed, process_.program, process_.out,
                     process_.err);
  }
  options_ = std::get<Options>(std::move(parsed));
  sources_.UseNames();
  UseDerived();
  local_ = options_.zone ? base::Zone::FromTz(*options_.zone)
                         : base::Zone::OfSystem();
  messages_.set_zone(local_);
  messages_.set_level(options_.min_level);
  if (live()) {
    process_.err->GoOnWith(LossesOfLog(&messages_, &elsewhere_));
  }
  // The log is to be the user's.
  if (live() && !BecomeDaemon(options_, &messages_)) return kFailed;
  if (!files_.BeginLog()) return kFailed;
  const int status = DoLogged();
  files_.EndLog();
  if (live_) live_->Drain();
  if (const auto lost = process_.err->lost(); live() && lost > 0) {
    elsewhere_.Say("the log ends without its last " + std::to_string(lost) +
                   " bytes");
  }
  return status;
}

}  // namespace

int RunPmie(const std::vector<std::string>& arguments,
            const ProcessContext& process) {
  return Run(process).Do(arguments);
}

}  // namespace cli
