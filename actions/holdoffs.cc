// Keys of actions, and what is known of them.
#include "actions/holdoffs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/fnv.h"
#include "engine/expr/calls.h"
#include "grammar/print.h"

namespace actions {
namespace {

namespace expr = engine::expr;

std::size_t PositionOf(const expr::Statement& statement,
                       const expr::ast::Call& call) {
  const auto calls = expr::CallsOf(statement);
  return static_cast<std::size_t>(std::find(calls.begin(), calls.end(), &call) -
                                  calls.begin());
}

bool IsCommand(const expr::ast::Call& call) {
  using Kind = expr::ast::ActionKind;
  return !call.reliably &&
         (call.kind == Kind::kShell || call.kind == Kind::kExec ||
          call.kind == Kind::kMail);
}

/// What `call` does, for however long it holds off.
std::string TextOf(expr::ast::Call call) {
  call.holdoff = 0;
  return grammar::Print(expr::ast::Action{std::move(call), {}});
}

}  // namespace

std::string HoldoffKey(const expr::Statement& statement,
                       const expr::ast::Call& call) {
  const std::string& name = statement.source->name;
  const std::string text =
      name.empty() ? grammar::Print(*statement.source->expr) : TextOf(call);
  return name + ' ' + std::to_string(PositionOf(statement, call)) + ' ' +
         base::Fnv1aText(text);
}

std::string Holdoffs::KeyOf(const expr::Statement& statement,
                            const expr::ast::Call& call) const {
  const std::string key = HoldoffKey(statement, call);
  return scope_.empty() ? key : scope_ + ' ' + key;
}

void Holdoffs::Know(const std::vector<Holdoff>& earlier) {
  for (const Holdoff& one : earlier) known_.emplace(one.key, one);
}

std::optional<engine::alarm::LastPerformed> Holdoffs::PerformedBefore(
    const expr::Statement& statement, const expr::ast::Call& call) const {
  if (known_.empty()) return std::nullopt;
  const auto known = known_.find(KeyOf(statement, call));
  if (known == known_.end() || known->second.until == base::Timestamp()) {
    return std::nullopt;
  }
  return engine::alarm::LastPerformed{known->second.since,
                                      known->second.succeeded};
}

std::optional<Holdoff> Holdoffs::Begin(const engine::alarm::Event& event) {
  const double holdoff = event.call.holdoff;
  if (holdoff <= 0 || !deliverer_.keeps()) return std::nullopt;
  // Years beyond are as good as for ever.
  constexpr double kLongest = 1e9;
  const base::Duration span{static_cast<std::int64_t>(
      std::min(std::ceil(holdoff), kLongest) * base::kNanosPerSecond)};
  Holdoff one{KeyOf(event.statement, event.call), event.time, event.time + span,
              true};
  if (expr::ast::GoesByOutbox(event.call)) Keep(one);
  if (IsCommand(event.call)) running_[one.key] = one;
  return one;
}

void Holdoffs::Abandon() {
  for (const auto& [key, one] : running_) Keep(one);
}

void Holdoffs::End(Holdoff one, Outcome outcome) {
  running_.erase(one.key);
  one.succeeded = outcome == Outcome::kSucceeded;
  if (outcome == Outcome::kNotPerformed) one.until = {};
  Keep(one);
}

/// What is known already need not be written again.
void Holdoffs::Keep(const Holdoff& one) {
  const auto known = known_.find(one.key);
  if (known != known_.end() && known->second == one) return;
  known_[one.key] = one;
  deliverer_.Remember(one);
}

}  // namespace actions
