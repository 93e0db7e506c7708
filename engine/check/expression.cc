// From the leaves up, left before right: the order in which pmie's parser
// finds mistakes.
#include "engine/check/expression.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"
#include "base/pattern.h"
#include "engine/check/dimension.h"
#include "engine/check/event_functions.h"
#include "engine/check/fetch.h"
#include "engine/check/shape.h"
#include "engine/check/suspicious.h"
#include "engine/expr/either.h"
#include "engine/expr/lead.h"
#include "grammar/names.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using expr::Expr;
using expr::ExprPtr;
using expr::Sort;

bool IsEquality(ast::BinaryOp op) {
  return op == ast::BinaryOp::kEqual || op == ast::BinaryOp::kNotEqual;
}

bool IsProduct(ast::BinaryOp op) {
  return op == ast::BinaryOp::kMultiply || op == ast::BinaryOp::kDivide;
}

bool IsArithmetic(ast::BinaryOp op) {
  return op == ast::BinaryOp::kAdd || op == ast::BinaryOp::kSubtract ||
         IsProduct(op);
}

// Of an expression, whose units are looked at: all below each is.
constexpr int kMostSums = 100;

class ExpressionChecker {
 public:
  ExpressionChecker(Metrics* metrics, Report* report)
      : metrics_(metrics), report_(report) {}

  ExprPtr Check(const ast::Expr& e) {
    return std::visit(
        base::Overloaded{
            [&](const ast::Number& n) {
              return Leaf(expr::Number{n.value, n.units}, Sort::kNumber,
                          e.span);
            },
            [&](const ast::Truth& n) {
              return Leaf(expr::Truth{n.value}, Sort::kTruth, e.span);
            },
            [&](const ast::String& n) {
              return Leaf(expr::String{n.value}, Sort::kString, e.span);
            },
            [&](const ast::ClockVariable& n) {
              return Leaf(expr::ClockVariable{n.field}, Sort::kNumber, e.span);
            },
            [&](const ast::Fetch& n) { return Fetch(n, e); },
            [&](const ast::Unary& n) { return Unary(n, e); },
            [&](const ast::Binary& n) { return Binary(n, e); },
            [&](const ast::Reduce& n) { return Reduce(n, e); },
            [&](const ast::Match& n) { return Match(n, e); },
            [&](const ast::Test&) { return OfRecordsAlone(e); },
            [&](const ast::FilterUse&) { return OfRecordsAlone(e); },
            [&](const ast::EventsPtr& n) { return Events(*n, e); },
            [](const ast::Rule&) { return NotAnExpression(); },
            [](const ast::Ruleset&) { return NotAnExpression(); },
            [](const ast::Perform&) { return NotAnExpression(); },
        },
        e.node);
  }

 private:
  // The grammar has rules only at the top of a statement.
  static ExprPtr NotAnExpression() {
    CHECK(false);
    return nullptr;
  }

  static ExprPtr Leaf(Expr::Node node, Sort sort, grammar::Span span) {
    auto result = std::make_unique<Expr>();
    result->node = std::move(node);
    result->sort = sort;
    result->layout = PlainLayout();
    result->span = span;
    return result;
  }

  // A node that has the shape, lanes and metrics of `like`.
  static ExprPtr Like(const Expr& like, Sort sort, grammar::Span span) {
    auto result = std::make_unique<Expr>();
    result->sort = sort;
    result->shape = like.shape;
    result->layout = like.layout;
    result->has_metrics = like.has_metrics;
    result->span = span;
    return result;
  }

  // After the first mistake pmie looks up nothing any more.
  ExprPtr Fetch(const ast::Fetch& fetch, const ast::Expr& e) {
    WarnOfNameOfRule(fetch, e.span, report_);
    if (report_->pmie_errors() > 0) return nullptr;
    return CheckFetch(fetch, e.span, under_instant_, metrics_, report_);
  }

  // The grammar has it wherever a truth can stand.
  ExprPtr OfRecordsAlone(const ast::Expr& e) {
    report_->OursAlone(e.span, "this is asked of event records alone",
                       "put it behind where: count_event ( METRIC where ... )",
                       {});
    return nullptr;
  }

  // Of a quantifier the number is 1 or 0.
  ExprPtr Events(const ast::Events& events, const ast::Expr& e) {
    if (report_->pmie_errors() > 0) return nullptr;
    ExprPtr number = CheckEvents(events, e.span, metrics_, report_);
    if (!number || !IsQuantifier(events.reduction.reducer)) return number;
    return Joined(ast::BinaryOp::kGreater, std::move(number),
                  Leaf(expr::Number{0}, Sort::kNumber, e.span), e);
  }

  ExprPtr Unary(const ast::Unary& unary, const ast::Expr& e) {
    if (unary.op == ast::UnaryOp::kInstant) return Instant(unary);
    ExprPtr operand = Check(*unary.operand);
    if (!operand) return nullptr;
    const bool truth = operand->sort == Sort::kTruth;
    if (!truth) RequireNumber(*operand, grammar::Name(unary.op), e);
    if (unary.op == ast::UnaryOp::kRate) {
      WarnOfSecondRate(*operand, e.span, report_);
    }
    ExprPtr result =
        Like(*operand, truth ? Sort::kTruth : Sort::kNumber, e.span);
    result->node = expr::Unary{unary.op, std::move(operand)};
    return result;
  }

  // `instant` is told to the fetches below it, however deep, and makes no node
  // itself.
  ExprPtr Instant(const ast::Unary& unary) {
    const bool outer = std::exchange(under_instant_, true);
    ExprPtr operand = Check(*unary.operand);
    under_instant_ = outer;
    if (operand) operand->instant = true;
    return operand;
  }

  ExprPtr Binary(const ast::Binary& binary, const ast::Expr& e) {
    WarnOfSuspicious(binary, e, report_);
    ExprPtr left = Check(*binary.left);
    ExprPtr right = Check(*binary.right);
    // pmie keeps the left side of && and || when it has lost the right one.
    if (!left) return nullptr;
    if (!right) return expr::IsLogical(binary.op) ? std::move(left) : nullptr;
    CheckConformance(*left, *right, e);
    CheckSorts(binary.op, left.get(), right.get(), e);
    WarnOfUnits(binary, *left, *right, e);
    if (!expr::IsLogical(binary.op) && !IsArithmetic(binary.op)) {
      TellComparison(binary.op, left.get(), right.get(), report_);
    }
    return Joined(binary.op, std::move(left), std::move(right), e);
  }

  void CheckConformance(const Expr& left, const Expr& right,
                        const ast::Expr& e) {
    const bool resolved = !metrics_->sources().empty();
    const auto mismatch = Mismatch(left.shape, right.shape, resolved);
    if (mismatch) report_->Located(e, *mismatch, {}, *mismatch);
  }

  ExprPtr Joined(ast::BinaryOp op, ExprPtr left, ExprPtr right,
                 const ast::Expr& e) {
    const bool left_leads = LeftLeads(*left, *right);
    const Expr& lead = left_leads ? *left : *right;
    const Expr& other = left_leads ? *right : *left;
    ExprPtr result =
        Like(lead, IsArithmetic(op) ? Sort::kNumber : Sort::kTruth, e.span);
    const expr::Pairing pairing =
        expr::IsLogical(op) && StandsIn(*left, *right)
            ? expr::Pairing::kStandIn
            : PairingOf(lead.layout, other.layout, expr::IsLogical(op));
    WarnOfPosition(lead.layout, other.layout, pairing, e);
    if (pairing == expr::Pairing::kEither) {
      result->layout = expr::EitherOf(lead.layout, other.layout);
    }
    result->node = expr::Binary{op, std::move(left), std::move(right),
                                left_leads, pairing};
    return result;
  }

  void CheckSorts(ast::BinaryOp op, Expr* left, Expr* right,
                  const ast::Expr& e) {
    if (expr::IsLogical(op)) return;
    if (!IsEquality(op)) {
      RequireNumber(*left, grammar::Name(op), e);
      RequireNumber(*right, grammar::Name(op), e);
      return;
    }
    if (IsUnresolved(*left) && right->sort == Sort::kString) {
      left->sort = Sort::kString;
    }
    if (IsUnresolved(*right) && left->sort == Sort::kString) {
      right->sort = Sort::kString;
    }
    // A count of strings is a number that pmie takes for a string.
    const bool same = left->sort == right->sort;
    const std::string message =
        same ? "a number that is made of strings cannot be compared by " +
                   grammar::Name(op)
             : "a string is compared with a number";
    const std::string hint = same ? "write < 1 for == 0, and > 0 for != 0"
                                  : "both must be strings, or both numbers";
    const std::string detail =
        "operands have mixed string and arithmetic types";
    if (IsStringToPmie(*left) != IsStringToPmie(*right)) {
      report_->Located(e, message, hint, detail);
    } else if (left->sort != right->sort) {
      report_->OursAlone(e, message, hint, detail);
    }
  }

  // pmie asks the leading metric, whatever has become of it.
  static bool IsStringToPmie(const Expr& operand) {
    const expr::Fetch* fetch = LeadFetch(operand);
    if (fetch == nullptr || fetch->descs.empty()) {
      return operand.sort == Sort::kString;
    }
    return std::any_of(fetch->descs.begin(), fetch->descs.end(),
                       [](const pmapi::MetricDesc& desc) {
                         return desc.type == pmapi::Type::kString;
                       });
  }

  // pmie computes with the addresses of strings; we refuse.
  void RequireNumber(const Expr& operand, const std::string& op,
                     const ast::Expr& e) {
    if (operand.sort != Sort::kString) return;
    report_->OursAlone(e, "\"" + op + "\" cannot be used with strings",
                       "strings can be compared with == and !=",
                       "arithmetic (not STRING) operand required for " + op);
  }

  ExprPtr Reduce(const ast::Reduce& reduce, const ast::Expr& e) {
    ExprPtr operand = Check(*reduce.operand);
    if (!operand || !CheckDomain(*operand, reduce.domain, e) ||
        !CheckReduced(reduce.reduction, *operand, e)) {
      return nullptr;
    }
    WarnOfOneSample(reduce.domain, *operand, e.span, report_);
    WarnOfNoMembers(reduce, *operand, e.span, report_);
    const bool truth = IsQuantifier(reduce.reduction.reducer);
    ExprPtr result =
        Like(*operand, truth ? Sort::kTruth : Sort::kNumber, e.span);
    result->shape = Reduced(result->shape, reduce.domain);
    result->layout = Reduced(result->layout, reduce.domain);
    result->node =
        expr::Reduce{reduce.reduction, reduce.domain, std::move(operand)};
    return result;
  }

  bool CheckReduced(const ast::Reduction& reduction, const Expr& operand,
                    const ast::Expr& e) {
    if (reduction.reducer == ast::Reducer::kSum ||
        reduction.reducer == ast::Reducer::kAvg) {
      return CheckSummed(operand, e);
    }
    if (!IsOfTruths(reduction.reducer)) {
      RequireNumber(operand, grammar::Name(reduction), e);
    }
    return true;
  }

  // pmie asks the type of the leading metric, whatever has become of it, and
  // crashes where there is none.
  bool CheckSummed(const Expr& operand, const ast::Expr& e) {
    const expr::Fetch* fetch = LeadFetch(operand);
    if (fetch == nullptr) {
      report_->OursAlone(e, "there is no metric whose values could be summed",
                         {}, "metric required for aggregate operator");
      return false;
    }
    for (const pmapi::MetricDesc& desc : fetch->descs) {
      if (pmapi::IsNumeric(desc.type) || expr::IsAwaited(desc)) continue;
      if (!fetch->folds.empty()) continue;
      const std::string type = pmapi::TypeName(desc.type);
      report_->Located(e,
                       fetch->metric + " has type " + type +
                           ": it has no sum and no average",
                       {},
                       "arithmetic (not " + type +
                           ") operand required for aggregate operator");
      return false;
    }
    return true;
  }

  bool CheckDomain(const Expr& operand, ast::Domain domain,
                   const ast::Expr& e) {
    if (HasDomain(operand.shape, domain)) return true;
    const bool host = domain == ast::Domain::kHost;
    report_->Located(
        e,
        host ? "there are no hosts to go over" : "there is no time to go over",
        host ? "_host needs a metric whose hosts are not yet reduced to one "
               "value"
             : "_sample needs a metric whose samples are not yet reduced to "
               "one value",
        host ? "no host domain" : "no time domain");
    return false;
  }

  ExprPtr Match(const ast::Match& match, const ast::Expr& e) {
    ExprPtr operand = Check(*match.operand);
    if (!operand) return nullptr;
    const auto pattern = base::Pattern::Compile(match.pattern);
    if (!pattern) {
      report_->OursAlone(
          e.span, "illegal regular expression: " + pattern.error().message,
          HintForPattern(match.pattern),
          {"illegal regular expression \"" + match.pattern + "\""});
      return nullptr;
    }
    WarnOfEscapes(match.pattern, e.span, report_);
    ExprPtr result = Like(*operand, Sort::kTruth, e.span);
    result->node =
        expr::Match{match.negated, match.pattern, std::move(operand)};
    return result;
  }

  // Two domains whose members happen to be as many: pmie pairs the first with
  // the first, whatever they are.
  void WarnOfPosition(const expr::Layout& lead, const expr::Layout& other,
                      expr::Pairing pairing, const ast::Expr& e) {
    const bool by_position = pairing == expr::Pairing::kByPosition ||
                             pairing == expr::Pairing::kEither;
    if (!by_position || metrics_->sources().empty() ||
        lead.kind != expr::Layout::Kind::kOpen ||
        other.kind != expr::Layout::Kind::kOpen) {
      return;
    }
    report_->Warning(e.span,
                     "two different instance domains are combined: the first "
                     "instance of one with the first of the other",
                     "reduce one of them with an aggregate");
  }

  void WarnOfUnits(const ast::Binary& binary, const Expr& left,
                   const Expr& right, const ast::Expr& e) {
    if (expr::IsLogical(binary.op) || IsProduct(binary.op)) return;
    if (IsArithmetic(binary.op) && ++sums_ > kMostSums) return;
    const auto wrong = CompareUnits(binary.op, left, right);
    if (wrong) report_->Warning(e.span, wrong->message, wrong->hint);
  }

  Metrics* metrics_;
  Report* report_;
  bool under_instant_ = false;
  int sums_ = 0;
};

}  // namespace

ExprPtr CheckExpression(const ast::Expr& expr, Metrics* metrics,
                        Report* report) {
  return ExpressionChecker(metrics, report).Check(expr);
}

}  // namespace engine::check
