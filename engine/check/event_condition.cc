// The tree of a condition becomes the steps of a filter.
#include "engine/check/event_condition.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/ascii.h"
#include "base/overloaded.h"
#include "base/pattern.h"
#include "engine/check/parameters.h"
#include "engine/check/record_advice.h"
#include "engine/check/suspicious.h"
#include "engine/expr/expr.h"
#include "grammar/event_slips.h"
#include "grammar/names.h"
#include "pmapi/metric/units.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using ast::BinaryOp;
using events::Constant;
using events::EventFilter;

constexpr char kForm[] =
    "compare parameters with constants or with each other, as in: code > 0 && "
    "unit == \"sshd\"";

/// The comparison that says the same with its sides exchanged.
BinaryOp Exchanged(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLess:
      return BinaryOp::kGreater;
    case BinaryOp::kLessEqual:
      return BinaryOp::kGreaterEqual;
    case BinaryOp::kGreater:
      return BinaryOp::kLess;
    case BinaryOp::kGreaterEqual:
      return BinaryOp::kLessEqual;
    default:
      return op;
  }
}

bool IsArithmetic(BinaryOp op) {
  return op == BinaryOp::kAdd || op == BinaryOp::kSubtract ||
         op == BinaryOp::kMultiply || op == BinaryOp::kDivide;
}

/// An integer as it is written in `all`: the tree has rounded it.
Constant WrittenNumber(double rounded, grammar::Span span,
                       std::string_view all) {
  const bool may_differ = std::fabs(rounded) >= events::kLeastWide;
  if (!may_differ || span.begin > span.end || span.end > all.size()) {
    return rounded;
  }
  std::string text(all.substr(span.begin, span.end - span.begin));
  std::erase(text, ' ');
  const auto integer = events::IntegerIn(text);
  const auto* wide =
      integer ? std::get_if<events::WideInteger>(&*integer) : nullptr;
  const bool same = wide != nullptr && wide->Rounded() == rounded;
  return same ? Constant(*wide) : Constant(rounded);
}

std::optional<Constant> ConstantIn(const ast::Expr& e, std::string_view all) {
  if (const auto* number = std::get_if<ast::Number>(&e.node)) {
    return WrittenNumber(number->value, e.span, all);
  }
  if (const auto* text = std::get_if<ast::String>(&e.node)) return text->value;
  return std::nullopt;
}

/// Of a parameter neither host nor instance nor sample is named.
const ast::Fetch* ParameterIn(const ast::Expr& e) {
  const auto* fetch = std::get_if<ast::Fetch>(&e.node);
  const bool bare = fetch != nullptr && fetch->hosts.empty() &&
                    fetch->instances.empty() && fetch->last == 0;
  return bare ? fetch : nullptr;
}

/// Of "status" >= 500; null where it is something else.
const ast::Expr* TextBesideNumber(const ast::Binary& binary) {
  const auto is_text = [](const ast::Expr& e) {
    return std::holds_alternative<ast::String>(e.node);
  };
  const auto is_number = [](const ast::Expr& e) {
    return std::holds_alternative<ast::Number>(e.node);
  };
  if (is_text(*binary.left) && is_number(*binary.right)) {
    return binary.left.get();
  }
  return is_number(*binary.left) && is_text(*binary.right) ? binary.right.get()
                                                           : nullptr;
}

}  // namespace

std::optional<EventFilter> EventConditions::Build(const ast::Expr& where) {
  filter_ = EventFilter();
  if (!Add(where)) return std::nullopt;
  return std::move(filter_);
}

EventConditions::Step EventConditions::Add(const ast::Expr& e) {
  return std::visit(
      base::Overloaded{[&](const ast::Truth& n) {
                         WarnOfConstants(e.span);
                         return Step(filter_.AddTruth(n.value));
                       },
                       [&](const ast::Unary& n) { return AddUnary(n, e); },
                       [&](const ast::Binary& n) { return AddBinary(n, e); },
                       [&](const ast::Test& n) { return AddTest(n, e); },
                       [&](const ast::FilterUse& n) {
                         const Step step = Add(*n.condition);
                         return step ? Step(filter_.AddJudged(*step))
                                     : std::nullopt;
                       },
                       [&](const auto&) { return Refuse(e); }},
      e.node);
}

EventConditions::Step EventConditions::Refuse(const ast::Expr& e) {
  report_.OursAlone(e.span, "this is no condition over a record", kForm, {});
  return std::nullopt;
}

EventConditions::Step EventConditions::AddUnary(const ast::Unary& unary,
                                                const ast::Expr& e) {
  if (unary.op != ast::UnaryOp::kNot) return Refuse(e);
  const Step operand = Add(*unary.operand);
  return operand ? Step(filter_.AddNot(*operand)) : std::nullopt;
}

EventConditions::Step EventConditions::AddBinary(const ast::Binary& binary,
                                                 const ast::Expr& e) {
  if (!expr::IsLogical(binary.op)) return AddComparison(binary, e);
  // A filter's is told of once.
  if (told_.insert("logic at " + std::to_string(e.span.begin)).second) {
    WarnOfMixedLogic(binary, e, &report_);
  }
  const Step left = Add(*binary.left);
  const Step right = Add(*binary.right);
  if (!left || !right) return std::nullopt;
  return filter_.AddBoth(*left, *right, binary.op == BinaryOp::kAnd);
}

EventConditions::Step EventConditions::AddComparison(const ast::Binary& binary,
                                                     const ast::Expr& e) {
  const bool first = ParameterIn(*binary.left) != nullptr;
  const ast::Expr& named = first ? *binary.left : *binary.right;
  const ast::Fetch* name = ParameterIn(named);
  auto constant =
      ConstantIn(first ? *binary.right : *binary.left, report_.source().text());
  if (name == nullptr || !constant) return AddBetween(binary, e);
  const BinaryOp op = first ? binary.op : Exchanged(binary.op);
  if (const auto* text = std::get_if<std::string>(&*constant)) {
    WarnOfText(name->metric, e.span);
    if (op == BinaryOp::kEqual || op == BinaryOp::kNotEqual) {
      WarnOfPlain(name->metric, grammar::Name(op), *text, e.span);
    }
  }
  events::Field field = FindField(name->metric, named.span);
  WarnOfTextOrder(field, op, *constant, e.span);
  const ast::Expr& other = first ? *binary.right : *binary.left;
  if (const auto* number = std::get_if<ast::Number>(&other.node)) {
    WarnOfUnits(field, name->metric, number->units, other.span);
  }
  return filter_.AddTerm(
      {std::move(field), events::Comparison{op, *std::move(constant)}});
}

EventConditions::Step EventConditions::AddBetween(const ast::Binary& binary,
                                                  const ast::Expr& e) {
  WarnOfPriority(binary, e.span);
  if (const ast::Fetch* right = ParameterIn(*binary.right)) {
    WarnOfBareText(right->metric, binary, binary.right->span);
  }
  if (const ast::Expr* text = TextBesideNumber(binary)) {
    report_.OursAlone(
        text->span, "this is a text, and no parameter",
        grammar::QuotedParameterHint(std::get<ast::String>(text->node).value),
        {});
    return std::nullopt;
  }
  events::Between between;
  between.op = binary.op;
  const bool known = AddTo(&between.left, *binary.left) &&
                     AddTo(&between.right, *binary.right);
  if (!known) return Refuse(e);
  return filter_.AddTerm({{}, std::move(between)});
}

/// False where `e` is no sum of parameters and constants.
bool EventConditions::AddTo(events::FieldSum* sum, const ast::Expr& e) {
  if (const auto* number = std::get_if<ast::Number>(&e.node)) {
    sum->Add(number->value);
    return true;
  }
  if (const ast::Fetch* name = ParameterIn(e)) {
    sum->Add(FindField(name->metric, e.span));
    return true;
  }
  const auto* unary = std::get_if<ast::Unary>(&e.node);
  if (unary != nullptr && unary->op == ast::UnaryOp::kNegate) {
    sum->Add(0.0);
    if (!AddTo(sum, *unary->operand)) return false;
    sum->Add(BinaryOp::kSubtract);
    return true;
  }
  const auto* binary = std::get_if<ast::Binary>(&e.node);
  if (binary == nullptr || !IsArithmetic(binary->op) ||
      !AddTo(sum, *binary->left) || !AddTo(sum, *binary->right)) {
    return false;
  }
  sum->Add(binary->op);
  return true;
}

EventConditions::Step EventConditions::AddTest(const ast::Test& test,
                                               const ast::Expr& e) {
  const ast::Fetch* name = ParameterIn(*test.parameter);
  if (name == nullptr) return Refuse(e);
  events::Term term{
      FindField(name->metric, test.parameter->span), {}, test.negated};
  events::Among among;
  for (const ast::ExprPtr& one : test.constants) {
    among.constants.push_back(*ConstantIn(*one, report_.source().text()));
  }
  const auto* text = std::get_if<std::string>(&among.constants.front());
  const bool of_texts = std::all_of(
      among.constants.begin(), among.constants.end(),
      [](const Constant& constant) { return constant.index() == 1; });
  if (of_texts) WarnOfText(name->metric, e.span);
  switch (test.test) {
    case ast::TextTest::kMatches: {
      WarnOfEscapes(*text, e.span, &report_);
      auto pattern = base::Pattern::Compile(*text);
      if (!pattern) {
        report_.OursAlone(
            e.span, "illegal regular expression: " + pattern.error().message,
            HintForPattern(*text), {});
        return std::nullopt;
      }
      WarnOfCost(**pattern, e.span, &report_);
      WarnOfEmptyAlternative(**pattern, e.span, &report_);
      term.test = events::Matches{*std::move(pattern)};
      break;
    }
    case ast::TextTest::kContains:
      WarnOfPlain(name->metric, "contains", *text, e.span);
      term.test = events::Contains{*text};
      break;
    case ast::TextTest::kStarts:
      WarnOfPlain(name->metric, "starts", *text, e.span);
      term.test = events::Starts{*text};
      break;
    case ast::TextTest::kIn:
      term.test = std::move(among);
      break;
  }
  return filter_.AddTerm(std::move(term));
}

std::optional<pmapi::Units> EventConditions::UnitsOf(const events::Field& field,
                                                     const std::string& name) {
  if (field.own) return UnitsOfOwn(*field.own);
  if (field.metrics.empty()) return std::nullopt;
  if (!field.metrics.front().key.empty()) return pmapi::Units{};
  const auto names = metrics_.Parameters(source_, records_, name);
  if (names.size() != 1) return std::nullopt;
  return metrics_.Describe(source_, names[0])->units;
}

bool EventConditions::MayNameText(const std::string& name) {
  const auto* names = metrics_.NamesOfTexts(source_, records_);
  return names == nullptr ||
         std::any_of(names->begin(), names->end(), [&name](const auto& one) {
           return base::EqualIgnoringCase(one, name);
         });
}

events::Field EventConditions::FindField(const std::string& name,
                                         grammar::Span span) {
  events::Field field;
  field.own = events::FindOwnField(name);
  if (field.own || source_ < 0) return field;
  auto names = metrics_.Parameters(source_, records_, name);
  std::string key;
  if (names.empty() && MayNameText(name)) {
    names = metrics_.NamedTexts(source_, records_);
    if (!names.empty()) key = name;
    WarnOfMisspelt(name, names, span);
  }
  if (key.empty() && names.size() > 1) {
    report_.OursAlone(span, "several parameters are called " + name,
                      "write the whole name: " + names[0] + " or " + names[1],
                      {});
  } else if (names.empty() && told_.insert(name).second) {
    std::string hint = metrics_.HintForParameter(source_, records_, name);
    if (hint.empty()) hint = ParametersThereAre(source_, records_, &metrics_);
    report_.Warning(span, "no parameter is called " + name, hint);
  }
  for (const std::string& one : names) {
    const auto& desc = metrics_.Describe(source_, one);
    WarnOfForeign(one, desc->pmid, span);
    field.metrics.push_back(
        {desc->pmid, pmapi::CanonicalFactor(desc->units), key});
  }
  return field;
}

}  // namespace engine::check
