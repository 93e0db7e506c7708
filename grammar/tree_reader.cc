// One function for each rule of Rules.g4. Nothing here or later recurses deep:
// chains are read in loops, nesting has been cut before parsing, and a tree
// that would be too high is given up.
#include "grammar/tree_reader.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "grammar/fold.h"
#include "grammar/phrase.h"
#include "grammar/quantity.h"
#include "grammar/tree_builder.h"
#include "grammar/words.h"
#include "rules/Rules.h"

namespace grammar {
namespace {

// Of a duration. A shorter one would be none.
constexpr double kLeastSeconds = 1e-9;
constexpr double kMostSeconds = 366.0 * 24 * 3600;

class TreeReader {
 public:
  TreeReader(const std::vector<Token>& tokens, const Limits& limits,
             const ReceiverNames& receivers, const NamedFilters& filters,
             double interval, const PmieMessages& pmie)
      : tokens_(tokens),
        limits_(limits),
        filters_(filters),
        build_(limits, receivers, interval, pmie, tokens.back().place) {}

  ReadStatement Read(Rules::StatementContext& context) {
    ReadStatement read;
    if (context.FILTER() != nullptr) {
      ReadFilter(context, &read);
    } else {
      read.expr = ReadExpression(*context.expression()).tree;
    }
    read.diagnostics = build_.TakeDiagnostics();
    return read;
  }

 private:
  ExprWithHeight ReadExpression(Rules::ExpressionContext& context);
  ExprWithHeight ReadRules(Rules::RulesContext& context);
  ExprWithHeight ReadRuleset(Rules::RulesetContext& context);
  ActionWithHeight ReadAction(Rules::ActionContext& context);
  ActionWithHeight ReadActionTerm(Rules::ActionTermContext& context);
  ast::ActionPtr ReadCall(Rules::CallContext& context);
  ExprWithHeight ReadLogical(Rules::LogicalContext& context);
  ExprWithHeight ReadTruth(Rules::TruthContext& context);
  ExprWithHeight ReadQuantified(Rules::TruthContext& context);
  ExprWithHeight ReadOrdered(Rules::OrderedContext& context);
  ExprWithHeight ReadEquated(Rules::EquatedContext& context);
  ExprWithHeight ReadComparand(Rules::ComparandContext& context);
  ExprWithHeight ReadSum(Rules::SumContext& context);
  ExprWithHeight ReadProduct(Rules::ProductContext& context);
  ExprWithHeight ReadFactor(Rules::FactorContext& context);
  ExprWithHeight ReadVariable(Rules::VariableContext& context);
  ExprWithHeight ReadFetch(Rules::FetchedContext& context);
  void ReadFilter(Rules::StatementContext& context, ReadStatement* read);
  ExprWithHeight ReadFilterUse(Rules::FilterUseContext& context);
  ExprWithHeight ReadTested(Rules::TestedContext& context);
  ExprWithHeight ReadListed(Rules::ListedContext& context);
  ExprWithHeight ReadEvents(ast::Reduction reduction,
                            Rules::AskedEventsContext& context, Span span);
  void ReadSequence(Rules::SequenceContext& context, ast::Events* events,
                    std::size_t* height);
  ast::Records ReadRecords(Rules::RecordsContext& context, std::size_t* height);
  ast::ExprPtr ReadCondition(Rules::LogicalContext& context,
                             std::size_t* height);
  std::vector<std::string> ReadBy(Rules::ByContext* context);
  double ReadDuration(Rules::DurationContext& context);
  ast::Fetch FetchAt(const antlr4::Token* first);

  template <typename Term>
  ExprWithHeight ReadChain(const std::vector<Term*>& terms,
                           const std::vector<antlr4::Token*>& ops,
                           ExprWithHeight (TreeReader::*read)(Term&));

  const Token& TokenOf(const antlr4::Token* token) const {
    return tokens_[token->getTokenIndex()];
  }
  const Token& TokenOf(antlr4::tree::TerminalNode* node) const {
    return TokenOf(node->getSymbol());
  }
  /// Of a phrase TokenOf() is the first.
  const Token& LastOf(const antlr4::Token* token) const {
    return tokens_[token->getStopIndex()];
  }
  TokenKind KindOf(const antlr4::Token* token) const {
    return TokenOf(token).kind;
  }
  TokenKind KindOf(antlr4::tree::TerminalNode* node) const {
    return TokenOf(node).kind;
  }
  ast::Domain DomainOf(antlr4::tree::TerminalNode* node) const {
    return std::get<ast::Domain>(TokenOf(node).value);
  }
  double NumberOf(const antlr4::Token* token) const {
    return std::get<double>(TokenOf(token).value);
  }
  Span SpanOf(const antlr4::ParserRuleContext& context) const {
    return Join(TokenOf(context.start).span, LastOf(context.stop).span);
  }

  const std::vector<Token>& tokens_;
  const Limits& limits_;
  const NamedFilters& filters_;
  std::size_t filter_tokens_ = 0;  // of those that are used
  TreeBuilder build_;
};

ExprWithHeight TreeReader::ReadExpression(Rules::ExpressionContext& context) {
  if (context.rules() != nullptr) return ReadRules(*context.rules());
  if (context.ruleset() != nullptr) return ReadRuleset(*context.ruleset());
  if (context.logical() != nullptr) return ReadLogical(*context.logical());
  if (context.sum() != nullptr) return ReadSum(*context.sum());
  if (context.action() != nullptr) {
    ActionWithHeight action = ReadAction(*context.action());
    return {MakeExpr(ast::Perform{std::move(action.tree)}, SpanOf(context)),
            action.height};
  }
  const Token& text = TokenOf(context.STRING());
  return {MakeExpr(ast::String{text.text}, text.span)};
}

ExprWithHeight TreeReader::ReadRules(Rules::RulesContext& context) {
  Rules::RulesContext* inner = &context;
  while (inner->rules() != nullptr) inner = inner->rules();
  ExprWithHeight condition = ReadLogical(*inner->logical());
  ActionWithHeight action = ReadAction(*inner->action());
  const std::size_t height = std::max(condition.height, action.height);
  return build_.Wrap(
      MakeExpr(ast::Rule{std::move(condition.tree), std::move(action.tree)},
               SpanOf(*inner)),
      height);
}

ExprWithHeight TreeReader::ReadRuleset(Rules::RulesetContext& context) {
  ast::Ruleset ruleset;
  std::size_t height = 1;
  for (Rules::RulesContext* rule : context.rules()) {
    ExprWithHeight read = ReadRules(*rule);
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
  return build_.Wrap(MakeExpr(std::move(ruleset), SpanOf(context)), height);
}

ActionWithHeight TreeReader::ReadAction(Rules::ActionContext& context) {
  const auto terms = context.actionTerm();
  ActionWithHeight all = ReadActionTerm(*terms[0]);
  for (std::size_t i = 1; i < terms.size(); ++i) {
    ActionWithHeight right = ReadActionTerm(*terms[i]);
    all = build_.Combine(KindOf(context.op[i - 1]), std::move(all),
                         std::move(right));
  }
  return all;
}

ActionWithHeight TreeReader::ReadActionTerm(Rules::ActionTermContext& context) {
  if (context.action() != nullptr) return ReadAction(*context.action());
  return {ReadCall(*context.call())};
}

ast::ActionPtr TreeReader::ReadCall(Rules::CallContext& context) {
  TreeBuilder::WrittenCall written;
  written.word = KindOf(context.ACTION());
  if (context.prefix != nullptr) written.prefix = KindOf(context.prefix);
  written.span = SpanOf(context);
  // What had been read when pmie saw that the call was complete.
  written.place_after = tokens_[context.stop->getStopIndex() + 1].place;
  if (const antlr4::Token* holdoff = context.holdoff) {
    written.holdoff = ReadQuantityPhrase(tokens_, holdoff->getTokenIndex());
    written.holdoff_span = Join(TokenOf(holdoff).span, LastOf(holdoff).span);
  }
  for (antlr4::tree::TerminalNode* text : context.STRING()) {
    written.texts.push_back(&TokenOf(text));
  }
  return build_.Call(written);
}

template <typename Term>
ExprWithHeight TreeReader::ReadChain(
    const std::vector<Term*>& terms, const std::vector<antlr4::Token*>& ops,
    ExprWithHeight (TreeReader::*read)(Term&)) {
  ExprWithHeight all = (this->*read)(*terms[0]);
  for (std::size_t i = 1; i < terms.size() && !build_.too_high(); ++i) {
    ExprWithHeight right = (this->*read)(*terms[i]);
    const Span span = Join(all.tree->span, SpanOf(*terms[i]));
    all = build_.Binary(KindOf(ops[i - 1]), std::move(all), std::move(right),
                        span);
  }
  return all;
}

ExprWithHeight TreeReader::ReadLogical(Rules::LogicalContext& context) {
  return ReadChain(context.truth(), context.op, &TreeReader::ReadTruth);
}

ExprWithHeight TreeReader::ReadTruth(Rules::TruthContext& context) {
  if (auto* ordered = dynamic_cast<Rules::OrderedContext*>(&context)) {
    return ReadOrdered(*ordered);
  }
  if (auto* equated = dynamic_cast<Rules::EquatedContext*>(&context)) {
    return ReadEquated(*equated);
  }
  if (auto* group = dynamic_cast<Rules::TruthGroupContext*>(&context)) {
    ExprWithHeight inner = ReadLogical(*group->logical());
    inner.tree->span = SpanOf(context);
    return inner;
  }
  if (auto* constant = dynamic_cast<Rules::TruthConstantContext*>(&context)) {
    const bool value = KindOf(constant->TRUTH()) == TokenKind::kTrue;
    return {MakeExpr(ast::Truth{value}, SpanOf(context))};
  }
  if (auto* prefix = dynamic_cast<Rules::TruthPrefixContext*>(&context)) {
    return build_.Unary(KindOf(prefix->TRUTH_PREFIX()),
                        ReadTruth(*prefix->truth()), SpanOf(context));
  }
  if (auto* use = dynamic_cast<Rules::FilterUseContext*>(&context)) {
    return ReadFilterUse(*use);
  }
  if (auto* tested = dynamic_cast<Rules::TestedContext*>(&context)) {
    return ReadTested(*tested);
  }
  if (auto* listed = dynamic_cast<Rules::ListedContext*>(&context)) {
    return ReadListed(*listed);
  }
  return ReadQuantified(context);
}

ExprWithHeight TreeReader::ReadQuantified(Rules::TruthContext& context) {
  const Span span = SpanOf(context);
  if (auto* some = dynamic_cast<Rules::QuantifiedContext*>(&context)) {
    return build_.Reduce(NodeOf<ast::Reduction>(KindOf(some->QUANTIFIER())),
                         DomainOf(some->DOMAIN()), ReadTruth(*some->truth()),
                         span);
  }
  if (auto* part = dynamic_cast<Rules::PercentageContext*>(&context)) {
    const double percent = NumberOf(part->NUMBER()->getSymbol());
    return build_.Reduce({ast::Reducer::kPercent, percent},
                         DomainOf(part->DOMAIN()), ReadTruth(*part->truth()),
                         span);
  }
  if (auto* some = dynamic_cast<Rules::QuantifiedEventsContext*>(&context)) {
    return ReadEvents(NodeOf<ast::Reduction>(KindOf(some->QUANTIFIER())),
                      *some->askedEvents(), span);
  }
  if (auto* part = dynamic_cast<Rules::PercentageOfEventsContext*>(&context)) {
    return ReadEvents(
        {ast::Reducer::kPercent, NumberOf(part->NUMBER()->getSymbol())},
        *part->askedEvents(), span);
  }
  auto* matched = dynamic_cast<Rules::MatchedContext*>(&context);
  CHECK(matched != nullptr);
  ExprWithHeight operand = ReadTruth(*matched->truth());
  return build_.Wrap(
      MakeMatch(KindOf(matched->MATCH()) == TokenKind::kNoMatch,
                TokenOf(matched->STRING()).text, std::move(operand.tree), span),
      operand.height);
}

ExprWithHeight TreeReader::ReadOrdered(Rules::OrderedContext& context) {
  ExprWithHeight left = ReadSum(*context.left);
  ExprWithHeight right = ReadSum(*context.right);
  return build_.Binary(KindOf(context.ORDERING()), std::move(left),
                       std::move(right), SpanOf(context));
}

ExprWithHeight TreeReader::ReadEquated(Rules::EquatedContext& context) {
  ExprWithHeight left = ReadComparand(*context.left);
  ExprWithHeight right = ReadComparand(*context.right);
  return build_.Binary(KindOf(context.EQUALITY()), std::move(left),
                       std::move(right), SpanOf(context));
}

ExprWithHeight TreeReader::ReadComparand(Rules::ComparandContext& context) {
  if (context.sum() != nullptr) return ReadSum(*context.sum());
  const Token& text = TokenOf(context.STRING());
  return {MakeExpr(ast::String{text.text}, text.span)};
}

ExprWithHeight TreeReader::ReadSum(Rules::SumContext& context) {
  return ReadChain(context.product(), context.op, &TreeReader::ReadProduct);
}

ExprWithHeight TreeReader::ReadProduct(Rules::ProductContext& context) {
  return ReadChain(context.factor(), context.op, &TreeReader::ReadFactor);
}

ExprWithHeight TreeReader::ReadFactor(Rules::FactorContext& context) {
  const Span span = SpanOf(context);
  if (auto* fetched = dynamic_cast<Rules::FetchedContext*>(&context)) {
    return ReadFetch(*fetched);
  }
  if (auto* constant = dynamic_cast<Rules::ConstantContext*>(&context)) {
    const Quantity quantity =
        ReadQuantityPhrase(tokens_, constant->start->getTokenIndex());
    return {
        MakeExpr(ast::Number{quantity.Canonical(), quantity.units()}, span)};
  }
  if (auto* group = dynamic_cast<Rules::FactorGroupContext*>(&context)) {
    ExprWithHeight inner = ReadSum(*group->sum());
    inner.tree->span = span;
    return inner;
  }
  if (auto* variable = dynamic_cast<Rules::VariableContext*>(&context)) {
    return ReadVariable(*variable);
  }
  if (auto* prefix = dynamic_cast<Rules::FactorPrefixContext*>(&context)) {
    return build_.Unary(KindOf(prefix->op), ReadFactor(*prefix->factor()),
                        span);
  }
  if (auto* counted = dynamic_cast<Rules::CountedContext*>(&context)) {
    return build_.Reduce(NodeOf<ast::Reduction>(KindOf(counted->COUNT())),
                         DomainOf(counted->DOMAIN()),
                         ReadTruth(*counted->truth()), span);
  }
  if (auto* events = dynamic_cast<Rules::CountedEventsContext*>(&context)) {
    return ReadEvents(NodeOf<ast::Reduction>(KindOf(events->COUNT())),
                      *events->askedEvents(), span);
  }
  if (auto* events = dynamic_cast<Rules::AggregatedEventsContext*>(&context)) {
    return ReadEvents(NodeOf<ast::Reduction>(KindOf(events->AGGREGATE())),
                      *events->askedEvents(), span);
  }
  auto* aggregated = dynamic_cast<Rules::AggregatedContext*>(&context);
  CHECK(aggregated != nullptr);
  return build_.Reduce(NodeOf<ast::Reduction>(KindOf(aggregated->AGGREGATE())),
                       DomainOf(aggregated->DOMAIN()),
                       ReadFactor(*aggregated->factor()), span);
}

ExprWithHeight TreeReader::ReadVariable(Rules::VariableContext& context) {
  const Token& token = TokenOf(context.VARIABLE());
  if (const auto* field = std::get_if<ast::ClockField>(&token.value)) {
    return {MakeExpr(ast::ClockVariable{*field}, token.span)};
  }
  if (const bool* truth = std::get_if<bool>(&token.value)) {
    return {MakeExpr(ast::Truth{*truth}, token.span)};
  }
  return {MakeExpr(ast::Number{std::get<double>(token.value)}, token.span)};
}

ExprWithHeight TreeReader::ReadFetch(Rules::FetchedContext& context) {
  return {MakeExpr(FetchAt(context.start), SpanOf(context))};
}

void TreeReader::ReadFilter(Rules::StatementContext& context,
                            ReadStatement* read) {
  ExprWithHeight condition = ReadLogical(*context.logical());
  read->filter = TokenOf(context.IDENTIFIER()).text;
  read->expr = std::move(condition.tree);
  read->height = condition.height;
  read->tokens = tokens_.size() + filter_tokens_;
  read->takes_number = false;
}

ExprWithHeight TreeReader::ReadFilterUse(Rules::FilterUseContext& context) {
  const Token& name = TokenOf(context.FILTER_NAME());
  const NamedFilter& filter = filters_.at(name.text);
  const bool too_long = filter_tokens_ > limits_.filter_tokens;
  filter_tokens_ += filter.tokens;
  if (!too_long && filter_tokens_ > limits_.filter_tokens) {
    build_.Refuse(name.span,
                  "more than " + std::to_string(limits_.filter_tokens) +
                      " words with those of the filters that it uses",
                  "use each filter once, or write a shorter one");
  }
  return build_.Wrap(
      MakeExpr(ast::FilterUse{name.text, filter.condition}, name.span),
      filter.height);
}

ExprWithHeight TreeReader::ReadTested(Rules::TestedContext& context) {
  const TokenKind sign = KindOf(context.TEXT_TEST());
  const Token& text = TokenOf(context.STRING());
  const bool negated = sign == TokenKind::kMatchesNot;
  ast::Test test{
      NodeOf<ast::TextTest>(negated ? TokenKind::kMatches : sign),
      negated,
      MakeExpr(FetchAt(context.parameter), TokenOf(context.parameter).span),
      {}};
  test.constants.push_back(MakeExpr(ast::String{text.text}, text.span));
  return build_.Wrap(MakeExpr(std::move(test), SpanOf(context)), 1);
}

ExprWithHeight TreeReader::ReadListed(Rules::ListedContext& context) {
  ast::Test test{
      ast::TextTest::kIn,
      false,
      MakeExpr(FetchAt(context.parameter), TokenOf(context.parameter).span),
      {}};
  for (Rules::AmongContext* one : context.among()) {
    const Span span = SpanOf(*one);
    if (one->STRING() != nullptr) {
      const std::string& text = TokenOf(one->STRING()).text;
      test.constants.push_back(MakeExpr(ast::String{text}, span));
      continue;
    }
    const bool minus = one->MINUS() != nullptr;
    const Quantity quantity = ReadQuantityPhrase(
        tokens_, one->start->getTokenIndex() + (minus ? 1 : 0));
    const double value = quantity.Canonical();
    test.constants.push_back(
        MakeExpr(ast::Number{minus ? -value : value, quantity.units()}, span));
  }
  return build_.Wrap(MakeExpr(std::move(test), SpanOf(context)), 1);
}

ExprWithHeight TreeReader::ReadEvents(ast::Reduction reduction,
                                      Rules::AskedEventsContext& context,
                                      Span span) {
  ast::Events events;
  events.reduction = reduction;
  if (context.window != nullptr) events.window = ReadDuration(*context.window);
  const bool aggregate = !ast::IsOfTruths(reduction.reducer);
  if (context.parameter != nullptr) {
    events.parameter = TokenOf(context.parameter).text;
    if (!aggregate && (context.window == nullptr || events.window > 0)) {
      build_.Refuse(TokenOf(context.parameter).span,
                    "records are counted, not a parameter of them",
                    "leave " + events.parameter + " away, or use sum_event");
    }
  } else if (aggregate) {
    build_.Refuse(span, "this is of a parameter, and none is named",
                  "name it before the parenthesis: sum_event bytes ( ... )");
  }
  events.by = ReadBy(context.by());
  std::size_t height = 1;
  ReadSequence(*context.sequence(), &events, &height);
  return build_.Wrap(
      MakeExpr(std::make_unique<ast::Events>(std::move(events)), span), height);
}

void TreeReader::ReadSequence(Rules::SequenceContext& context,
                              ast::Events* events, std::size_t* height) {
  Rules::RecordsContext& first = *context.records(0);
  events->records = ReadRecords(first, height);
  if (first.holds != nullptr) {
    events->holds = ReadCondition(*first.holds, height);
    if (!ast::IsQuantifier(events->reduction.reducer) ||
        context.SEQUEL() != nullptr || context.PAIR() != nullptr) {
      build_.Refuse(SpanOf(*first.holds),
                    "what is to hold of the records is for some_event, "
                    "all_event and N%_event",
                    "join both conditions with &&");
    }
  }
  if (context.PAIR() != nullptr) {
    events->sequel.emplace();
    events->sequel->kind = ast::Sequel::Kind::kPair;
  } else if (context.SEQUEL() != nullptr) {
    events->sequel.emplace();
    events->sequel->kind = NodeOf<ast::Sequel::Kind>(KindOf(context.SEQUEL()));
    events->sequel->records = ReadRecords(*context.records(1), height);
    events->sequel->within = ReadDuration(*context.duration());
  }
  if (events->sequel) events->sequel->by = ReadBy(context.by());
}

ast::Records TreeReader::ReadRecords(Rules::RecordsContext& context,
                                     std::size_t* height) {
  ast::Records records{FetchAt(context.metric), nullptr};
  if (records.metric.last != 0) {
    build_.Refuse(SpanOf(context), "records are not asked for by samples",
                  "leave the @ away; a time is asked for by: count_event 5 min "
                  "( ... )");
  }
  if (context.where != nullptr) {
    records.where = ReadCondition(*context.where, height);
  }
  return records;
}

ast::ExprPtr TreeReader::ReadCondition(Rules::LogicalContext& context,
                                       std::size_t* height) {
  ExprWithHeight condition = ReadLogical(context);
  *height = std::max(*height, condition.height);
  return std::move(condition.tree);
}

std::vector<std::string> TreeReader::ReadBy(Rules::ByContext* context) {
  std::vector<std::string> names;
  if (context == nullptr) return names;
  for (antlr4::tree::TerminalNode* name : context->IDENTIFIER()) {
    names.push_back(TokenOf(name).text);
  }
  return names;
}

double TreeReader::ReadDuration(Rules::DurationContext& context) {
  const Quantity quantity =
      ReadQuantityPhrase(tokens_, context.start->getTokenIndex());
  const double seconds = quantity.Canonical();
  const bool has_unit = quantity.units() != pmapi::Units();
  if (!has_unit || !quantity.IsTime() ||
      !(seconds >= kLeastSeconds && seconds <= kMostSeconds)) {
    build_.Refuse(SpanOf(context), "this is no length of time",
                  "write it with a unit, as 30 sec, 5 min or 24 hour; from 1 "
                  "nsec up to 8784 hour");
    return 0;
  }
  return seconds;
}

ast::Fetch TreeReader::FetchAt(const antlr4::Token* first) {
  const FetchPhrase phrase = ReadFetchPhrase(tokens_, first->getTokenIndex());
  ast::Fetch fetch;
  fetch.metric = phrase.metric->text;
  for (const Token* host : phrase.hosts) fetch.hosts.push_back(host->text);
  for (const Token* instance : phrase.instances) {
    fetch.instances.push_back(instance->text);
  }
  if (phrase.first != nullptr) {
    fetch.first = fetch.last = build_.Sample(*phrase.first);
  }
  if (phrase.last != nullptr) fetch.last = build_.Sample(*phrase.last);
  if (fetch.first > fetch.last) std::swap(fetch.first, fetch.last);
  return fetch;
}

}  // namespace

ReadStatement ReadTree(antlr4::ParserRuleContext& statement,
                       const std::vector<Token>& tokens, const Limits& limits,
                       const ReceiverNames& receivers,
                       const NamedFilters& filters, double interval,
                       const PmieMessages& pmie) {
  auto* context = dynamic_cast<Rules::StatementContext*>(&statement);
  CHECK(context != nullptr);
  return TreeReader(tokens, limits, receivers, filters, interval, pmie)
      .Read(*context);
}

}  // namespace grammar
