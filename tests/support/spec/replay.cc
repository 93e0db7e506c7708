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
        due(options.first) {}

  Sampler sampler;
  std::unique_ptr<Evaluator> evaluator;
  base::Timestamp due;
  std::vector<const Statement*> statements;
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
  }

  void Go() {
    while (!tasks_.empty() && tasks_.front()->due <= options_.end) {
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      Evaluate(task.get());
      const auto step = task->sampler.interval() * 1e9;
      task->due = options_.first +
                  base::Duration{(task->sampler.tick() + 1) *
                                 static_cast<std::int64_t>(step + 0.5)};
      const auto before = std::find_if(
          tasks_.begin(), tasks_.end(),
          [&](const auto& other) { return other->due >= task->due; });
      tasks_.insert(before, std::move(task));
    }
  }

 private:
  void Evaluate(Task* task) {
    task->sampler.Advance();
    std::vector<double> truths;
    for (const Statement* statement : task->statements) {
      truths.push_back(EvaluateStatement(*statement, task));
    }
    if (options_.verbosity == Verbosity::kNone) return;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      Report(*task->statements[i], truths[i], *task);
    }
    print_("\n");
  }

  /// What the report shows of a rule, a ruleset or an action.
  double EvaluateStatement(const Statement& statement, Task* task) {
    if (statement.shown) {
      task->evaluator->Evaluate(*statement.shown);
      return kUnknown;
    }
    bool some_false = false;
    bool fired = false;
    for (const Rule& rule : statement.rules) {
      task->evaluator->Evaluate(*rule.condition);
    }
    for (const Rule& rule : statement.rules) {
      const double truth = task->evaluator->Truth(*rule.condition);
      some_false |= truth == kFalse;
      if (truth != kTrue) continue;
      Act(*rule.action, task->evaluator->Bind(*rule.condition), *task);
      fired = true;
      break;
    }
    if (fired) return kTrue;
    if (statement.rules.empty() || statement.ruleset) {
      return Fallback(statement, some_false, *task);
    }
    return some_false ? kFalse : kUnknown;
  }

  double Fallback(const Statement& statement, bool some_false,
                  const Task& task) {
    const Bindings none = std::vector<Bound>{{{}, {}, {}, "true"}};
    if (!some_false && statement.unknown != nullptr) {
      Act(*statement.unknown, none, task);
    } else if (statement.otherwise != nullptr) {
      Act(*statement.otherwise, none, task);
      return statement.ruleset ? kTrue : kUnknown;
    }
    return some_false ? kFalse : kUnknown;
  }

  void Act(const ast::Action& action, Bindings bindings, const Task& task) {
    spec::Perform(action, {task.sampler.now(), std::move(bindings),
                           options_.switches, &last_, print_});
  }

  void Report(const Statement& statement, double truth, const Task& task) {
    print_(statement.name + " (" + StampText(task.sampler.now()) + "): ");
    if (statement.shown) {
      ReportExpression(*statement.shown, task);
    } else if (options_.verbosity == Verbosity::kBindings &&
               !statement.rules.empty() && truth != kUnknown &&
               MetricsOf(*statement.rules.front().condition) != nullptr) {
      ReportBindings(*statement.rules.front().condition, task);
    } else {
      print_(TruthText(truth));
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
    if (text.empty()) text = node.is_quantifier() ? "unknown" : "?";
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
