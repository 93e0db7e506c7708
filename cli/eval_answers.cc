// Ticks until there are as many answers as are wanted.
#include "cli/eval_answers.h"

#include <algorithm>
#include <utility>

#include "cli/host_changes.h"
#include "engine/expr/operands.h"

namespace cli {

using engine::schedule::TaskResults;
namespace expr = engine::expr;

base::Result<void> EvalAnswers::Run(
    std::vector<expr::Statement> statements, CheckAgain check,
    const engine::schedule::LiveOptions& options,
    engine::schedule::Clock* clock) {
  check_ = std::move(check);
  looks_back_ = expr::LookBack(statements.front());
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

void EvalAnswers::Answered(int source, const base::Error& why) {
  if (why.code == base::ErrorCode::kLate) {
    late_ = true;
    return;
  }
  const std::string text =
      hosts_.Title(static_cast<std::size_t>(source)) + ": " + why.message;
  if (told_.insert(text).second) complain_(text);
}

void EvalAnswers::Take(const TaskResults& results) {
  // Who has not answered yet is waited for.
  if (std::exchange(late_, false)) return;
  if (looks_back_-- > 0) return;
  report_.Print(results, &out_);
  out_.Flush();
  if (--left_ == 0 || !out_.status()) loop_.Stop();
}

bool EvalAnswers::BeginAnew(const std::set<int>& sources) {
  std::vector<expr::Statement> statements = check_(sources);
  if (statements.empty()) {
    failure_ = base::Error{base::ErrorCode::kChanged,
                           "what the metrics are now does not fit together"};
  } else {
    looks_back_ = expr::LookBack(statements.front());
    failure_ = live_->Replace(sources, std::move(statements));
  }
  if (!failure_) loop_.Stop();
  return failure_.has_value();
}

}  // namespace cli
