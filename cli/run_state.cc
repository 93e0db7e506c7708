// Counting, and putting it into words.
#include "cli/run_state.h"

#include <variant>

#include "base/calendar.h"
#include "base/check.h"
#include "base/overloaded.h"

namespace cli {
namespace {

namespace expr = engine::expr;
using engine::eval::Kleene;

std::uint32_t RulesIn(const expr::Statement& statement) {
  return static_cast<std::uint32_t>(std::visit(
      base::Overloaded{[](const expr::Rule&) { return std::size_t{1}; },
                       [](const expr::Ruleset& set) {
                         return set.rules.size() + (set.unknown != nullptr) +
                                (set.otherwise != nullptr);
                       },
                       [](const auto&) { return std::size_t{0}; }},
      statement.body));
}

std::string Count(std::size_t n, const std::string& what) {
  return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

}  // namespace

void RunState::Begin(const std::vector<expr::Statement>& statements,
                     std::vector<std::string> hosts) {
  statements_.clear();
  rules_ = 0;
  having_ = {};
  Add(statements);
  hosts_.clear();
  down_ = 0;
  for (std::string& name : hosts) hosts_.push_back({std::move(name), false});
}

void RunState::Replace(const std::vector<int>& numbers,
                       const std::vector<expr::Statement>& statements) {
  for (const int number : numbers) Forget(number);
  Add(statements);
}

void RunState::Add(const std::vector<expr::Statement>& statements) {
  for (const expr::Statement& one : statements) {
    const std::uint32_t rules = RulesIn(one);
    statements_[one.number] = {one.name, 1 / one.interval.Seconds(), rules, {}};
    rules_ += rules > 0;
  }
  counts_.expected = 0;
  counts_.rules = 0;
  for (const auto& [number, one] : statements_) {
    counts_.expected += one.expected;
    counts_.rules += one.rules;
  }
}

void RunState::Forget(int number) {
  const auto at = statements_.find(number);
  if (at == statements_.end()) return;
  const One& one = at->second;
  rules_ -= one.rules > 0;
  if (one.verdict) --having_[static_cast<std::size_t>(*one.verdict)];
  statements_.erase(at);
}

void RunState::Evaluated(const engine::schedule::TaskResults& results) {
  last_ = results.now;
  for (const engine::alarm::Watch& watch : results.watches) {
    ++counts_.evaluations;
    const engine::alarm::Judged& judged = watch.judged();
    counts_.is_true += judged.is_true;
    counts_.is_false += judged.is_false;
    counts_.is_unknown += judged.is_unknown;
    if (judged.any()) Keep(watch);
  }
}

void RunState::Keep(const engine::alarm::Watch& watch) {
  const Kleene now = watch.verdict();
  const auto at = statements_.find(watch.statement().number);
  CHECK(at != statements_.end());
  One& one = at->second;
  if (one.verdict) --having_[static_cast<std::size_t>(*one.verdict)];
  ++having_[static_cast<std::size_t>(now)];
  one.verdict = now;
}

void RunState::HostIs(std::size_t host, bool down) {
  if (hosts_[host].down == down) return;
  hosts_[host].down = down;
  down_ += down ? 1 : -1;
}

std::string RunState::Line() const {
  const auto having = [this](Kleene truth) {
    return std::to_string(having_[static_cast<std::size_t>(truth)]);
  };
  const std::size_t up = hosts_.size() - down_;
  return Count(rules_, "rule") + ": " + having(Kleene::kTrue) + " true, " +
         having(Kleene::kUnknown) + " unknown; " + std::to_string(up) + " of " +
         Count(hosts_.size(), "host") + (up == 1 ? " answers" : " answer");
}

std::string RunState::Names(Kleene truth) const {
  std::string names;
  for (const auto& [number, one] : statements_) {
    if (one.verdict == truth) names += ' ' + one.name;
  }
  return names;
}

std::string RunState::Dump(const base::Zone& zone) const {
  std::string text = Line() + '\n';
  const auto add = [&text](const std::string& what, const std::string& names) {
    if (!names.empty()) text += what + ':' + names + '\n';
  };
  add("true", Names(Kleene::kTrue));
  add("unknown", Names(Kleene::kUnknown));
  std::string silent;
  for (const Host& host : hosts_) {
    if (host.down) silent += ' ' + host.name;
  }
  add("no answer from", silent);
  text += Count(counts_.evaluations, "evaluation") + ", " +
          Count(counts_.actions, "action") + ", " +
          Count(counts_.skipped, "tick") + " left out";
  if (last_) {
    text += "; last at ";
    base::AppendCtime(zone, *last_, &text);
  }
  return text + '\n';
}

}  // namespace cli
