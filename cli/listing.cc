// The syntax tree can be printed, and has the typed tree's form:
// sub-expressions are found by descending both.
#include "cli/listing.h"

#include <vector>

#include "base/overloaded.h"
#include "engine/expr/operands.h"

namespace cli {
namespace {

namespace ast = grammar::ast;
namespace expr = engine::expr;
using grammar::HostNames;

/// Of a tree of either kind.
template <typename Expr>
std::vector<const Expr*> Operands(const Expr& tree) {
  std::vector<const Expr*> operands;
  expr::ForEachOperand(tree,
                       [&](const Expr& one) { operands.push_back(&one); });
  return operands;
}

/// What stands in `written` where `wanted` does in `typed`; null: nowhere.
const ast::Expr* Twin(const expr::Expr& typed, const ast::Expr& written,
                      const expr::Expr* wanted) {
  if (&typed == wanted) return &written;
  const auto below = Operands(typed);
  const auto below_written = Operands(written);
  if (below.size() != below_written.size()) return nullptr;
  for (std::size_t i = 0; i < below.size(); ++i) {
    const ast::Expr* twin = Twin(*below[i], *below_written[i], wanted);
    if (twin != nullptr) return twin;
  }
  return nullptr;
}

/// A line; nothing where the binding is the rule itself.
std::string BindingText(const expr::Expr& typed, const ast::Expr& written,
                        const expr::Binding& binding, const HostNames& hosts) {
  if (binding.values.empty()) return "";
  const ast::Expr* twin = Twin(typed, written, binding.values.front());
  return twin == nullptr ? "" : grammar::Print(*twin, hosts) + '\n';
}

std::string RulesetTexts(const expr::Ruleset& ruleset,
                         const ast::Ruleset& written, const HostNames& hosts) {
  std::string texts;
  for (std::size_t i = 0; i < ruleset.rules.size(); ++i) {
    const expr::Rule& rule = ruleset.rules[i];
    texts += BindingText(*rule.condition, *written.rules[i].condition,
                         rule.binding, hosts);
  }
  return texts;
}

std::string BindingTexts(const expr::Statement& statement,
                         const HostNames& hosts) {
  const ast::Expr& written = *statement.source->expr;
  return std::visit(
      base::Overloaded{
          [&](const expr::Observe& body) {
            return BindingText(*body.expr, written, body.binding, hosts);
          },
          [&](const expr::Rule& body) {
            return BindingText(*body.condition,
                               *std::get<ast::Rule>(written.node).condition,
                               body.binding, hosts);
          },
          [&](const expr::Ruleset& body) {
            return RulesetTexts(body, std::get<ast::Ruleset>(written.node),
                                hosts);
          },
          [](const expr::Perform&) { return std::string(); },
      },
      statement.body);
}

}  // namespace

HostNames NamesOfHosts(const std::vector<engine::check::SourceView>& sources) {
  HostNames names;
  for (const engine::check::SourceView& view : sources) {
    if (view.host.empty()) continue;
    if (&view == &sources.front()) names.emplace("", view.host);
    names.emplace(view.live ? view.context : view.host, view.host);
  }
  return names;
}

std::string ListStatement(const expr::Statement& statement,
                          const HostNames& hosts) {
  return statement.name + " =\n" +
         grammar::Print(*statement.source->expr, hosts) + ";\n\n";
}

std::string ListBindings(const expr::Statement& statement,
                         const HostNames& hosts) {
  std::string texts = BindingTexts(statement, hosts);
  if (texts.empty())
    texts = grammar::Print(*statement.source->expr, hosts) + '\n';
  return statement.name + " (subexpression for %h, %i and %v bindings) =\n" +
         texts + '\n';
}

}  // namespace cli
