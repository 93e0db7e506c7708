// Rules, rulesets, actions, and expressions that are only shown.
#include "engine/check/statement.h"

#include <cmath>
#include <utility>

#include "base/overloaded.h"
#include "engine/check/action_text.h"
#include "engine/check/binding.h"
#include "engine/check/expression.h"
#include "engine/check/record_texts.h"
#include "engine/check/suspicious.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;

class BodyChecker {
 public:
  BodyChecker(Metrics* metrics, Report* report)
      : metrics_(metrics), report_(report) {}

  std::optional<Body> Check(const ast::Expr& e) {
    if (const auto* rule = std::get_if<ast::Rule>(&e.node)) {
      return CheckRule(*rule, e.span);
    }
    if (const auto* ruleset = std::get_if<ast::Ruleset>(&e.node)) {
      return CheckRuleset(*ruleset);
    }
    if (const auto* perform = std::get_if<ast::Perform>(&e.node)) {
      CheckTexts(*perform->action, nullptr, {}, report_);
      return expr::Perform{perform->action.get()};
    }
    expr::ExprPtr shown = CheckExpression(e, metrics_, report_);
    if (!shown) return std::nullopt;
    const bool truth = shown->sort == expr::Sort::kTruth;
    const expr::Binding binding = truth ? BindingOf(*shown) : expr::Binding{};
    return expr::Observe{std::move(shown), binding};
  }

 private:
  // Has an object even where the condition has none.
  expr::Rule CheckRule(const ast::Rule& rule, grammar::Span span) {
    expr::Rule result;
    const int errors = report_->errors();
    result.action = rule.action.get();
    result.condition = CheckExpression(*rule.condition, metrics_, report_);
    if (!result.condition) return result;
    if (result.condition->shape.total() != 1) {
      report_->LocatedBehind(grammar::Join(rule.condition->span, span),
                             "the condition of a rule must be a single truth",
                             HintForSingle(*result.condition),
                             "rule condition must have a single boolean value");
    }
    WarnOfOneInstance(*result.condition, report_);
    result.binding = BindingOf(*result.condition);
    // Of a condition that is wrong nothing follows.
    if (report_->errors() == errors) {
      AddRecordTexts(rule, metrics_, report_, &result);
      CheckTexts(*rule.action, result.condition.get(), result.binding, report_);
    }
    return result;
  }

  expr::Ruleset CheckRuleset(const ast::Ruleset& ruleset) {
    expr::Ruleset result;
    for (const ast::Rule& rule : ruleset.rules) {
      result.rules.push_back(CheckRule(rule, rule.action->span));
    }
    result.unknown = ruleset.unknown.get();
    result.otherwise = ruleset.otherwise.get();
    for (const ast::Action* action : {result.unknown, result.otherwise}) {
      if (action != nullptr) CheckTexts(*action, nullptr, {}, report_);
    }
    return result;
  }

  static std::string HintForSingle(const expr::Expr& condition) {
    const expr::Shape& shape = condition.shape;
    std::string hint;
    const auto add = [&](bool wanted, const char* word) {
      if (wanted) hint += std::string(hint.empty() ? "" : " ") + word;
    };
    add(shape.samples > 1, "some_sample");
    add(shape.hosts > 1, "some_host");
    add(shape.instances > 1 && shape.hosts <= 1, "some_inst");
    if (hint.empty()) return hint;
    const auto* binary = std::get_if<expr::Binary>(&condition.node);
    return binary != nullptr && expr::IsLogical(binary->op)
               ? "put all of it in parentheses: " + hint +
                     " ( ... ), or all_..."
               : "put " + hint + " (or all_...) before it";
  }

  Metrics* metrics_;
  Report* report_;
};

}  // namespace

std::optional<Body> CheckBody(const ast::Expr& expr, Metrics* metrics,
                              Report* report) {
  metrics->BeginStatement();
  return BodyChecker(metrics, report).Check(expr);
}

std::optional<base::Duration> IntervalOf(double seconds) {
  const double ns = std::nearbyint(seconds * 1e9);
  if (!(ns >= 1) || ns >= 9.2e18) return std::nullopt;
  return base::Duration{static_cast<std::int64_t>(ns)};
}

}  // namespace engine::check
