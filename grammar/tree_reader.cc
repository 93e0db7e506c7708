// One function for each rule of Rules.g4. A tree that would be higher than the
// limit is given up where it gets so, so nothing here or later recurses deep:
// chains are read in loops, and nesting has been cut before parsing.
#include "grammar/tree_reader.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "grammar/fold.h"
#include "grammar/quantity.h"
#include "grammar/syslog_options.h"
#include "grammar/words.h"
#include "pmapi/notation/interval.h"
#include "rules/Rules.h"

namespace grammar {
namespace {

using ast::BinaryOp;
using ast::ExprPtr;
using ast::UnaryOp;

// "5 hours", but not "5".
bool IsTime(const std::string& text) {
  return text.find_first_not_of("0123456789. ") != text.npos &&
         pmapi::notation::ParseInterval(text);
}

// A tree and its height.
template <typename Pointer>
struct Tall {
  Pointer tree;
  std::size_t height = 1;
};
using TallExpr = Tall<ExprPtr>;
using TallAction = Tall<ast::ActionPtr>;

class Reader {
 public:
  Reader(const std::vector<Token>& tokens, const Limits& limits,
         const PmieWords& pmie)
      : tokens_(tokens), limits_(limits), pmie_(pmie) {}

  ReadStatement Read(Rules::StatementContext& context) {
    ReadStatement read;
    read.expr = ReadExpression(*context.expression()).tree;
    read.diagnostics = std::move(diagnostics_);
    return read;
  }

 private:
  TallExpr ReadExpression(Rules::ExpressionContext& context);
  TallExpr ReadRules(Rules::RulesContext& context);
  TallExpr ReadRuleset(Rules::RulesetContext& context);
  TallAction ReadAction(Rules::ActionContext& context);
  TallAction ReadActionTerm(Rules::ActionTermContext& context);
  ast::ActionPtr ReadCall(Rules::CallContext& context);
  TallExpr ReadLogical(Rules::LogicalContext& context);
  TallExpr ReadTruth(Rules::TruthContext& context);
  TallExpr ReadQuantified(Rules::TruthContext& context);
  TallExpr ReadOrdered(Rules::OrderedContext& context);
  TallExpr ReadEquated(Rules::EquatedContext& context);
  TallExpr ReadComparand(Rules::ComparandContext& context);
  TallExpr ReadSum(Rules::SumContext& context);
  TallExpr ReadProduct(Rules::ProductContext& context);
  TallExpr ReadFactor(Rules::FactorContext& context);
  TallExpr ReadVariable(Rules::VariableContext& context);
  Quantity ReadQuantity(Rules::QuantityContext& context);
  TallExpr ReadFetch(Rules::FetchContext& context);
  int ReadSample(const antlr4::Token* token);

  TallExpr Join(BinaryOp op, TallExpr left, TallExpr right, Span span);
  TallExpr Wrap(ExprPtr tree, std::size_t height);
  bool TooHigh(std::size_t height, Span span);

  const Token& TokenOf(const antlr4::Token* token) const {
    return tokens_[token->getTokenIndex()];
  }
  const Token& TokenOf(antlr4::tree::TerminalNode* node) const {
    return TokenOf(node->getSymbol());
  }
  TokenKind KindOf(const antlr4::Token* token) const {
    return TokenOf(token).kind;
  }
  TokenKind KindOf(antlr4::tree::TerminalNode* node) const {
    return TokenOf(node).kind;
  }
  // A minus stands for two nodes.
  UnaryOp PrefixOf(TokenKind kind) const {
    return kind == TokenKind::kMinus ? UnaryOp::kNegate : NodeOf<UnaryOp>(kind);
  }
  ast::Domain DomainOf(antlr4::tree::TerminalNode* node) const {
    return std::get<ast::Domain>(TokenOf(node).value);
  }
  double NumberOf(const antlr4::Token* token) const {
    return std::get<double>(TokenOf(token).value);
  }
  Span SpanOf(const antlr4::ParserRuleContext& context) const {
    return grammar::Join(TokenOf(context.start).span,
                         TokenOf(context.stop).span);
  }
  // What had been read when pmie saw that `context` was complete.
  const Place& PlaceAfter(const antlr4::ParserRuleContext& context) const {
    return tokens_[context.stop->getTokenIndex() + 1].place;
  }

  const std::vector<Token>& tokens_;
  const Limits& limits_;
  const PmieWords& pmie_;
  std::vector<Diagnostic> diagnostics_;
  bool too_high_ = false;
};

// One above what it is made of; a dummy once the limit is passed.
TallExpr Reader::Wrap(ExprPtr tree, std::size_t height) {
  if (IsConstant(*tree)) height = 0;
  if (TooHigh(height + 1, tree->span)) {
    return {MakeExpr(ast::Number{0}, tree->span), 1};
  }
  return {std::move(tree), height + 1};
}

bool Reader::TooHigh(std::size_t height, Span span) {
  if (height <= limits_.tree_depth) return false;
  if (!too_high_) {
    too_high_ = true;
    Diagnostic diagnostic;
    diagnostic.span = span;
    diagnostic.message = "more than " + std::to_string(limits_.tree_depth) +
                         " operators one after another";
    diagnostic.hint = "split the expression, or use a quantifier or aggregate";
    diagnostic.pmie = {pmie_.ErrorLine(tokens_.back().place),
                       "statement too long"};
    diagnostics_.push_back(std::move(diagnostic));
  }
  return true;
}

TallExpr Reader::Join(BinaryOp op, TallExpr left, TallExpr right, Span span) {
  const std::size_t height = std::max(left.height, right.height);
  return Wrap(MakeBinary(op, std::move(left.tree), std::move(right.tree), span),
              height);
}

TallExpr Reader::ReadExpression(Rules::ExpressionContext& context) {
  if (context.rules() != nullptr) return ReadRules(*context.rules());
  if (context.ruleset() != nullptr) return ReadRuleset(*context.ruleset());
  if (context.logical() != nullptr) return ReadLogical(*context.logical());
  if (context.sum() != nullptr) return ReadSum(*context.sum());
  if (context.action() != nullptr) {
    TallAction action = ReadAction(*context.action());
    return {MakeExpr(ast::Perform{std::move(action.tree)}, SpanOf(context)),
            action.height};
  }
  const Token& text = TokenOf(context.STRING());
  return {MakeExpr(ast::String{text.text}, text.span)};
}

TallExpr Reader::ReadRules(Rules::RulesContext& context) {
  Rules::RulesContext* inner = &context;
  while (inner->rules() != nullptr) inner = inner->rules();
  TallExpr condition = ReadLogical(*inner->logical());
  TallAction action = ReadAction(*inner->action());
  const std::size_t height = std::max(condition.height, action.height);
  return Wrap(
      MakeExpr(ast::Rule{std::move(condition.tree), std::move(action.tree)},
               SpanOf(*inner)),
      height);
}

TallExpr Reader::ReadRuleset(Rules::RulesetContext& context) {
  ast::Ruleset ruleset;
  std::size_t height = 1;
  for (Rules::RulesContext* rule : context.rules()) {
    TallExpr read = ReadRules(*rule);
    height = std::max(height, read.height);
    if (auto* node = std::get_if<ast::Rule>(&read.tree->node)) {
      ruleset.rules.push_back(std::move(*node));
    }
  }
  if (context.unknown != nullptr) {
    ruleset.unknown = ReadAction(*context.unknown).tree;
  }
  if (context.otherwise != nullptr) {
    ruleset.otherwise = ReadAction(*context.otherwise).tree;
  }
  return Wrap(MakeExpr(std::move(ruleset), SpanOf(context)), height);
}

TallAction Reader::ReadAction(Rules::ActionContext& context) {
  const auto terms = context.actionTerm();
  TallAction all = ReadActionTerm(*terms[0]);
  for (std::size_t i = 1; i < terms.size(); ++i) {
    TallAction right = ReadActionTerm(*terms[i]);
    const std::size_t height = std::max(all.height, right.height) + 1;
    const Span span = grammar::Join(all.tree->span, right.tree->span);
    if (TooHigh(height, span)) break;
    auto both = std::make_unique<ast::Action>();
    both->node = ast::Combine{KindOf(context.op[i - 1]) == TokenKind::kBoth,
                              std::move(all.tree), std::move(right.tree)};
    both->span = span;
    all = {std::move(both), height};
  }
  return all;
}

TallAction Reader::ReadActionTerm(Rules::ActionTermContext& context) {
  if (context.action() != nullptr) return ReadAction(*context.action());
  return {ReadCall(*context.call())};
}

ast::ActionPtr Reader::ReadCall(Rules::CallContext& context) {
  ast::Call call;
  call.kind = NodeOf<ast::ActionKind>(KindOf(context.ACTION()));
  if (context.quantity() != nullptr) {
    const Quantity holdoff = ReadQuantity(*context.quantity());
    call.holdoff = holdoff.Canonical();
    if (!holdoff.IsTime()) {
      diagnostics_.push_back(
          NoTime("the holdoff of an action", SpanOf(*context.quantity())));
    }
  }
  std::vector<Span> strings;
  for (antlr4::tree::TerminalNode* text : context.STRING()) {
    call.arguments.push_back(TokenOf(text).text);
    strings.push_back(TokenOf(text).span);
  }
  const Span span = SpanOf(context);
  if (context.quantity() == nullptr && strings.size() > 1 &&
      IsTime(call.arguments.front())) {
    diagnostics_.push_back(TimeInQuotes(strings.front()));
  }
  if (call.kind == ast::ActionKind::kSyslog) {
    const std::string line = pmie_.WarningLine(PlaceAfter(context));
    for (Diagnostic& warning : TakeSyslogOptions(&call, strings, line)) {
      diagnostics_.push_back(std::move(warning));
    }
  }
  auto action = std::make_unique<ast::Action>();
  action->node = std::move(call);
  action->span = span;
  return action;
}

TallExpr Reader::ReadLogical(Rules::LogicalContext& context) {
  const auto terms = context.truth();
  TallExpr all = ReadTruth(*terms[0]);
  for (std::size_t i = 1; i < terms.size() && !too_high_; ++i) {
    TallExpr right = ReadTruth(*terms[i]);
    const Span span = grammar::Join(all.tree->span, SpanOf(*terms[i]));
    all = Join(NodeOf<BinaryOp>(KindOf(context.op[i - 1])), std::move(all),
               std::move(right), span);
  }
  return all;
}

TallExpr Reader::ReadTruth(Rules::TruthContext& context) {
  if (auto* ordered = dynamic_cast<Rules::OrderedContext*>(&context)) {
    return ReadOrdered(*ordered);
  }
  if (auto* equated = dynamic_cast<Rules::EquatedContext*>(&context)) {
    return ReadEquated(*equated);
  }
  if (auto* group = dynamic_cast<Rules::TruthGroupContext*>(&context)) {
    TallExpr inner = ReadLogical(*group->logical());
    inner.tree->span = SpanOf(context);
    return inner;
  }
  if (auto* constant = dynamic_cast<Rules::TruthConstantContext*>(&context)) {
    const bool value = KindOf(constant->TRUTH()) == TokenKind::kTrue;
    return {MakeExpr(ast::Truth{value}, SpanOf(context))};
  }
  if (auto* prefix = dynamic_cast<Rules::TruthPrefixContext*>(&context)) {
    TallExpr operand = ReadTruth(*prefix->truth());
    return Wrap(MakeUnary(PrefixOf(KindOf(prefix->TRUTH_PREFIX())),
                          std::move(operand.tree), SpanOf(context)),
                operand.height);
  }
  return ReadQuantified(context);
}

TallExpr Reader::ReadQuantified(Rules::TruthContext& context) {
  const Span span = SpanOf(context);
  if (auto* some = dynamic_cast<Rules::QuantifiedContext*>(&context)) {
    TallExpr operand = ReadTruth(*some->truth());
    ast::Quantify node{NodeOf<ast::Quantifier>(KindOf(some->QUANTIFIER())), 0,
                       DomainOf(some->DOMAIN()), std::move(operand.tree)};
    return Wrap(MakeExpr(std::move(node), span), operand.height);
  }
  if (auto* percentile = dynamic_cast<Rules::PercentileContext*>(&context)) {
    TallExpr operand = ReadTruth(*percentile->truth());
    ast::Quantify node{ast::Quantifier::kPercent,
                       NumberOf(percentile->NUMBER()->getSymbol()),
                       DomainOf(percentile->DOMAIN()), std::move(operand.tree)};
    return Wrap(MakeExpr(std::move(node), span), operand.height);
  }
  auto* matched = dynamic_cast<Rules::MatchedContext*>(&context);
  CHECK(matched != nullptr);
  TallExpr operand = ReadTruth(*matched->truth());
  return Wrap(
      MakeMatch(KindOf(matched->MATCH()) == TokenKind::kNoMatch,
                TokenOf(matched->STRING()).text, std::move(operand.tree), span),
      operand.height);
}

TallExpr Reader::ReadOrdered(Rules::OrderedContext& context) {
  TallExpr left = ReadSum(*context.left);
  TallExpr right = ReadSum(*context.right);
  return Join(NodeOf<BinaryOp>(KindOf(context.ORDERING())), std::move(left),
              std::move(right), SpanOf(context));
}

TallExpr Reader::ReadEquated(Rules::EquatedContext& context) {
  TallExpr left = ReadComparand(*context.left);
  TallExpr right = ReadComparand(*context.right);
  return Join(NodeOf<BinaryOp>(KindOf(context.EQUALITY())), std::move(left),
              std::move(right), SpanOf(context));
}

TallExpr Reader::ReadComparand(Rules::ComparandContext& context) {
  if (context.sum() != nullptr) return ReadSum(*context.sum());
  const Token& text = TokenOf(context.STRING());
  return {MakeExpr(ast::String{text.text}, text.span)};
}

TallExpr Reader::ReadSum(Rules::SumContext& context) {
  const auto terms = context.product();
  TallExpr all = ReadProduct(*terms[0]);
  for (std::size_t i = 1; i < terms.size() && !too_high_; ++i) {
    TallExpr right = ReadProduct(*terms[i]);
    const Span span = grammar::Join(all.tree->span, SpanOf(*terms[i]));
    all = Join(NodeOf<BinaryOp>(KindOf(context.op[i - 1])), std::move(all),
               std::move(right), span);
  }
  return all;
}

TallExpr Reader::ReadProduct(Rules::ProductContext& context) {
  const auto factors = context.factor();
  TallExpr all = ReadFactor(*factors[0]);
  for (std::size_t i = 1; i < factors.size() && !too_high_; ++i) {
    TallExpr right = ReadFactor(*factors[i]);
    const Span span = grammar::Join(all.tree->span, SpanOf(*factors[i]));
    all = Join(NodeOf<BinaryOp>(KindOf(context.op[i - 1])), std::move(all),
               std::move(right), span);
  }
  return all;
}

TallExpr Reader::ReadFactor(Rules::FactorContext& context) {
  const Span span = SpanOf(context);
  if (auto* fetched = dynamic_cast<Rules::FetchedContext*>(&context)) {
    return ReadFetch(*fetched->fetch());
  }
  if (auto* constant = dynamic_cast<Rules::ConstantContext*>(&context)) {
    const Quantity quantity = ReadQuantity(*constant->quantity());
    return {
        MakeExpr(ast::Number{quantity.Canonical(), quantity.units()}, span)};
  }
  if (auto* group = dynamic_cast<Rules::FactorGroupContext*>(&context)) {
    TallExpr inner = ReadSum(*group->sum());
    inner.tree->span = span;
    return inner;
  }
  if (auto* variable = dynamic_cast<Rules::VariableContext*>(&context)) {
    return ReadVariable(*variable);
  }
  if (auto* prefix = dynamic_cast<Rules::FactorPrefixContext*>(&context)) {
    TallExpr operand = ReadFactor(*prefix->factor());
    return Wrap(
        MakeUnary(PrefixOf(KindOf(prefix->op)), std::move(operand.tree), span),
        operand.height);
  }
  if (auto* counted = dynamic_cast<Rules::CountedContext*>(&context)) {
    TallExpr operand = ReadTruth(*counted->truth());
    return Wrap(
        MakeAggregate(ast::AggregateOp::kCount, DomainOf(counted->DOMAIN()),
                      std::move(operand.tree), span),
        operand.height);
  }
  auto* aggregated = dynamic_cast<Rules::AggregatedContext*>(&context);
  CHECK(aggregated != nullptr);
  TallExpr operand = ReadFactor(*aggregated->factor());
  return Wrap(
      MakeAggregate(NodeOf<ast::AggregateOp>(KindOf(aggregated->AGGREGATE())),
                    DomainOf(aggregated->DOMAIN()), std::move(operand.tree),
                    span),
      operand.height);
}

TallExpr Reader::ReadVariable(Rules::VariableContext& context) {
  const Token& token = TokenOf(context.VARIABLE());
  if (const auto* field = std::get_if<ast::ClockField>(&token.value)) {
    return {MakeExpr(ast::Clock{*field}, token.span)};
  }
  if (const bool* truth = std::get_if<bool>(&token.value)) {
    return {MakeExpr(ast::Truth{*truth}, token.span)};
  }
  return {MakeExpr(ast::Number{std::get<double>(token.value)}, token.span)};
}

Quantity Reader::ReadQuantity(Rules::QuantityContext& context) {
  Quantity quantity(NumberOf(context.NUMBER()->getSymbol()));
  for (Rules::UnitContext* unit : context.unit()) {
    const UnitWord word = std::get<UnitWord>(TokenOf(unit->UNIT()).value);
    double power = 1;
    if (unit->NUMBER() != nullptr) {
      power = NumberOf(unit->NUMBER()->getSymbol());
    }
    quantity.Give(word, power, unit->UNIT_SLASH() != nullptr);
  }
  return quantity;
}

TallExpr Reader::ReadFetch(Rules::FetchContext& context) {
  ast::Fetch fetch;
  fetch.metric = TokenOf(context.metric).text;
  for (const antlr4::Token* host : context.host) {
    fetch.hosts.push_back(TokenOf(host).text);
  }
  for (const antlr4::Token* instance : context.instance) {
    fetch.instances.push_back(TokenOf(instance).text);
  }
  if (context.first != nullptr) {
    fetch.first = fetch.last = ReadSample(context.first);
  }
  if (context.last != nullptr) fetch.last = ReadSample(context.last);
  if (fetch.first > fetch.last) std::swap(fetch.first, fetch.last);
  return {MakeExpr(std::move(fetch), SpanOf(context))};
}

// Fractions are cut off.
int Reader::ReadSample(const antlr4::Token* token) {
  const double number = NumberOf(token);
  if (number <= limits_.samples) return static_cast<int>(number);
  Diagnostic diagnostic;
  diagnostic.span = TokenOf(token).span;
  diagnostic.message = "more than " +
                       std::to_string(static_cast<long>(limits_.samples)) +
                       " samples";
  diagnostic.pmie = {pmie_.ErrorLine(TokenOf(token).place), "too many samples"};
  diagnostics_.push_back(std::move(diagnostic));
  return 0;
}

}  // namespace

ReadStatement ReadTree(antlr4::ParserRuleContext& statement,
                       const std::vector<Token>& tokens, const Limits& limits,
                       const PmieWords& pmie) {
  auto* context = dynamic_cast<Rules::StatementContext*>(&statement);
  CHECK(context != nullptr);
  return Reader(tokens, limits, pmie).Read(*context);
}

}  // namespace grammar
