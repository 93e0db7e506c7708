// The queue of tasks, and what each evaluation of one writes.
#include "tests/support/spec/replay.h"

#include <algorithm>
#include <list>
#include <memory>

#include "tests/support/spec/arithmetic.h"
#include "tests/support/spec/evaluator.h"
#include "tests/support/spec/perform.h"

namespace spec {
namespace {

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

  Verdict EvaluateStatement(const Statement& statement, Task* task) {
    if (statement.shown) {
      task->evaluator->Evaluate(*statement.shown);
      return {};
    }
    const Switches& switches = options_.switches;
    const bool all = switches.members || switches.later_rules;
    for (const Rule& rule : statement.rules) {
      if (all) task->evaluator->Evaluate(*rule.condition);
    }
    Verdict verdict;
    bool some_false = false;
    for (const Rule& rule : statement.rules) {
      const Node& condition = *rule.condition;
      if (!all) task->evaluator->Evaluate(condition);
      // What is shown is the last one that could be evaluated.
      if (!task->evaluator->Valid(condition)) continue;
      verdict = {task->evaluator->Truth(condition), true};
      some_false |= verdict.truth == kFalse;
      if (verdict.truth != kTrue) continue;
      Act(*rule.action, task->evaluator->Bind(condition), *task);
      return verdict;
    }
    const Bindings none = std::vector<Bound>{{{}, {}, {}, "true"}};
    if (!some_false && statement.unknown != nullptr) {
      Act(*statement.unknown, none, *task);
    } else if (statement.otherwise != nullptr) {
      Act(*statement.otherwise, none, *task);
      if (statement.ruleset) return {kTrue, true};
    }
    return verdict;
  }

  void Act(const ast::Action& action, Bindings bindings, const Task& task) {
    spec::Perform(action, {task.sampler.now(), std::move(bindings),
                           options_.switches, &last_, print_});
  }

  void Report(const Statement& statement, Verdict verdict, const Task& task) {
    print_(statement.name + " (" + StampText(task.sampler.now()) + "): ");
    if (statement.shown) {
      ReportExpression(*statement.shown, task);
    } else if (options_.verbosity == Verbosity::kBindings &&
               !statement.rules.empty() && verdict.valid &&
               MetricsOf(*statement.rules.front().condition) != nullptr) {
      ReportBindings(*statement.rules.front().condition, task);
    } else {
      print_(TruthText(verdict.truth));
    }
    print_("\n");
  }

  void ReportExpression(const Node& node, const Task& task) {
    const Shown shown = task.evaluator->Show(node);
    if (shown.bindings && options_.verbosity == Verbosity::kBindings) {
      ReportBindings(node, task);
      return;
    }
    if (shown.lines && options_.verbosity != Verbosity::kValues) {
      for (const ShownValue& value : shown.values) {
        ReportLine(value.host, value.instance, Joined(value.samples));
      }
      return;
    }
    std::string text;
    for (const ShownValue& value : shown.values) {
      text += (text.empty() ? "" : " ") + Joined(value.samples);
    }
    if (text.empty()) {
      const bool quantifier = options_.switches.members && node.is_quantifier();
      text = quantifier ? "unknown" : "?";
    }
    print_(text);
  }

  void ReportBindings(const Node& node, const Task& task) {
    const Bindings bindings = task.evaluator->Bind(node);
    if (!bindings) {
      print_(" <no bindings available>");
      return;
    }
    for (const Bound& bound : *bindings) {
      ReportLine(bound.host.value_or(""), bound.instance.value_or(""),
                 bound.value);
    }
  }

  void ReportLine(const std::string& host, const std::string& instance,
                  const std::string& value) {
    print_("\n    " + host + ": ");
    if (!instance.empty()) print_("[" + instance + "] ");
    print_(value);
  }

  const std::vector<Log>& logs_;
  RunOptions options_;
  Print print_;
  std::list<std::unique_ptr<Task>> tasks_;
  LastPerformed last_;
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
