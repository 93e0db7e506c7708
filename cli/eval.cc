// The expression as a rule file of one statement: replayed, or watched for as
// many ticks as it needs. What is printed is eval_report.h's; live answers are
// eval_answers.h's.
#include "cli/eval.h"

#include <optional>
#include <utility>

#include "cli/archive_losses.h"
#include "cli/archives.h"
#include "cli/command_complaint.h"
#include "cli/derived_metrics.h"
#include "cli/diagnostic_text.h"
#include "cli/eval_answers.h"
#include "cli/eval_report.h"
#include "cli/live_session.h"
#include "cli/losses.h"
#include "cli/rule_files.h"
#include "cli/time_words.h"
#include "engine/expr/sources.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/live.h"
#include "engine/schedule/replay.h"
#include "pmapi/notation/interval.h"

namespace cli {
namespace {

using engine::eval::Kleene;
using engine::schedule::TaskResults;
namespace expr = engine::expr;

constexpr int kTrue = 0;
constexpr int kFalse = 1;
constexpr int kError = 2;
constexpr int kUnknown = 3;

/// What diagnostics call the expression.
constexpr char kCommandLine[] = "<command line>";

/// Who asks at a terminal waits for it; an archive's samples are 10 s apart.
constexpr base::Duration kLiveInterval{base::kNanosPerSecond};

int ExitStatus(Kleene truth) {
  switch (truth) {
    case Kleene::kFalse:
      return kFalse;
    case Kleene::kUnknown:
      return kUnknown;
    case Kleene::kTrue:
      return kTrue;
  }
  return kError;
}

/// One run of it; a step that fails has said why.
class EvalCommand {
 public:
  EvalCommand(const EvalOptions& options, const ProcessContext& process)
      : options_(options),
        process_(process),
        out_(*process.out),
        err_(*process.err),
        derived_(LoadDerivedMetrics(process.environment, false, process.err)) {}

  /// The exit status.
  int Answer();

 private:
  int OfArchives();
  int OfHosts();
  void Say(const std::string& text) {
    err_.Print(CommandComplaint("eval", text));
  }
  int Fail(const std::string& text) {
    Say(text);
    return kError;
  }
  bool ReadInterval(base::Duration otherwise);
  base::Zone ZoneFor(const Archives* archives) const;
  bool TakeStatement(RuleFiles* rules);
  std::optional<pmapi::notation::TimeWindow> ReadWindow(
      const Archives& archives, const base::Zone& zone);
  base::Result<void> Replay(const Archives& archives,
                            const pmapi::notation::TimeWindow& window,
                            const base::Zone& zone, EvalReport* report);
  int AskHosts();
  int Watch(RuleFiles* rules);

  const EvalOptions& options_;
  const ProcessContext& process_;
  Output& out_;
  Output& err_;
  pmapi::notation::DerivedConfig derived_;
  engine::schedule::SystemClock clock_;
  base::Duration interval_;
  std::vector<expr::Statement> statements_;
  NoActions no_actions_;
  std::optional<LiveSession> session_;
};

bool EvalCommand::ReadInterval(base::Duration otherwise) {
  interval_ = otherwise;
  if (options_.interval.empty()) return true;
  const auto parsed = pmapi::notation::ParseInterval(options_.interval);
  if (!parsed || parsed->ns <= 0) {
    Fail(IntervalWords("-t", options_.interval, " longer than 0"));
    return false;
  }
  if (const auto mistaken = MinutesWords("-t", options_.interval)) {
    Fail(*mistaken);
    return false;
  }
  interval_ = *parsed;
  return true;
}

base::Zone EvalCommand::ZoneFor(const Archives* archives) const {
  if (!options_.zone.empty()) return base::Zone::FromTz(options_.zone);
  if (options_.source_zone && archives != nullptr) {
    return base::Zone::FromTz(archives->front().zone());
  }
  const auto tz = process_.environment("TZ");
  return tz ? base::Zone::FromTz(*tz) : base::Zone::OfSystem();
}

bool EvalCommand::TakeStatement(RuleFiles* rules) {
  statements_ = rules->TakeStatements();
  err_.Print(DiagnosticText(rules->diagnostics()));
  err_.Flush();
  if (rules->has_errors()) return false;
  if (statements_.size() == 1) return true;
  Fail(statements_.empty() ? "there is nothing to evaluate: a constant"
                           : "one expression is wanted, not " +
                                 std::to_string(statements_.size()));
  return false;
}

int EvalCommand::OfArchives() {
  if (!ReadInterval(kDefaultInterval)) return kError;
  Archives archives;
  if (auto failure = archives.Open(options_.archives, {})) {
    return Fail("cannot open archive " + failure->name + ": " +
                failure->error.message);
  }
  archives.UseDerived(derived_);
  const base::Zone zone = ZoneFor(&archives);
  const auto window = ReadWindow(archives, zone);
  if (!window) return kError;
  RuleFiles rules(interval_.Seconds(), archives.Views());
  rules.Add({kCommandLine, options_.expression});
  if (!TakeStatement(&rules)) return kError;
  EvalReport report(options_, zone);
  const auto done = Replay(archives, *window, zone, &report);
  if (process_.over()) return kError;
  if (!done) return Fail(done.error().message);
  const auto losses = LossTexts(archives.Losses(), *window, zone, clock_.Now());
  for (const std::string& text : losses) Fail(text);
  return losses.empty() ? ExitStatus(report.truth()) : kError;
}

std::optional<pmapi::notation::TimeWindow> EvalCommand::ReadWindow(
    const Archives& archives, const base::Zone& zone) {
  const pmapi::notation::WindowFrame frame{archives.start(), archives.end(),
                                           clock_.Now(), zone};
  const auto window = MeantWindow(options_.window, frame);
  if (!window) {
    Say(window.error().message);
    return std::nullopt;
  }
  if (window->first > window->end) {
    Say(EmptyWindowWords(*window, frame));
    return std::nullopt;
  }
  for (const std::string& text :
       WindowWarnings(options_.window, *window, frame)) {
    Say(text);
  }
  return *window;
}

/// Prints the last evaluations as they come: which these are is known.
base::Result<void> EvalCommand::Replay(
    const Archives& archives, const pmapi::notation::TimeWindow& window,
    const base::Zone& zone, EvalReport* report) {
  const std::int64_t step = statements_.front().interval.ns;
  const base::Timestamp last{window.end.ns -
                             (window.end - window.first).ns % step};
  const bool closes =
      last < window.end && engine::expr::UsesEvents(statements_.front());
  engine::schedule::ReplayOptions options;
  options.start = window.first;
  options.end = window.end;
  options.zone = &zone;
  options.detail = engine::alarm::Detail::kValues;
  engine::schedule::Replay replay(std::move(statements_), archives.Sources(),
                                  options, &no_actions_);
  return replay.Run({[&](const TaskResults& results) {
                       // Records have one more evaluation, at the end.
                       const auto behind =
                           results.now > last
                               ? 0
                               : (last - results.now).ns / step + closes;
                       if (behind < options_.samples) {
                         report->Print(results, &out_);
                       }
                     },
                     [&](base::Timestamp) {
                       return !process_.over() && out_.status().has_value();
                     }});
}

int EvalCommand::Answer() {
  if (!base::Zone::Find(options_.zone)) {
    return Fail(ZoneWords("-Z", options_.zone));
  }
  return options_.archives.empty() ? OfHosts() : OfArchives();
}

int EvalCommand::OfHosts() {
  const pmapi::notation::WindowOptions& window = options_.window;
  if (window.start || window.finish || window.align || window.origin ||
      options_.source_zone) {
    return Fail(
        "-S, -T, -A, -O and -z are for archives; a live answer is "
        "of now");
  }
  if (!ReadInterval(kLiveInterval)) return kError;
  session_.emplace(process_);
  if (const auto heard = session_->Listen(); !heard) {
    return Fail(heard.error().message);
  }
  for (Output* one : {&out_, &err_}) one->GoOnWith(LossesAreTheEnd());
  const int status = AskHosts();
  session_->Drain();
  for (Output* one : {&out_, &err_}) one->StopAtLosses();
  return status;
}

int EvalCommand::AskHosts() {
  LiveHosts& hosts = session_->hosts();
  hosts.UseDerived(derived_);
  hosts.Follow({"", options_.logs, options_.journal});
  hosts.AskForAllNames();
  RuleFiles rules(interval_.Seconds());
  rules.Parse({kCommandLine, options_.expression});
  if (!session_->Consult(options_.host, rules.Needs(),
                         [this](const std::string& text) { Say(text); })) {
    return kError;
  }
  rules.Check(session_->Views());
  return TakeStatement(&rules) ? Watch(&rules) : kError;
}

int EvalCommand::Watch(RuleFiles* rules) {
  const base::Zone zone = ZoneFor(nullptr);
  EvalAnswers answers(options_, zone, &out_, &session_->hosts(), rules,
                      [this](const std::string& text) {
                        Fail(text);
                        err_.Flush();
                      });
  engine::schedule::LiveOptions live_options;
  live_options.start = clock_.Now();
  live_options.zone = &zone;
  live_options.detail = engine::alarm::Detail::kValues;
  const auto done = answers.Run(std::move(statements_), live_options, &clock_);
  if (!done) return Fail(done.error().message);
  return session_->over() ? kError : ExitStatus(answers.truth());
}

}  // namespace

int RunEval(const EvalOptions& options, const ProcessContext& process) {
  return EvalCommand(options, process).Answer();
}

}  // namespace cli
