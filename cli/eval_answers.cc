// Ticks until there are as many answers as are wanted.
#include "cli/eval_answers.h"

#include <cmath>
#include <string>
#include <utility>

#include "engine/expr/operands.h"

namespace cli {

using engine::schedule::TaskResults;
namespace expr = engine::expr;

base::Result<void> EvalAnswers::Run(
    std::vector<expr::Statement> statements,
    const engine::schedule::LiveOptions& options,
    engine::schedule::Clock* clock) {
  looks_back_ = expr::LookBack(statements.front()) + hosts_.LookBack();
  TellWait(statements.front().interval);
  NoActions no_actions;
  LiveEvaluation evaluation(&hosts_, options, &no_actions, clock, this);
  auto begun = evaluation.Begin(std::move(statements));
  if (!begun) return begun;
  hosts_.loop()->Run();
  return evaluation.status();
}

/// An answer that takes long looks like a program that hangs.
void EvalAnswers::TellWait(base::Duration interval) {
  constexpr double kLong = 5;
  const double wait = static_cast<double>(looks_back_) * interval.Seconds();
  if (wait < kLong) return;
  complain_("an answer comes after " + std::to_string(std::llround(wait)) +
            " s, when all of the time that it is about has been seen");
}

void EvalAnswers::Answered(std::size_t source, const base::Error* why) {
  if (why == nullptr) return;
  if (why->code == base::ErrorCode::kLate) {
    late_ = true;
    return;
  }
  const std::string text = hosts_.Title(source) + ": " + why->message;
  if (told_.insert(text).second) complain_(text);
}

void EvalAnswers::Evaluated(const TaskResults& results) {
  // A tick at which a host was late gives no answer: the next one may.
  if (std::exchange(late_, false)) return;
  if (looks_back_-- > 0) return;
  report_.Print(results, &out_);
  out_.Flush();
  if (--left_ == 0 || !out_.status()) hosts_.loop()->Stop();
}

base::Result<std::vector<expr::Statement>> EvalAnswers::CheckAgain(
    const std::set<int>& sources) {
  for (const MissingMetrics::News& news : missing_.Look(sources)) {
    complain_(news.text);
  }
  auto statements = rules_.CheckAgain(hosts_.Views(sources)).statements;
  if (statements.empty()) {
    return base::Error{base::ErrorCode::kChanged,
                       "what the metrics are now does not fit together"};
  }
  looks_back_ = expr::LookBack(statements.front()) + hosts_.LookBack();
  return statements;
}

}  // namespace cli
