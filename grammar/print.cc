// Rule text of trees: blanks between words, parentheses where the tree needs
// them or where people would wonder.
#include "grammar/print.h"

#include <variant>

#include "base/overloaded.h"
#include "grammar/names.h"
#include "grammar/words.h"

namespace grammar {
namespace {

using ast::BinaryOp;

// The levels of Rules.g4, lowest first.
enum class Level { kRule, kLogical, kTruth, kSum, kProduct, kFactor };

Level LevelOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      return Level::kLogical;
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
      return Level::kTruth;
    case BinaryOp::kAdd:
    case BinaryOp::kSubtract:
      return Level::kSum;
    case BinaryOp::kMultiply:
    case BinaryOp::kDivide:
      break;
  }
  return Level::kProduct;
}

Level LevelOf(const ast::Expr& expr) {
  return std::visit(
      base::Overloaded{
          [](const ast::Binary& node) { return LevelOf(node.op); },
          [](const ast::Reduce& node) {
            return IsQuantifier(node.reduction.reducer) ? Level::kTruth
                                                        : Level::kFactor;
          },
          [](const ast::Match&) { return Level::kTruth; },
          [](const ast::Test&) { return Level::kTruth; },
          [](const ast::FilterUse&) { return Level::kTruth; },
          [](const ast::EventsPtr& node) {
            return IsQuantifier(node->reduction.reducer) ? Level::kTruth
                                                         : Level::kFactor;
          },
          [](const ast::Unary& node) {
            const bool arithmetic = node.op == ast::UnaryOp::kNegate ||
                                    node.op == ast::UnaryOp::kRate ||
                                    node.op == ast::UnaryOp::kInstant;
            return arithmetic ? Level::kFactor : Level::kTruth;
          },
          [](const ast::Rule&) { return Level::kRule; },
          [](const ast::Ruleset&) { return Level::kRule; },
          [](const ast::Perform&) { return Level::kRule; },
          [](const auto&) { return Level::kFactor; },
      },
      expr.node);
}

std::string Parenthesised(const std::string& text) { return "(" + text + ")"; }

std::string At(Level least, const ast::Expr& expr, const HostNames& hosts) {
  const std::string text = Print(expr, hosts);
  return LevelOf(expr) < least ? Parenthesised(text) : text;
}

// Of a prefix operator: what is not one word gets parentheses.
std::string Operand(const ast::Expr& expr, const HostNames& hosts) {
  const bool word = std::holds_alternative<ast::Fetch>(expr.node) ||
                    std::holds_alternative<ast::Truth>(expr.node) ||
                    std::holds_alternative<ast::ClockVariable>(expr.node);
  const std::string text = Print(expr, hosts);
  return word ? text : Parenthesised(text);
}

// All operators but comparisons associate to the left.
std::string PrintBinary(const ast::Binary& node, const HostNames& hosts) {
  const Level level = LevelOf(node.op);
  const Level above = static_cast<Level>(static_cast<int>(level) + 1);
  const bool comparison = level == Level::kTruth;
  return At(comparison ? above : level, *node.left, hosts) + " " +
         Name(node.op) + " " + At(above, *node.right, hosts);
}

std::string PrintHost(const std::string& written, const HostNames& hosts) {
  const auto known = hosts.find(written);
  const std::string& name = known == hosts.end() ? written : known->second;
  return name.empty() ? name : " :" + IdentifierText(name);
}

std::string PrintFetch(const ast::Fetch& fetch, const HostNames& hosts) {
  std::string out = IdentifierText(fetch.metric);
  if (fetch.hosts.empty()) out += PrintHost("", hosts);
  for (const std::string& host : fetch.hosts) out += PrintHost(host, hosts);
  for (const std::string& instance : fetch.instances) {
    out += " #" + IdentifierText(instance);
  }
  if (fetch.last == 0) return out;
  out += " @" + std::to_string(fetch.first);
  if (fetch.last > fetch.first) out += ".." + std::to_string(fetch.last);
  return out;
}

std::string PrintTest(const ast::Test& test, const HostNames& hosts) {
  std::string out = Print(*test.parameter, {}) + " " +
                    (test.negated ? "!~" : SpellingOf(test.test)) + " ";
  if (test.test != ast::TextTest::kIn) {
    return out + Print(*test.constants[0], hosts);
  }
  for (std::size_t i = 0; i < test.constants.size(); ++i) {
    out += (i == 0 ? "(" : ", ") + Print(*test.constants[i], hosts);
  }
  return out + ")";
}

std::string PrintBy(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? " by " : ", ") + IdentifierText(name);
  }
  return out;
}

std::string PrintSeconds(double seconds) {
  return NumberText(seconds) + " sec";
}

// Names in conditions are of parameters, which have no hosts.
std::string PrintRecords(const ast::Records& records, const HostNames& hosts) {
  return PrintFetch(records.metric, hosts) +
         (records.where ? " where " + Print(*records.where, {}) : "");
}

std::string PrintSequence(const ast::Events& node, const HostNames& hosts) {
  std::string out = PrintRecords(node.records, hosts);
  if (node.holds) out += " : " + Print(*node.holds, {});
  if (!node.sequel) return out;
  const ast::Sequel& sequel = *node.sequel;
  if (sequel.kind == ast::Sequel::Kind::kPair) {
    return "pair " + out + PrintBy(sequel.by);
  }
  return out + " " + SpellingOf(sequel.kind) + " " +
         PrintRecords(sequel.records, hosts) + " within " +
         PrintSeconds(sequel.within) + PrintBy(sequel.by);
}

std::string PrintEvents(const ast::Events& node, const HostNames& hosts) {
  std::string out = Name(node.reduction) + "_event";
  if (node.window > 0) out += " " + PrintSeconds(node.window);
  if (!node.parameter.empty()) out += " " + IdentifierText(node.parameter);
  return out + PrintBy(node.by) + " (" + PrintSequence(node, hosts) + ")";
}

std::string PrintRule(const ast::Rule& rule, const HostNames& hosts) {
  return At(Level::kLogical, *rule.condition, hosts) + " -> " +
         Print(*rule.action);
}

std::string PrintRuleset(const ast::Ruleset& ruleset, const HostNames& hosts) {
  std::string out = "ruleset";
  for (std::size_t i = 0; i < ruleset.rules.size(); ++i) {
    out += (i > 0 ? " else " : " ") + PrintRule(ruleset.rules[i], hosts);
  }
  if (ruleset.unknown) out += " unknown -> " + Print(*ruleset.unknown);
  if (ruleset.otherwise) out += " otherwise -> " + Print(*ruleset.otherwise);
  return out;
}

std::string PrintCall(const ast::Call& call) {
  std::string out = call.now        ? "now "
                    : call.reliably ? "reliably "
                    : call.piped    ? "piped "
                                    : "";
  out += Name(call.kind);
  if (call.holdoff != 0) out += " " + NumberText(call.holdoff);
  if (call.syslog_priority >= 0) {
    out += " \"-p " + std::to_string(call.syslog_priority / 8) + "." +
           std::to_string(call.syslog_priority % 8) + "\"";
  }
  if (!call.syslog_tag.empty()) {
    out += " " + QuotedText("-t " + call.syslog_tag);
  }
  if (!call.receiver.empty()) out += " " + QuotedText(call.receiver);
  for (const std::string& text : call.arguments) out += " " + QuotedText(text);
  const bool bare = call.arguments.empty() && call.syslog_priority < 0 &&
                    call.syslog_tag.empty() && call.receiver.empty();
  return bare ? out + " \"-p\"" : out;  // an option that lacked its value
}

}  // namespace

std::string Print(const ast::Expr& expr, const HostNames& hosts) {
  return std::visit(
      base::Overloaded{
          [](const ast::Number& node) { return NumberText(node.value); },
          [](const ast::Truth& node) {
            return std::string(node.value ? "true" : "false");
          },
          [](const ast::String& node) { return QuotedText(node.value); },
          [](const ast::ClockVariable& node) { return "$" + Name(node.field); },
          [&](const ast::Fetch& node) { return PrintFetch(node, hosts); },
          [&](const ast::Unary& node) {
            return Name(node.op) + " " + Operand(*node.operand, hosts);
          },
          [&](const ast::Binary& node) { return PrintBinary(node, hosts); },
          [&](const ast::Reduce& node) {
            return Name(node.reduction) + "_" + Name(node.domain) + " " +
                   Operand(*node.operand, hosts);
          },
          [&](const ast::Match& node) {
            return std::string(node.negated ? "nomatch_inst " : "match_inst ") +
                   QuotedText(node.pattern) + " " +
                   Operand(*node.operand, hosts);
          },
          [&](const ast::Test& node) { return PrintTest(node, hosts); },
          [](const ast::FilterUse& node) { return IdentifierText(node.name); },
          [&](const ast::EventsPtr& node) { return PrintEvents(*node, hosts); },
          [&](const ast::Rule& node) { return PrintRule(node, hosts); },
          [&](const ast::Ruleset& node) { return PrintRuleset(node, hosts); },
          [](const ast::Perform& node) { return Print(*node.action); },
      },
      expr.node);
}

std::string Print(const ast::Action& action) {
  return std::visit(
      base::Overloaded{
          [](const ast::Call& call) { return PrintCall(call); },
          [](const ast::Combine& node) {
            const bool group =
                std::holds_alternative<ast::Combine>(node.right->node);
            const std::string right = Print(*node.right);
            return Print(*node.left) + (node.both ? " & " : " | ") +
                   (group ? Parenthesised(right) : right);
          },
      },
      action.node);
}

std::string Print(const ast::Statement& statement) {
  std::string out;
  if (!statement.name.empty()) out = IdentifierText(statement.name) + " = ";
  return out + (statement.expr ? Print(*statement.expr) : "") + ";";
}

}  // namespace grammar
