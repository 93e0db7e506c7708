// A walk over syntax trees down to their leaves.
#include "grammar/fetches.h"

#include "base/overloaded.h"
#include "grammar/record_text.h"

namespace grammar {
namespace {

using LookAtName = std::function<void(const std::string&)>;

/// The names in a condition over records.
void ForEachName(const ast::Expr& condition, const LookAtName& look) {
  const auto visit = [&look](const ast::Expr& below) {
    ForEachName(below, look);
  };
  std::visit(base::Overloaded{
                 [&](const ast::Fetch& fetch) { look(fetch.metric); },
                 [&](const ast::Unary& node) { visit(*node.operand); },
                 [&](const ast::Binary& node) {
                   visit(*node.left);
                   visit(*node.right);
                 },
                 [&](const ast::Test& node) { visit(*node.parameter); },
                 [&](const ast::FilterUse& node) { visit(*node.condition); },
                 [](const auto&) {}},
             condition.node);
}

void ForEachName(const ast::Events& events, const LookAtName& look) {
  if (!events.parameter.empty()) look(events.parameter);
  for (const std::string& name : events.by) look(name);
  if (events.records.where) ForEachName(*events.records.where, look);
  if (events.holds) ForEachName(*events.holds, look);
  if (!events.sequel) return;
  for (const std::string& name : events.sequel->by) look(name);
  const ast::Records& other = events.sequel->records;
  if (other.where) ForEachName(*other.where, look);
}

using LookAtParameter =
    std::function<void(const ast::Fetch&, const std::string&)>;

/// Those in the texts of `rule`.
void ForEachShown(const ast::Rule& rule, const LookAtParameter& look) {
  const ast::Events* shown = ShownEvents(*rule.condition);
  if (shown == nullptr) return;
  for (const std::string& selector : RecordSelectors(*rule.action)) {
    const std::string name = ReadRecordSelector(selector).parameter;
    if (!name.empty()) look(shown->records.metric, name);
  }
}

}  // namespace

void ForEachEvents(const ast::Expr& expr,
                   const std::function<void(const ast::Events&, Span)>& look) {
  const auto visit = [&look](const ast::ExprPtr& below) {
    ForEachEvents(*below, look);
  };
  std::visit(
      base::Overloaded{
          [&](const ast::EventsPtr& node) { look(*node, expr.span); },
          [&](const ast::Unary& node) { visit(node.operand); },
          [&](const ast::Binary& node) { visit(node.left), visit(node.right); },
          [&](const ast::Reduce& node) { visit(node.operand); },
          [&](const ast::Match& node) { visit(node.operand); },
          [&](const ast::Rule& rule) { visit(rule.condition); },
          [&](const ast::Ruleset& ruleset) {
            for (const ast::Rule& rule : ruleset.rules) visit(rule.condition);
          },
          [](const auto&) {}},
      expr.node);
}

const ast::Events* ShownEvents(const ast::Expr& condition) {
  const ast::Events* found = nullptr;
  ForEachEvents(condition, [&found](const ast::Events& events, Span) {
    if (found == nullptr) found = &events;
  });
  return found;
}

void ForEachParameter(const ast::Expr& expr, const LookAtParameter& look) {
  ForEachEvents(expr, [&look](const ast::Events& events, Span) {
    ForEachName(events, [&](const std::string& name) {
      look(events.records.metric, name);
    });
  });
  if (const auto* rule = std::get_if<ast::Rule>(&expr.node)) {
    ForEachShown(*rule, look);
  } else if (const auto* set = std::get_if<ast::Ruleset>(&expr.node)) {
    for (const ast::Rule& one : set->rules) ForEachShown(one, look);
  }
}

void ForEachFetch(const ast::Expr& expr,
                  const std::function<void(const ast::Fetch&, Span)>& look) {
  const auto visit = [&look](const ast::ExprPtr& below) {
    ForEachFetch(*below, look);
  };
  std::visit(
      base::Overloaded{
          [&](const ast::Fetch& fetch) { look(fetch, expr.span); },
          [&](const ast::Unary& node) { visit(node.operand); },
          [&](const ast::Binary& node) { visit(node.left), visit(node.right); },
          [&](const ast::Reduce& node) { visit(node.operand); },
          [&](const ast::Match& node) { visit(node.operand); },
          [&](const ast::EventsPtr& node) {
            look(node->records.metric, expr.span);
            if (node->sequel && !node->sequel->records.metric.metric.empty()) {
              look(node->sequel->records.metric, expr.span);
            }
          },
          [&](const ast::Rule& rule) { visit(rule.condition); },
          [&](const ast::Ruleset& ruleset) {
            for (const ast::Rule& rule : ruleset.rules) visit(rule.condition);
          },
          [](const ast::Number&) {}, [](const ast::Truth&) {},
          [](const ast::String&) {}, [](const ast::ClockVariable&) {},
          // Of event records: names are of their parameters.
          [](const ast::Test&) {}, [](const ast::FilterUse&) {},
          [](const ast::Perform&) {}},
      expr.node);
}

}  // namespace grammar
