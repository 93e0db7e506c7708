// A descriptor a statement, a result a task.
#include "cli/agent_report.h"

#include <cmath>
#include <string_view>

#include "base/overloaded.h"
#include "engine/alarm/reading.h"
#include "engine/expr/operands.h"
#include "engine/expr/units.h"
#include "grammar/names.h"
#include "pmapi/pmcd/message.h"

namespace cli {
namespace {

namespace expr = engine::expr;
namespace ast = grammar::ast;
using pmapi::pmcd::LoneValue;

/// PMAPI's "no value", as pmie has it of what is unknown.
constexpr std::int32_t kNoValue = -12351;

std::string Word(const ast::Action& action) {
  if (const auto* both = std::get_if<ast::Combine>(&action.node)) {
    return both->both ? "&" : "|";
  }
  return grammar::Name(std::get<ast::Call>(action.node).kind);
}

/// What an agent cannot hand on; empty where it is an expression.
std::string OperatorOf(const expr::Statement& statement) {
  return std::visit(
      base::Overloaded{
          [](const expr::Observe&) { return std::string(); },
          [](const expr::Rule&) { return std::string("->"); },
          [](const expr::Ruleset&) { return std::string("ruleset"); },
          [](const expr::Perform& node) {
            return std::string(Word(*node.action));
          },
      },
      statement.body);
}

const expr::Expr& ExprOf(const expr::Statement& statement) {
  return *std::get<expr::Observe>(statement.body).expr;
}

void Append(const pmapi::pmcd::Message& message, std::string* out) {
  out->append(message.begin(), message.end());
}

LoneValue ValueOf(const engine::alarm::Watch& watch,
                  const engine::schedule::TaskResults& results) {
  LoneValue value;
  value.count = kNoValue;
  if (watch.view() == nullptr || watch.view()->sort == expr::Sort::kString) {
    return value;
  }
  const engine::alarm::Reading reading(results.results, *watch.view(),
                                       results.tick);
  int first = 0;
  while (first < reading.width() && !reading.present(first)) ++first;
  if (first == reading.width() || reading.cell(first) != pmapi::kKnown) {
    return value;
  }
  value.value = reading.value(first);
  value.count = std::isfinite(value.value) ? 1 : 0;
  return value;
}

}  // namespace

std::optional<AgentFault> AgentFaultOf(const expr::Statement& one) {
  const std::string word = OperatorOf(one);
  if (!word.empty()) {
    return AgentFault{"-x hands on values, and does nothing: no " + word,
                      "leave the expression, or run it without -x",
                      "operator " + word + " not allowed in agent mode"};
  }
  if (!one.source->name.empty()) return std::nullopt;
  return AgentFault{"with -x an expression must be named", "put NAME = before",
                    "expressions must be named in agent mode"};
}

/// Named rulesets run there, too.
std::optional<AgentFault> AppletFaultOf(const expr::Statement& one) {
  if (one.source->name.empty() ||
      std::holds_alternative<expr::Ruleset>(one.body)) {
    return std::nullopt;
  }
  const std::string word = OperatorOf(one);
  if (word.empty()) return std::nullopt;
  return AgentFault{
      "-X prints values: a statement that has a name has no " + word,
      "leave the name away, or -X",
      "operator " + word + " not allowed in agent mode"};
}

bool IsConstant(const expr::Statement& statement) {
  return expr::IsConstant(ExprOf(statement));
}

void KeepForAgent(std::vector<expr::Statement>* statements) {
  std::erase_if(*statements, [](const expr::Statement& one) {
    return AgentFaultOf(one).has_value() || IsConstant(one);
  });
}

void KeepForApplet(std::vector<expr::Statement>* statements) {
  std::erase_if(*statements, [](const expr::Statement& one) {
    return AppletFaultOf(one).has_value();
  });
}

base::Result<void> AgentReport::Describe(
    const std::vector<expr::Statement>& statements, std::string* out) const {
  std::string all;
  for (const expr::Statement& statement : statements) {
    const auto pmid = pmapi::LookUp(names_, statement.name);
    if (!pmid) {
      return base::Error{
          pmid.error().code,
          "agentId: metric " + statement.name +
              " not found in namespace: " + base::PmapiText(pmid.error())};
    }
    pmapi::MetricDesc desc;
    desc.pmid = *pmid;
    if (const auto units = expr::UnitsOf(ExprOf(statement))) {
      desc.type = pmapi::Type::kDouble;
      desc.units = *units;
    }
    cli::Append(pmapi::pmcd::EncodeDesc(desc), &all);
  }
  *out += all;
  return {};
}

void AgentReport::Append(const engine::schedule::TaskResults& results,
                         std::string* out) const {
  std::vector<LoneValue> values;
  for (const engine::alarm::Watch& watch : results.watches) {
    const auto pmid = pmapi::LookUp(names_, watch.statement().name);
    if (!pmid) continue;
    values.push_back(ValueOf(watch, results));
    values.back().pmid = *pmid;
  }
  if (values.empty()) return;
  cli::Append(pmapi::pmcd::EncodeResult(values), out);
}

}  // namespace cli
