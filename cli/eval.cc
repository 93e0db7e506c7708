// The expression as a rule file of one statement: replayed, or watched for as
// many ticks as it needs. What is printed is eval_report.h's.
#include "cli/eval.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/overloaded.h"
#include "cli/archive_losses.h"
#include "cli/archives.h"
#include "cli/derived_metrics.h"
#include "cli/eval_report.h"
#include "cli/host_changes.h"
#include "cli/live_hosts.h"
#include "cli/losses.h"
#include "cli/missing_metrics.h"
#include "cli/one_line.h"
#include "cli/rule_files.h"
#include "cli/slow_readers.h"
#include "cli/time_words.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/live.h"
#include "engine/schedule/replay.h"
#include "grammar/micro/interval.h"

namespace cli {
namespace {

using engine::eval::Kleene;
using engine::schedule::TaskResults;
namespace expr = engine::expr;

constexpr int kTrue = 0;
constexpr int kFalse = 1;
constexpr int kError = 2;
constexpr int kUnknown = 3;

/// Who asks at a terminal waits for it; an archive's samples are 10 s apart.
constexpr base::Duration kLiveInterval{base::kNanosPerSecond};

/// Nothing is done: eval only looks.
class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

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

/// How many evaluations `e` looks back.
std::int64_t Depth(const expr::Expr& e) {
  return std::visit(
      base::Overloaded{
          [&](const expr::Fetch& fetch) -> std::int64_t {
            return fetch.delay + std::max(e.shape.samples, 1) - 1 + fetch.rate;
          },
          [](const expr::Unary& node) -> std::int64_t {
            using Op = expr::ast::UnaryOp;
            const bool compares = node.op == Op::kRate ||
                                  node.op == Op::kRising ||
                                  node.op == Op::kFalling;
            return Depth(*node.operand) + compares;
          },
          [](const expr::Binary& node) {
            return std::max(Depth(*node.left), Depth(*node.right));
          },
          [](const expr::Aggregate& node) { return Depth(*node.operand); },
          [](const expr::Quantify& node) { return Depth(*node.operand); },
          [](const expr::Match& node) { return Depth(*node.operand); },
          [](const auto&) -> std::int64_t { return 0; }},
      e.node);
}

std::int64_t DepthOf(const expr::Statement& statement) {
  std::int64_t depth = 0;
  const auto look = [&depth](const expr::ExprPtr& e) {
    depth = std::max(depth, Depth(*e));
  };
  std::visit(base::Overloaded{
                 [&](const expr::Observe& observe) { look(observe.expr); },
                 [&](const expr::Rule& rule) { look(rule.condition); },
                 [&](const expr::Ruleset& set) {
                   for (const expr::Rule& rule : set.rules) {
                     look(rule.condition);
                   }
                 },
                 [](const expr::Perform&) {}},
             statement.body);
  return depth;
}

/// A pmcd has answered that there is no such name: that is no agent's absence.
bool LacksAName(const LiveHosts& hosts, std::size_t source) {
  const LiveHosts::Missing missing =
      hosts.MissingAt(source).value_or(LiveHosts::Missing());
  return std::any_of(missing.begin(), missing.end(), [](const auto& one) {
    return one.second == base::ErrorCode::kNoMetric ||
           one.second == base::ErrorCode::kNonLeaf;
  });
}

/// One question; a step that fails has said why.
class Question {
 public:
  Question(const EvalOptions& options, const Environment& environment,
           Output* out, Output* err, const std::function<bool()>& over)
      : options_(options),
        environment_(environment),
        out_(*out),
        err_(*err),
        over_(over),
        derived_(LoadDerivedMetrics(environment, false, err)) {}

  /// The exit status.
  int Answer();

 private:
  int OfArchives();
  int OfHosts();
  void Say(const std::string& text) {
    err_.Print("tocsin: eval: " + OneLine(text) + '\n');
  }
  int Fail(const std::string& text) {
    Say(text);
    return kError;
  }
  bool Over() const { return interrupted_ || (over_ && over_()); }
  bool ReadInterval(base::Duration otherwise);
  base::Zone ZoneFor(const Archives* archives) const;
  bool TakeStatement(RuleFiles* rules);
  bool AskHosts(LiveHosts* hosts, base::loop::Loop* loop, RuleFiles* rules);
  int OfHosts(base::loop::Loop* loop);
  int Watch(LiveHosts* hosts, base::loop::Loop* loop, RuleFiles* rules);

  const EvalOptions& options_;
  const Environment& environment_;
  Output& out_;
  Output& err_;
  const std::function<bool()>& over_;
  bool interrupted_ = false;  // while the loop hears signals
  grammar::micro::DerivedConfig derived_;
  engine::schedule::SystemClock clock_;
  base::Duration interval_;
  std::vector<expr::Statement> statements_;
  NoActions no_actions_;
};

/// The answers of live hosts, printed as they come.
class Answers {
 public:
  using CheckAgain =
      std::function<std::vector<expr::Statement>(const std::set<int>& sources)>;
  /// Is told why a host does not answer, or not all.
  using Complain = std::function<void(const std::string& text)>;

  Answers(const EvalOptions& options, const base::Zone& zone, Output* out,
          LiveHosts* hosts, base::loop::Loop* loop, Complain complain)
      : report_(options, zone),
        left_(options.samples),
        out_(*out),
        hosts_(*hosts),
        loop_(*loop),
        complain_(std::move(complain)) {}

  /// Until as many have come as are wanted, or the loop is stopped; where a
  /// host's metrics change, goes on with what `check` gives.
  base::Result<void> Run(std::vector<expr::Statement> statements,
                         CheckAgain check,
                         const engine::schedule::LiveOptions& options,
                         engine::schedule::Clock* clock);
  Kleene truth() const { return report_.truth(); }

 private:
  void Take(const TaskResults& results);
  void Answered(int source, const base::Error& why);
  bool BeginAnew(const std::set<int>& sources);

  EvalReport report_;
  /// Counted, not timed: ticks that come too late are left out.
  std::int64_t left_;
  std::int64_t looks_back_ = 0;  // at so many more before it is an answer
  bool late_ = false;            // a host, at this tick
  Output& out_;
  LiveHosts& hosts_;
  base::loop::Loop& loop_;
  Complain complain_;
  std::set<std::string> told_;  // complaints: each comes at every tick
  NoActions no_actions_;
  CheckAgain check_;
  std::optional<engine::schedule::Live> live_;
  base::Result<void> failure_;
};

base::Result<void> Answers::Run(std::vector<expr::Statement> statements,
                                CheckAgain check,
                                const engine::schedule::LiveOptions& options,
                                engine::schedule::Clock* clock) {
  check_ = std::move(check);
  looks_back_ = DepthOf(statements.front());
  HostChanges changes(&hosts_, [this](const std::set<int>& sources) {
    return BeginAnew(sources);
  });
  engine::schedule::LiveHooks hooks;
  hooks.report = [this](const TaskResults& results) { Take(results); };
  hooks.answered = [this, &changes](int source, const base::Error* why) {
    if (why == nullptr) return;
    if (why->code == base::ErrorCode::kChanged) {
      changes.Changed(source);
    } else {
      Answered(source, *why);
    }
  };
  live_.emplace(hosts_.Sources(), options, &no_actions_, std::move(hooks),
                &loop_, clock);
  auto begun = live_->Begin(std::move(statements));
  if (!begun) return begun;
  loop_.Run();
  live_.reset();
  return failure_;
}

void Answers::Answered(int source, const base::Error& why) {
  if (why.code == base::ErrorCode::kLate) {
    late_ = true;
    return;
  }
  const std::string text =
      hosts_.Title(static_cast<std::size_t>(source)) + ": " + why.message;
  if (told_.insert(text).second) complain_(text);
}

void Answers::Take(const TaskResults& results) {
  // Who has not answered yet is waited for.
  if (std::exchange(late_, false)) return;
  if (looks_back_-- > 0) return;
  report_.Add(results);
  report_.Print(&out_);
  out_.Flush();
  if (--left_ == 0 || !out_.status()) loop_.Stop();
}

bool Answers::BeginAnew(const std::set<int>& sources) {
  std::vector<expr::Statement> statements = check_(sources);
  if (statements.empty()) {
    failure_ = base::Error{base::ErrorCode::kChanged,
                           "what the metrics are now does not fit together"};
  } else {
    looks_back_ = DepthOf(statements.front());
    failure_ = live_->Replace(sources, std::move(statements));
  }
  if (!failure_) loop_.Stop();
  return failure_.has_value();
}

bool Question::ReadInterval(base::Duration otherwise) {
  interval_ = otherwise;
  if (options_.interval.empty()) return true;
  const auto parsed = grammar::micro::ParseInterval(options_.interval);
  if (!parsed || parsed->ns <= 0) {
    Fail(IntervalWords("-t", options_.interval, " longer than 0"));
    return false;
  }
  interval_ = *parsed;
  return true;
}

base::Zone Question::ZoneFor(const Archives* archives) const {
  if (!options_.zone.empty()) return base::Zone::FromTz(options_.zone);
  if (options_.source_zone && archives != nullptr) {
    return base::Zone::FromTz(archives->front().zone());
  }
  const auto tz = environment_("TZ");
  return tz ? base::Zone::FromTz(*tz) : base::Zone::OfSystem();
}

bool Question::TakeStatement(RuleFiles* rules) {
  statements_ = rules->TakeStatements();
  for (const auto& [source, diagnostic] : rules->diagnostics()) {
    err_.Print(grammar::Render(diagnostic, *source));
  }
  err_.Flush();
  if (rules->has_errors()) return false;
  if (statements_.size() == 1) return true;
  Fail(statements_.empty() ? "there is nothing to evaluate: a constant"
                           : "one expression is wanted, not " +
                                 std::to_string(statements_.size()));
  return false;
}

int Question::OfArchives() {
  if (!ReadInterval(kDefaultInterval)) return kError;
  Archives archives;
  if (auto failure = archives.Open(options_.archives, {})) {
    return Fail("cannot open archive " + failure->name + ": " +
                failure->error.message);
  }
  archives.UseDerived(derived_);
  const base::Zone zone = ZoneFor(&archives);
  const grammar::micro::WindowFrame frame{archives.start(), archives.end(),
                                          clock_.Now(), zone};
  if (const auto dotted = MistakenTimeWords(options_.window)) {
    return Fail(*dotted);
  }
  const auto window = grammar::micro::ResolveWindow(options_.window, frame);
  if (!window) return Fail(WindowWords(options_.window, window.fault()));
  if (window->first > window->end)
    return Fail(EmptyWindowWords(*window, frame));
  if (const auto late = LateFinishWords(options_.window, frame)) Say(*late);
  if (const auto length = LongWindowWords(*window, zone)) Say(*length);
  RuleFiles rules(interval_.Seconds(), archives.Views());
  rules.Add("<command line>", options_.expression);
  if (!TakeStatement(&rules)) return kError;
  const std::int64_t step = statements_.front().interval.ns;
  engine::schedule::ReplayOptions replay_options;
  replay_options.start = window->first;
  replay_options.end = window->end;
  replay_options.zone = &zone;
  replay_options.detail = engine::alarm::Detail::kValues;
  engine::schedule::Replay replay(std::move(statements_), archives.Sources(),
                                  replay_options, &no_actions_);
  EvalReport report(options_, zone);
  const auto done = replay.Run({[&](const TaskResults& results) {
                                  // Only the last ones will be printed.
                                  if ((window->end - results.now).ns / step <
                                      options_.samples) {
                                    report.Add(results);
                                  }
                                },
                                [&](base::Timestamp) { return !Over(); }});
  if (Over()) return kError;
  report.Print(&out_);
  if (!done) return Fail(done.error().message);
  const auto losses = LossTexts(archives.Losses(), *window, zone, clock_.Now());
  for (const std::string& text : losses) Fail(text);
  return losses.empty() ? ExitStatus(report.truth()) : kError;
}

bool Question::AskHosts(LiveHosts* hosts, base::loop::Loop* loop,
                        RuleFiles* rules) {
  rules->Parse("<command line>", options_.expression);
  if (const auto opened = hosts->Open(options_.host, rules->Needs()); !opened) {
    Fail(opened.error().message);
    return false;
  }
  bool ready = false;
  hosts->Prepare(kPrepareLimit, [&] {
    ready = true;
    loop->Stop();
  });
  if (!ready && !Over()) loop->Run();
  if (Over()) return false;
  const std::vector<pmapi::Source*> sources = hosts->Sources();
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (const auto why = hosts->StandsIn(s)) Say("warning - " + *why);
    if (const auto& failure = hosts->failure(s)) {
      Fail((hosts->is_pmcd(s) ? "pmcd via " + sources[s]->ContextName() + ' ' +
                                    TroubleText(*failure)
                              : hosts->Title(s)) +
           ": " + failure->message);
      return false;
    }
  }
  std::vector<engine::check::SourceView> views = hosts->Views();
  // Who asks once does not wait for what may come; but an agent may be away.
  for (std::size_t s = 0; s < views.size(); ++s) {
    views[s].waits = hosts->is_pmcd(s) && !LacksAName(*hosts, s);
  }
  rules->Check(std::move(views));
  return TakeStatement(rules);
}

int Question::Answer() {
  if (!base::Zone::Find(options_.zone)) {
    return Fail(ZoneWords("-Z", options_.zone));
  }
  return options_.archives.empty() ? OfHosts() : OfArchives();
}

int Question::OfHosts() {
  const grammar::micro::WindowOptions& window = options_.window;
  if (window.start || window.finish || window.align || window.origin ||
      options_.source_zone) {
    return Fail(
        "-S, -T, -A, -O and -z are for archives; a live answer is "
        "of now");
  }
  if (!ReadInterval(kLiveInterval)) return kError;
  base::loop::Loop loop;
  const auto signals = loop.OnSignal({SIGINT, SIGTERM}, [&](int) {
    interrupted_ = true;
    loop.Stop();
  });
  if (!signals) return Fail(signals.error().message);
  SlowReaders readers(&loop, {&out_, &err_});
  for (Output* one : {&out_, &err_}) one->GoOnWith(LossesAreTheEnd());
  const int status = OfHosts(&loop);
  readers.Drain([this] { return Over(); });
  for (Output* one : {&out_, &err_}) one->StopAtLosses();
  return status;
}

int Question::OfHosts(base::loop::Loop* loop) {
  LiveHosts hosts(loop, environment_);
  hosts.UseDerived(derived_);
  hosts.AskForAllNames();
  RuleFiles rules(interval_.Seconds());
  if (!AskHosts(&hosts, loop, &rules)) return kError;
  return Watch(&hosts, loop, &rules);
}

int Question::Watch(LiveHosts* hosts, base::loop::Loop* loop,
                    RuleFiles* rules) {
  const base::Zone zone = ZoneFor(nullptr);
  Answers answers(options_, zone, &out_, hosts, loop,
                  [this](const std::string& text) {
                    Fail(text);
                    err_.Flush();
                  });
  engine::schedule::LiveOptions live_options;
  live_options.start = clock_.Now();
  live_options.zone = &zone;
  live_options.detail = engine::alarm::Detail::kValues;
  MissingMetrics missing(*hosts);
  const auto done = answers.Run(
      std::move(statements_),
      [this, rules, hosts, &missing](const std::set<int>& sources) {
        for (const MissingMetrics::News& news : missing.Look(sources)) {
          err_.Print("tocsin: eval: " + news.text + '\n');
        }
        err_.Flush();
        return rules->CheckAgain(hosts->Views(sources)).statements;
      },
      live_options, &clock_);
  if (!done) return Fail(done.error().message);
  return Over() ? kError : ExitStatus(answers.truth());
}

}  // namespace

int RunEval(const EvalOptions& options, const Environment& environment,
            Output* out, Output* err, const std::function<bool()>& over) {
  Question question(options, environment, out, err, over);
  return question.Answer();
}

}  // namespace cli
