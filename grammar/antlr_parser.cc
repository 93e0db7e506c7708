// One generated parser, with token objects and predictions that it uses again
// for every statement.
#include "grammar/antlr_parser.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <string>

#include "grammar/phrase.h"
#include "rules/Rules.h"

namespace grammar {
namespace {

// How many states of prediction a parser keeps: enough for every shape that
// people write, and no more memory however many others there are.
constexpr std::size_t kMostPredictionStates = 20'000;

// ANTLR numbers the tokens of Rules.g4 in their order, from 1.
std::size_t TypeOf(Symbol symbol) {
  return symbol == Symbol::kEnd ? antlr4::Token::EOF
                                : static_cast<std::size_t>(symbol);
}
static_assert(static_cast<std::size_t>(Symbol::kStray) == Rules::STRAY);

std::size_t TypeOf(const Phrase& phrase, const Token& token) {
  switch (phrase.kind) {
    case Phrase::Kind::kFetch:
      return Rules::FETCH;
    case Phrase::Kind::kQuantity:
      return Rules::QUANTITY;
    case Phrase::Kind::kToken:
      break;
  }
  return TypeOf(SymbolOf(token.kind));
}

// The tokens of one statement as ANTLR sees them: a phrase is one. Its own
// token objects carry only kind, index of the first token and of the last, and
// are used again for the next statement.
class AntlrTokens : public antlr4::TokenStream {
 public:
  void Set(const std::vector<Token>& tokens) {
    size_ = 0;
    at_ = 0;
    furthest_ = 0;
    for (std::size_t first = 0; first < tokens.size();) {
      const Phrase phrase = FindPhrase(tokens, first);
      antlr4::CommonToken& token = Add();
      token.setType(TypeOf(phrase, tokens[first]));
      token.setTokenIndex(first);
      token.setStopIndex(phrase.end - 1);
      first = phrase.end;
    }
  }

  antlr4::Token* LT(ssize_t k) override {
    const auto index = static_cast<ssize_t>(at_) + (k > 0 ? k - 1 : k);
    if (k == 0 || index < 0) return nullptr;
    const auto at = std::min(static_cast<std::size_t>(index), size_ - 1);
    furthest_ = std::max(furthest_, at);
    return pool_[at].get();
  }
  std::size_t LA(ssize_t k) override { return LT(k)->getType(); }
  antlr4::Token* get(std::size_t index) const override {
    return pool_[index].get();
  }
  void consume() override {
    if (at_ + 1 < size_) ++at_;
  }
  ssize_t mark() override { return 0; }
  void release(ssize_t /*marker*/) override {}
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = std::min(index, size_ - 1); }
  std::size_t size() override { return size_; }
  /// The last token that has been looked at.
  const antlr4::Token& furthest() const { return *pool_[furthest_]; }
  std::string getSourceName() const override { return {}; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval& /*span*/) override {
    return {};
  }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext* /*context*/) override { return {}; }
  std::string getText(antlr4::Token* /*from*/, antlr4::Token* /*to*/) override {
    return {};
  }

 private:
  antlr4::CommonToken& Add() {
    if (size_ == pool_.size()) {
      pool_.push_back(std::make_unique<antlr4::CommonToken>(0));
    }
    return *pool_[size_++];
  }

  std::vector<std::unique_ptr<antlr4::CommonToken>> pool_;
  std::size_t size_ = 0;
  std::size_t at_ = 0;
  std::size_t furthest_ = 0;
};

}  // namespace

class AntlrParser::State {
 public:
  State() : parser_(&tokens_) {
    const antlr4::atn::ATN& atn = parser_.getATN();
    for (std::size_t i = 0; i < atn.getNumberOfDecisions(); ++i) {
      decisions_.emplace_back(atn.getDecisionState(i), i);
    }
    // Ours instead of the generated code's, which all parsers would share.
    parser_.setInterpreter(new antlr4::atn::ParserATNSimulator(
        &parser_, atn, decisions_, contexts_));
    parser_.removeErrorListeners();
    parser_.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  }

  antlr4::ParserRuleContext* Parse(const std::vector<Token>& tokens) {
    ForgetIfTooMuch();
    tokens_.Set(tokens);
    // What the quick mode rejects may still be right.
    if (auto* tree = Try(antlr4::atn::PredictionMode::SLL)) return tree;
    return Try(antlr4::atn::PredictionMode::LL);
  }

  std::size_t stopped_at() const { return tokens_.furthest().getTokenIndex(); }

  std::string NameOf(Symbol symbol) const {
    return parser_.getVocabulary().getSymbolicName(TypeOf(symbol));
  }

 private:
  using Simulator = antlr4::atn::ParserATNSimulator;

  antlr4::ParserRuleContext* Try(antlr4::atn::PredictionMode mode) {
    parser_.getInterpreter<Simulator>()->setPredictionMode(mode);
    parser_.reset();
    try {
      return parser_.statement();
    } catch (const antlr4::ParseCancellationException&) {
      return nullptr;
    }
  }

  void ForgetIfTooMuch() {
    std::size_t states = 0;
    for (const antlr4::dfa::DFA& decision : decisions_) {
      states += decision.states.size();
    }
    if (states > kMostPredictionStates) {
      parser_.getInterpreter<Simulator>()->clearDFA();
    }
  }

  AntlrTokens tokens_;
  std::vector<antlr4::dfa::DFA> decisions_;
  antlr4::atn::PredictionContextCache contexts_;
  Rules parser_;
};

AntlrParser::AntlrParser() : state_(std::make_unique<State>()) {}
AntlrParser::~AntlrParser() = default;

antlr4::ParserRuleContext* AntlrParser::Parse(
    const std::vector<Token>& tokens) {
  return state_->Parse(tokens);
}

std::size_t AntlrParser::stopped_at() const { return state_->stopped_at(); }

std::string AntlrParser::NameOf(Symbol symbol) const {
  return state_->NameOf(symbol);
}

}  // namespace grammar
