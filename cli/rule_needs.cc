// A walk over syntax trees.
#include "cli/rule_needs.h"

#include "base/overloaded.h"

namespace cli {
namespace {

namespace ast = grammar::ast;

class Walk {
 public:
  explicit Walk(RuleNeeds* needs) : needs_(*needs) {}

  void Visit(const ast::Expr& e) {
    std::visit(base::Overloaded{
                   [&](const ast::Fetch& fetch) { Note(fetch); },
                   [&](const ast::Unary& node) { Visit(*node.operand); },
                   [&](const ast::Binary& node) {
                     Visit(*node.left);
                     Visit(*node.right);
                   },
                   [&](const ast::Aggregate& node) { Visit(*node.operand); },
                   [&](const ast::Quantify& node) { Visit(*node.operand); },
                   [&](const ast::Match& node) { Visit(*node.operand); },
                   [&](const ast::Rule& rule) { Visit(*rule.condition); },
                   [&](const ast::Ruleset& ruleset) {
                     for (const ast::Rule& rule : ruleset.rules) {
                       Visit(*rule.condition);
                     }
                   },
                   [](const ast::Number&) {}, [](const ast::Truth&) {},
                   [](const ast::String&) {}, [](const ast::Clock&) {},
                   [](const ast::Perform&) {}},
               e.node);
  }

 private:
  void Note(const ast::Fetch& fetch) {
    if (fetch.hosts.empty()) Note("", fetch);
    for (const std::string& host : fetch.hosts) Note(host, fetch);
  }
  void Note(const std::string& host, const ast::Fetch& fetch) {
    needs_[host][fetch.metric].insert(fetch.instances.begin(),
                                      fetch.instances.end());
  }

  RuleNeeds& needs_;
};

}  // namespace

void AddNeeds(const grammar::ParsedFile& file, RuleNeeds* needs) {
  for (const grammar::ParsedStatement& parsed : file.statements) {
    if (parsed.statement.expr) Walk(needs).Visit(*parsed.statement.expr);
  }
}

}  // namespace cli
