// S-expressions of trees.
#include "tests/support/ast_dump.h"

#include <variant>

#include "base/overloaded.h"
#include "grammar/names.h"
#include "grammar/words.h"

namespace grammar {
namespace {

std::string DumpFetch(const ast::Fetch& fetch) {
  std::string out = "(fetch " + IdentifierText(fetch.metric);
  for (const std::string& host : fetch.hosts) {
    out += " :" + IdentifierText(host);
  }
  for (const std::string& instance : fetch.instances) {
    out += " #" + IdentifierText(instance);
  }
  if (fetch.last > 0) out += " @" + std::to_string(fetch.first);
  if (fetch.last > fetch.first) out += ".." + std::to_string(fetch.last);
  return out + ")";
}

std::string DumpTest(const ast::Test& test) {
  std::string out = "(" + (test.negated ? "!~" : SpellingOf(test.test)) + " " +
                    Dump(*test.parameter);
  for (const ast::ExprPtr& one : test.constants) out += " " + Dump(*one);
  return out + ")";
}

std::string DumpBy(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += " by " + name;
  return out;
}

std::string DumpRecords(const ast::Records& records) {
  return DumpFetch(records.metric) +
         (records.where ? " " + Dump(*records.where) : "");
}

std::string DumpEvents(const ast::Events& events) {
  std::string out = "(" + Name(events.reduction) + "_event ";
  if (events.window > 0) out += NumberText(events.window) + " ";
  if (!events.parameter.empty()) out += events.parameter + " ";
  out += DumpRecords(events.records) + DumpBy(events.by);
  if (events.holds) out += " (holds " + Dump(*events.holds) + ")";
  if (events.sequel) {
    out += " (" + SpellingOf(events.sequel->kind);
    if (!events.sequel->records.metric.metric.empty()) {
      out += " " + DumpRecords(events.sequel->records) + " " +
             NumberText(events.sequel->within);
    }
    out += DumpBy(events.sequel->by) + ")";
  }
  return out + ")";
}

std::string DumpRule(const ast::Rule& rule) {
  return "(rule " + Dump(*rule.condition) + " " + Dump(*rule.action) + ")";
}

std::string DumpRuleset(const ast::Ruleset& ruleset) {
  std::string out = "(ruleset";
  for (const ast::Rule& rule : ruleset.rules) out += " " + DumpRule(rule);
  if (ruleset.unknown) out += " (unknown " + Dump(*ruleset.unknown) + ")";
  if (ruleset.otherwise) out += " (otherwise " + Dump(*ruleset.otherwise) + ")";
  return out + ")";
}

std::string DumpCall(const ast::Call& call) {
  std::string out = call.now        ? "(now "
                    : call.reliably ? "(reliably "
                    : call.piped    ? "(piped "
                                    : "(";
  out += Name(call.kind);
  if (call.holdoff != 0) out += " holdoff " + NumberText(call.holdoff);
  if (call.syslog_priority >= 0) {
    out += " priority " + std::to_string(call.syslog_priority);
  }
  if (!call.syslog_tag.empty()) out += " tag " + QuotedText(call.syslog_tag);
  if (!call.receiver.empty()) out += " to " + QuotedText(call.receiver);
  for (const std::string& text : call.arguments) out += " " + QuotedText(text);
  return out + ")";
}

}  // namespace

std::string Dump(const ast::Expr& expr) {
  return std::visit(
      base::Overloaded{
          [](const ast::Number& node) { return NumberText(node.value); },
          [](const ast::Truth& node) {
            return std::string(node.value ? "true" : "false");
          },
          [](const ast::String& node) { return QuotedText(node.value); },
          [](const ast::ClockVariable& node) { return "$" + Name(node.field); },
          [](const ast::Fetch& node) { return DumpFetch(node); },
          [](const ast::Unary& node) {
            return "(" + Name(node.op) + " " + Dump(*node.operand) + ")";
          },
          [](const ast::Binary& node) {
            return "(" + Name(node.op) + " " + Dump(*node.left) + " " +
                   Dump(*node.right) + ")";
          },
          [](const ast::Reduce& node) {
            return "(" + Name(node.reduction) + "_" + Name(node.domain) + " " +
                   Dump(*node.operand) + ")";
          },
          [](const ast::Match& node) {
            return std::string(node.negated ? "(nomatch_inst "
                                            : "(match_inst ") +
                   QuotedText(node.pattern) + " " + Dump(*node.operand) + ")";
          },
          [](const ast::Test& node) { return DumpTest(node); },
          [](const ast::FilterUse& node) {
            return "(filter " + node.name + ")";
          },
          [](const ast::EventsPtr& node) { return DumpEvents(*node); },
          [](const ast::Rule& node) { return DumpRule(node); },
          [](const ast::Ruleset& node) { return DumpRuleset(node); },
          [](const ast::Perform& node) { return Dump(*node.action); },
      },
      expr.node);
}

std::string Dump(const ast::Action& action) {
  return std::visit(base::Overloaded{
                        [](const ast::Call& call) { return DumpCall(call); },
                        [](const ast::Combine& node) {
                          return std::string(node.both ? "(& " : "(| ") +
                                 Dump(*node.left) + " " + Dump(*node.right) +
                                 ")";
                        },
                    },
                    action.node);
}

std::string Dump(const ast::Statement& statement) {
  const std::string name =
      statement.name.empty() ? "_" : IdentifierText(statement.name);
  return "(statement " + name + " every " + NumberText(statement.interval) +
         (statement.expr ? " " + Dump(*statement.expr) : "") + ")";
}

}  // namespace grammar
