// Parser, checker and replay in a row; the hooks write the text.
#include "tests/support/run_rules.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/check.h"
#include "engine/check/checker.h"
#include "engine/schedule/replay.h"
#include "grammar/names.h"
#include "grammar/parser.h"

namespace tests {
namespace {

using engine::alarm::Event;
using engine::alarm::Reading;
using engine::alarm::Watch;
using engine::eval::Kleene;
using engine::schedule::TaskResults;
namespace ast = engine::expr::ast;

/// What stands before the text of an action: nothing of a print.
std::string KindText(ast::ActionKind kind) {
  if (kind == ast::ActionKind::kPrint) return "";
  return std::string(grammar::Name(kind)) + ' ';
}

std::string_view VerdictText(Kleene verdict) {
  switch (verdict) {
    case Kleene::kFalse:
      return "false";
    case Kleene::kUnknown:
      return "unknown";
    case Kleene::kTrue:
      return "true";
  }
  CHECK(false);
  return "";
}

/// Collects what a statement performs until its row is written.
class Actions : public engine::alarm::EventSink {
 public:
  void Perform(const Event& event, const Done& done) override {
    texts_[event.statement.name] +=
        ' ' + KindText(event.call.kind) + '"' + event.text() + '"';
    done(event.text().starts_with("fail") ? Outcome::kFailed
                                          : Outcome::kSucceeded);
  }
  std::string Take(const std::string& name) {
    return std::exchange(texts_[name], {});
  }

 private:
  std::map<std::string, std::string> texts_;
};

std::string LaneName(const Reading& reading, int i) {
  std::string name;
  const engine::alarm::LaneName called = reading.NameOf(i);
  if (reading.layout().hosts() > 1) name = called.host;
  const std::string_view instance = called.instance;
  if (!name.empty() && !instance.empty()) name += ':';
  name += instance;
  return name;
}

std::string ValueText(const Reading& reading) {
  const bool single =
      reading.layout().kind == engine::expr::Layout::Kind::kSingle;
  std::string text;
  for (int i = 0; i < reading.width(); ++i) {
    if (!reading.present(i)) continue;
    if (!text.empty()) text += ' ';
    const std::string name = single ? std::string() : LaneName(reading, i);
    if (!name.empty()) text += name + '=';
    std::string value;
    reading.AppendValue(i, &value);
    std::replace(value.begin(), value.end(), ' ', ',');
    text += value;
  }
  return text.empty() ? "-" : text;
}

std::string RowText(const Watch& watch, const TaskResults& results,
                    Actions* actions) {
  std::string text =
      watch.view() == nullptr
          ? std::string(VerdictText(watch.verdict()))
          : ValueText(Reading(results.results, *watch.view(), results.tick));
  return text + actions->Take(watch.statement().name);
}

/// The statements that are right; `run` gets a row for each, and what is wrong
/// with others.
std::vector<engine::expr::Statement> Check(
    std::vector<ParsedRules>* rules, const std::vector<pmapi::Source*>& sources,
    RulesRun* run) {
  std::vector<engine::check::SourceView> views;
  for (const pmapi::Source* source : sources) {
    views.push_back(
        {source->HostName(), source->ContextName(), &source->Catalog()});
  }
  engine::check::Checker checker(std::move(views));
  std::vector<engine::expr::Statement> statements;
  for (ParsedRules& one : *rules) {
    auto checked = checker.Check(one.text, std::move(one.parsed), 0);
    for (const grammar::Diagnostic& diagnostic : checked.diagnostics) {
      if (diagnostic.severity == grammar::Severity::kWarning) continue;
      run->diagnostics += Render(diagnostic, one.text);
    }
    for (engine::expr::Statement& statement : checked.statements) {
      run->rows.push_back({statement.name, {}});
      statements.push_back(std::move(statement));
    }
  }
  return statements;
}

engine::schedule::ReplayHooks HooksFor(const RunOptions& options,
                                       Actions* actions, RulesRun* run) {
  engine::schedule::ReplayHooks hooks;
  hooks.report = [&options, actions, run](const TaskResults& results) {
    for (const Watch& watch : results.watches) {
      const std::string& name = watch.statement().name;
      const auto at =
          std::find_if(run->rows.begin(), run->rows.end(),
                       [&name](const auto& row) { return row.first == name; });
      at->second.push_back(RowText(watch, results, actions));
      run->order.push_back(std::to_string((results.now - options.start).ns /
                                          base::kNanosPerSecond) +
                           ' ' + name);
    }
  };
  hooks.go_on = [&options](base::Timestamp time) {
    return !options.stop || time < *options.stop;
  };
  return hooks;
}

}  // namespace

const std::vector<std::string>& RulesRun::row(std::string_view name) const {
  const auto at =
      std::find_if(rows.begin(), rows.end(),
                   [name](const auto& row) { return row.first == name; });
  CHECK(at != rows.end());
  return at->second;
}

RulesRun RunParsed(std::vector<ParsedRules> rules,
                   const std::vector<pmapi::Source*>& sources,
                   const RunOptions& options) {
  RulesRun run;
  auto statements = Check(&rules, sources, &run);
  Actions actions;
  engine::schedule::ReplayOptions replay_options;
  replay_options.start = options.start;
  replay_options.end = options.end;
  replay_options.zone = &options.zone;
  replay_options.rates.counter_wrap = options.counter_wrap;
  engine::schedule::Replay replay(std::move(statements), sources,
                                  replay_options, &actions);
  if (auto done = replay.Run(HooksFor(options, &actions, &run)); !done) {
    run.error = done.error();
  }
  return run;
}

RulesRun RunRules(std::string_view rules,
                  const std::vector<pmapi::Source*>& sources,
                  const RunOptions& options) {
  const grammar::SourceText text("rules", std::string(rules));
  grammar::Parser parser;
  std::vector<ParsedRules> parsed;
  parsed.push_back({text, parser.Parse(text)});
  return RunParsed(std::move(parsed), sources, options);
}

}  // namespace tests
