// The call looked for on the left sides of "|".
#include "actions/alternative.h"

#include <algorithm>
#include <variant>

#include "base/overloaded.h"

namespace actions {
namespace {

namespace expr = engine::expr;
using expr::ast::Action;
using expr::ast::Call;
using expr::ast::Combine;

bool IsIn(const Action& action, const Call& call) {
  if (const auto* one = std::get_if<Call>(&action.node)) return one == &call;
  const auto& combine = std::get<Combine>(action.node);
  return IsIn(*combine.left, call) || IsIn(*combine.right, call);
}

bool HasAlternative(const Action* action, const Call& call) {
  if (action == nullptr) return false;
  const auto* combine = std::get_if<Combine>(&action->node);
  if (combine == nullptr) return false;
  return (!combine->both && IsIn(*combine->left, call)) ||
         HasAlternative(combine->left.get(), call) ||
         HasAlternative(combine->right.get(), call);
}

}  // namespace

bool HasAlternative(const engine::alarm::Event& event) {
  const auto in = [&event](const Action* action) {
    return HasAlternative(action, event.call);
  };
  return std::visit(
      base::Overloaded{
          [](const expr::Observe&) { return false; },
          [&in](const expr::Rule& rule) { return in(rule.action); },
          [&in](const expr::Ruleset& set) {
            return in(set.unknown) || in(set.otherwise) ||
                   std::any_of(
                       set.rules.begin(), set.rules.end(),
                       [&in](const auto& one) { return in(one.action); });
          },
          [&in](const expr::Perform& perform) { return in(perform.action); }},
      event.statement.body);
}

}  // namespace actions
