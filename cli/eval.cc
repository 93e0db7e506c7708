// The expression as a rule file of one statement, replayed.
#include "cli/eval.h"

#include <deque>
#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "cli/archives.h"
#include "cli/derived_metrics.h"
#include "cli/rule_files.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/replay.h"
#include "grammar/micro/interval.h"

namespace cli {
namespace {

using engine::alarm::Reading;
using engine::eval::Kleene;
using engine::schedule::TaskResults;
namespace expr = engine::expr;

constexpr int kTrue = 0;
constexpr int kFalse = 1;
constexpr int kError = 2;
constexpr int kUnknown = 3;

int Fail(Output* err, const std::string& text) {
  err->Print("tocsin: eval: " + text + '\n');
  return kError;
}

/// Nothing is done: eval only looks.
class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(true);
  }
};

/// What an expression is as a whole: a set of truths as some_ has it, a number
/// true if it is known.
Kleene Summary(const Reading& reading) {
  bool known = false;
  bool unknown = false;
  const bool truths = reading.view().sort == expr::Sort::kTruth;
  for (int i = 0; i < reading.width(); ++i) {
    if (!reading.member(i)) continue;
    const bool is_known = reading.cell(i) == pmapi::kKnown;
    if (is_known && (!truths || reading.value(i) != 0)) return Kleene::kTrue;
    known |= is_known;
    unknown |= !is_known;
  }
  return unknown || !known ? Kleene::kUnknown : Kleene::kFalse;
}

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

/// Turns the results of the last evaluations into text.
class Printer {
 public:
  Printer(const EvalOptions& options, const base::Zone& zone)
      : options_(options), zone_(zone) {}

  void Add(const TaskResults& results) {
    const engine::alarm::Watch& watch = results.watches.front();
    std::string text;
    if (watch.view() == nullptr) {
      truth_ = watch.verdict();
      text = Verdict(results);
    } else {
      const Reading reading(results.results, *watch.view(), results.tick);
      truth_ = Summary(reading);
      text =
          options_.json ? JsonLine(results, reading) : Lines(results, reading);
    }
    texts_.push_back(std::move(text));
    if (texts_.size() > static_cast<std::size_t>(options_.samples)) {
      texts_.pop_front();
    }
  }

  Kleene truth() const { return truth_; }
  void Print(Output* out) const {
    for (const std::string& text : texts_) out->Print(text);
  }

 private:
  std::string Stamp(const TaskResults& results) const {
    std::string stamp;
    base::AppendCtime(zone_, results.now, &stamp);
    return stamp;
  }
  static const char* Word(Kleene truth) {
    return truth == Kleene::kTrue    ? "true"
           : truth == Kleene::kFalse ? "false"
                                     : "unknown";
  }

  std::string Verdict(const TaskResults& results) const {
    const std::string word = Word(truth_);
    if (options_.json) {
      return nlohmann::ordered_json{{"time", Stamp(results)}, {"verdict", word}}
                 .dump() +
             '\n';
    }
    return (options_.samples > 1 ? Stamp(results) + "  " : "") + word + '\n';
  }

  std::string Lines(const TaskResults& results, const Reading& reading) const {
    std::string text;
    for (int i = 0; i < reading.width(); ++i) {
      if (!reading.member(i)) continue;
      if (options_.samples > 1) text += Stamp(results) + "  ";
      const engine::alarm::LaneName name = reading.NameOf(i);
      if (reading.layout().hosts() > 1) {
        text += std::string(name.host) + ": ";
      }
      if (!name.instance.empty()) {
        text += '[' + std::string(name.instance) + "] ";
      }
      reading.AppendValue(i, &text);
      text += '\n';
    }
    return text.empty() ? "no values\n" : text;
  }

  std::string JsonLine(const TaskResults& results,
                       const Reading& reading) const {
    auto values = nlohmann::ordered_json::array();
    for (int i = 0; i < reading.width(); ++i) {
      if (reading.member(i)) values.push_back(JsonMember(results, reading, i));
    }
    const nlohmann::ordered_json line{{"time", Stamp(results)},
                                      {"verdict", Word(truth_)},
                                      {"values", std::move(values)}};
    return line.dump(-1, ' ', false,
                     nlohmann::ordered_json::error_handler_t::replace) +
           '\n';
  }

  static nlohmann::ordered_json JsonMember(const TaskResults& results,
                                           const Reading& reading, int i) {
    nlohmann::ordered_json member;
    const engine::alarm::LaneName name = reading.NameOf(i);
    if (!name.host.empty()) member["host"] = name.host;
    if (!name.instance.empty()) member["instance"] = name.instance;
    if (reading.cell(i) != pmapi::kKnown) {
      member["value"] = nullptr;
    } else if (reading.view().sort == expr::Sort::kTruth) {
      member["value"] = reading.value(i) != 0;
    } else if (reading.view().sort == expr::Sort::kString) {
      member["value"] =
          results.results.strings.Text(static_cast<int>(reading.value(i)));
    } else {
      member["value"] = reading.value(i);
    }
    return member;
  }

  const EvalOptions& options_;
  const base::Zone& zone_;
  Kleene truth_ = Kleene::kUnknown;
  std::deque<std::string> texts_;
};

/// What `source`'s diagnostics are, all of them.
std::string Complaints(const RuleFiles& rules) {
  std::string text;
  for (const auto& [source, diagnostic] : rules.diagnostics()) {
    if (diagnostic.severity == grammar::Severity::kError) {
      text += grammar::Render(diagnostic, *source);
    }
  }
  return text;
}

base::Zone ZoneFor(const EvalOptions& options, const Environment& environment,
                   const Archives& archives) {
  if (!options.zone.empty()) return base::Zone::FromTz(options.zone);
  if (options.source_zone) return base::Zone::FromTz(archives.front().zone());
  const auto tz = environment("TZ");
  return tz ? base::Zone::FromTz(*tz) : base::Zone::OfSystem();
}

}  // namespace

int RunEval(const EvalOptions& options, const Environment& environment,
            Output* out, Output* err) {
  if (options.archives.empty()) {
    return Fail(err,
                "live sources are not available yet; name an archive with -a");
  }
  base::Duration interval{10 * base::kNanosPerSecond};
  if (!options.interval.empty()) {
    const auto parsed = grammar::micro::ParseInterval(options.interval);
    if (!parsed) {
      return Fail(
          err, "-t is not an interval:\n" +
                   grammar::micro::FaultText(options.interval, parsed.fault()));
    }
    interval = *parsed;
  }
  const auto derived = LoadDerivedMetrics(environment);
  err->Print(DerivedComplaints(derived, false));
  Archives archives;
  if (auto failure = archives.Open(options.archives, {})) {
    return Fail(err, "cannot open archive " + failure->name + ": " +
                         failure->error.message);
  }
  archives.UseDerived(derived);
  const base::Zone zone = ZoneFor(options, environment, archives);
  engine::schedule::SystemClock clock;
  const auto window = grammar::micro::ResolveWindow(
      options.window, {archives.start(), archives.end(), clock.Now(), zone});
  if (!window) return Fail(err, window.fault().lines);

  RuleFiles rules(interval.Seconds(), archives.Views());
  rules.Add("<command line>", options.expression);
  std::vector<expr::Statement> statements = rules.TakeStatements();
  if (rules.has_errors()) {
    err->Print(Complaints(rules));
    return kError;
  }
  if (statements.size() != 1) {
    return Fail(err, statements.empty()
                         ? "there is nothing to evaluate: a constant"
                         : "one expression is wanted, not " +
                               std::to_string(statements.size()));
  }
  const std::int64_t step = statements.front().interval.ns;
  NoActions no_actions;
  engine::schedule::ReplayOptions replay_options;
  replay_options.start = window->first;
  replay_options.end = window->end;
  replay_options.zone = &zone;
  replay_options.detail = engine::alarm::Detail::kValues;
  engine::schedule::Replay replay(std::move(statements), archives.Sources(),
                                  replay_options, &no_actions);
  Printer printer(options, zone);
  const auto done = replay.Run({[&](const TaskResults& results) {
                                  // Only the last ones will be printed.
                                  if ((window->end - results.now).ns / step <
                                      options.samples) {
                                    printer.Add(results);
                                  }
                                },
                                nullptr});
  printer.Print(out);
  if (!done) return Fail(err, done.error().message);
  return ExitStatus(printer.truth());
}

}  // namespace cli
