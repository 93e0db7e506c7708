// The queue of tasks, and what each evaluation of one writes.
#include "tests/support/spec/replay.h"

#include <algorithm>
#include <cstdio>
#include <list>
#include <memory>
#include <set>

#include "base/printable.h"
#include "tests/support/spec/arithmetic.h"
#include "tests/support/spec/evaluator.h"
#include "tests/support/spec/perform.h"

namespace spec {
namespace {

/// Instead of what pmie writes, where that cannot be said.
constexpr const char* kUndefined = "undefined";

struct Task {
  Task(const std::vector<Log>* logs, const RunOptions& options, double interval)
      : sampler(logs, options.switches, options.counter_wrap, options.first,
                interval),
        evaluator(MakeEvaluator(&sampler)),
        due(EpochSeconds(options.first)) {}

  Sampler sampler;
  std::unique_ptr<Evaluator> evaluator;
  /// Seconds since the epoch, in the precision that pmie has.
  double due;
  std::vector<const Statement*> statements;
};

/// What the report shows of a rule, a ruleset or an action, and whether it
/// could be evaluated at all.
struct Verdict {
  double truth = kUnknown;
  bool valid = false;
};

using Print = std::function<void(const std::string&)>;

class Run {
 public:
  Run(const std::vector<Log>& logs, const RunOptions& options, Print print)
      : logs_(logs), options_(options), print_(std::move(print)) {}

  void Schedule(const Statement& statement) {
    if (tasks_.empty() ||
        tasks_.back()->sampler.interval() != statement.interval) {
      tasks_.push_back(
          std::make_unique<Task>(&logs_, options_, statement.interval));
    }
    tasks_.back()->statements.push_back(&statement);
    Sampler& sampler = tasks_.back()->sampler;
    if (statement.shown) sampler.Want(*statement.shown);
    for (const Rule& rule : statement.rules) sampler.Want(*rule.condition);
  }

  void Go() {
    while (!tasks_.empty() &&
           tasks_.front()->due <= EpochSeconds(options_.end)) {
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      Evaluate(task.get());
      task->due = EpochSeconds(options_.first) +
                  (task->sampler.tick() + 1) * task->sampler.interval();
      const auto before = std::find_if(
          tasks_.begin(), tasks_.end(),
          [&](const auto& other) { return other->due >= task->due; });
      tasks_.insert(before, std::move(task));
    }
  }

 private:
  void Evaluate(Task* task) {
    task->sampler.Advance();
    std::vector<Verdict> verdicts;
    for (const Statement* statement : task->statements) {
      verdicts.push_back(EvaluateStatement(*statement, task));
    }
    if (options_.verbosity == Verbosity::kNone) return;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      Report(*task->statements[i], verdicts[i], *task);
    }
    print_("\n");
  }

  /// All of them, or as pmie only until one holds.
  void EvaluateConditions(const Statement& statement, Task* task) {
    const Switches& switches = options_.switches;
    const bool all = switches.members || switches.later_rules;
    bool held = false;
    for (const Rule& rule : statement.rules) {
      const Node& condition = *rule.condition;
      if (held && !all) {
        task->evaluator->Skip(condition);
        continue;
      }
      task->evaluator->Evaluate(condition);
      NoteUndefined(statement, *task);
      held = held || (task->evaluator->Valid(condition) &&
                      task->evaluator->Truth(condition) == kTrue);
    }
  }

  Verdict EvaluateStatement(const Statement& statement, Task* task) {
    if (statement.shown) {
      task->evaluator->Evaluate(*statement.shown);
      NoteUndefined(statement, *task);
      return {};
    }
    EvaluateConditions(statement, task);
    if (undefined_.count(&statement) != 0) return {};
    Verdict verdict;
    bool some_false = false;
    for (const Rule& rule : statement.rules) {
      const Node& condition = *rule.condition;
      // What is shown is the last one that could be evaluated.
      if (!task->evaluator->Valid(condition)) continue;
      verdict = {task->evaluator->Truth(condition), true};
      some_false |= verdict.truth == kFalse;
      if (verdict.truth != kTrue) continue;
      Act(statement, *rule.action, task->evaluator->Bind(condition), *task);
      return verdict;
    }
    const Bindings none = std::vector<Bound>{{{}, {}, {}, "true"}};
    if (!some_false && statement.unknown != nullptr) {
      Act(statement, *statement.unknown, none, *task);
    } else if (statement.otherwise != nullptr) {
      Act(statement, *statement.otherwise, none, *task);
      if (statement.ruleset) return {kTrue, true};
    }
    return verdict;
  }

  void Act(const Statement& statement, const ast::Action& action,
           Bindings bindings, const Task& task) {
    NoteUndefined(statement, task);
    if (undefined_.count(&statement) != 0) return;
    spec::Perform(action, {task.sampler.now(), task.due, std::move(bindings),
                           options_.switches, &last_, print_});
  }

  void Report(const Statement& statement, Verdict verdict, const Task& task) {
    std::string text = Reported(statement, verdict, task);
    NoteUndefined(statement, task);
    if (undefined_.count(&statement) != 0) text = kUndefined;
    print_(statement.name + " (" + StampText(task.sampler.now()) +
           "): " + text + "\n");
  }

  std::string Reported(const Statement& statement, Verdict verdict,
                       const Task& task) {
    if (statement.shown) return ReportedExpression(statement, task);
    if (options_.verbosity == Verbosity::kBindings &&
        !statement.rules.empty() && verdict.valid &&
        MetricsOf(*statement.rules.front().condition) != nullptr) {
      return ReportedBindings(statement, *statement.rules.front().condition,
                              task);
    }
    return TruthText(verdict.truth);
  }

  std::string ReportedExpression(const Statement& statement, const Task& task) {
    const Node& node = *statement.shown;
    const Shown shown = task.evaluator->Show(node);
    if (shown.bindings && options_.verbosity == Verbosity::kBindings) {
      return ReportedBindings(statement, node, task);
    }
    const bool lines = shown.lines && options_.verbosity != Verbosity::kValues;
    if (lines && !shown.undefined_lines.empty()) {
      Undefine(statement, shown.undefined_lines);
    }
    std::string text;
    for (const ShownValue& value : shown.values) {
      const std::string samples = Fit(Joined(value.samples));
      if (lines) {
        text += Line(value.host, value.instance, samples);
      } else {
        text += (text.empty() ? "" : " ") + samples;
      }
    }
    if (!text.empty() || lines) return text;
    const bool quantifier = options_.switches.members && node.is_quantifier();
    return quantifier ? "unknown" : "?";
  }

  std::string ReportedBindings(const Statement& statement, const Node& node,
                               const Task& task) {
    const Bindings bindings = task.evaluator->Bind(node);
    if (!bindings) return " <no bindings available>";
    std::string text;
    for (const Bound& bound : *bindings) {
      if (!bound.host && !options_.switches.members) {
        Undefine(statement, "crashes on a binding without a host");
      }
      text += Line(bound.host.value_or(""), bound.instance.value_or(""),
                   bound.value);
    }
    return text;
  }

  std::string Line(const std::string& host, const std::string& instance,
                   const std::string& value) {
    return "\n    " + Fit(host) + ": " +
           Fit(instance.empty() ? "" : "[" + instance + "] ") + Fit(value);
  }

  std::string Fit(const std::string& text) {
    return options_.switches.printable ? base::Printable(text) : text;
  }

  /// Says once what is undefined of it from now on, if something is.
  void NoteUndefined(const Statement& statement, const Task& task) {
    Undefine(statement, task.evaluator->TakeUndefined());
  }

  void Undefine(const Statement& statement, const std::string& why) {
    if (why.empty() || !undefined_.insert(&statement).second) return;
    std::fprintf(stderr, "tocsin-spec: %s: pmie %s\n", statement.name.c_str(),
                 why.c_str());
  }

  const std::vector<Log>& logs_;
  RunOptions options_;
  Print print_;
  std::list<std::unique_ptr<Task>> tasks_;
  LastPerformed last_;
  /// What pmie makes of these cannot be said any more.
  std::set<const Statement*> undefined_;
};

}  // namespace

void Replay(const std::vector<Log>& logs,
            const std::vector<Statement>& statements, const RunOptions& options,
            const Print& print) {
  Run run(logs, options, print);
  for (const Statement& statement : statements) run.Schedule(statement);
  run.Go();
}

}  // namespace spec
