// Trees of `&` and `|`.
#include "engine/expr/calls.h"

#include <algorithm>
#include <variant>

#include "base/overloaded.h"

namespace engine::expr {
namespace {

void Add(const ast::Action* action, std::vector<const ast::Call*>* calls) {
  if (action == nullptr) return;
  std::visit(
      base::Overloaded{[&](const ast::Call& call) { calls->push_back(&call); },
                       [&](const ast::Combine& combine) {
                         Add(combine.left.get(), calls);
                         Add(combine.right.get(), calls);
                       }},
      action->node);
}

}  // namespace

std::vector<const ast::Call*> CallsOf(const Statement& statement) {
  std::vector<const ast::Call*> calls;
  std::visit(base::Overloaded{
                 [](const Observe&) {},
                 [&](const Rule& rule) { Add(rule.action, &calls); },
                 [&](const Ruleset& set) {
                   for (const Rule& rule : set.rules) Add(rule.action, &calls);
                   Add(set.unknown, &calls);
                   Add(set.otherwise, &calls);
                 },
                 [&](const Perform& perform) { Add(perform.action, &calls); }},
             statement.body);
  return calls;
}

bool AnyCall(const std::vector<Statement>& statements,
             const std::function<bool(const ast::Call&)>& is_so) {
  return std::any_of(
      statements.begin(), statements.end(), [&](const Statement& statement) {
        const auto calls = CallsOf(statement);
        return std::any_of(calls.begin(), calls.end(),
                           [&](const ast::Call* call) { return is_so(*call); });
      });
}

}  // namespace engine::expr
