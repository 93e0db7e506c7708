// The ANTLR wall: the only file that starts the generated parser, and nothing
// thrown by it gets out. One statement at a time, so that each is parsed with
// the macros that the ones before it defined, and recovers at its terminator.
#include "grammar/parser.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "grammar/constants.h"
#include "grammar/explain.h"
#include "grammar/fold.h"
#include "grammar/nesting.h"
#include "grammar/pmie_words.h"
#include "grammar/scanner.h"
#include "grammar/tree_reader.h"
#include "rules/Rules.h"

namespace grammar {
namespace {

// How many states of prediction a Session keeps: enough for every shape that
// people write, and no more memory however many others there are.
constexpr std::size_t kMostPredictionStates = 20'000;

std::size_t AntlrKind(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEnd:
      return antlr4::Token::EOF;
    case TokenKind::kIdentifier:
      return Rules::IDENTIFIER;
    case TokenKind::kString:
      return Rules::STRING;
    case TokenKind::kNumber:
      return Rules::NUMBER;
    case TokenKind::kVariable:
      return Rules::VARIABLE;
    case TokenKind::kUnit:
      return Rules::UNIT;
    case TokenKind::kTrue:
      return Rules::TRUE;
    case TokenKind::kFalse:
      return Rules::FALSE;
    case TokenKind::kRate:
      return Rules::RATE;
    case TokenKind::kInstant:
      return Rules::INSTANT;
    case TokenKind::kRising:
      return Rules::RISING;
    case TokenKind::kFalling:
      return Rules::FALLING;
    case TokenKind::kShell:
      return Rules::SHELL;
    case TokenKind::kAlarm:
      return Rules::ALARM;
    case TokenKind::kSyslog:
      return Rules::SYSLOG;
    case TokenKind::kPrint:
      return Rules::PRINT;
    case TokenKind::kStomp:
      return Rules::STOMP;
    case TokenKind::kMatch:
      return Rules::MATCH;
    case TokenKind::kNoMatch:
      return Rules::NOMATCH;
    case TokenKind::kRuleset:
      return Rules::RULESET;
    case TokenKind::kElse:
      return Rules::ELSE;
    case TokenKind::kUnknown:
      return Rules::UNKNOWN;
    case TokenKind::kOtherwise:
      return Rules::OTHERWISE;
    case TokenKind::kSum:
      return Rules::SUM;
    case TokenKind::kAvg:
      return Rules::AVG;
    case TokenKind::kMax:
      return Rules::MAX;
    case TokenKind::kMin:
      return Rules::MIN;
    case TokenKind::kCount:
      return Rules::COUNT;
    case TokenKind::kAll:
      return Rules::ALL;
    case TokenKind::kSome:
      return Rules::SOME;
    case TokenKind::kPercent:
      return Rules::PERCENT;
    case TokenKind::kDomain:
      return Rules::DOMAIN;
    case TokenKind::kArrow:
      return Rules::ARROW;
    case TokenKind::kEqual:
      return Rules::EQUAL;
    case TokenKind::kNotEqual:
      return Rules::NOT_EQUAL;
    case TokenKind::kLess:
      return Rules::LESS;
    case TokenKind::kLessEqual:
      return Rules::LESS_EQUAL;
    case TokenKind::kGreater:
      return Rules::GREATER;
    case TokenKind::kGreaterEqual:
      return Rules::GREATER_EQUAL;
    case TokenKind::kAnd:
      return Rules::AND;
    case TokenKind::kOr:
      return Rules::OR;
    case TokenKind::kNot:
      return Rules::NOT;
    case TokenKind::kBoth:
      return Rules::BOTH;
    case TokenKind::kEither:
      return Rules::EITHER;
    case TokenKind::kPlus:
      return Rules::PLUS;
    case TokenKind::kMinus:
      return Rules::MINUS;
    case TokenKind::kStar:
      return Rules::STAR;
    case TokenKind::kSlash:
      return Rules::SLASH;
    case TokenKind::kUnitSlash:
      return Rules::UNIT_SLASH;
    case TokenKind::kLeftParen:
      return Rules::LEFT_PAREN;
    case TokenKind::kRightParen:
      return Rules::RIGHT_PAREN;
    case TokenKind::kColon:
      return Rules::COLON;
    case TokenKind::kHash:
      return Rules::HASH;
    case TokenKind::kAt:
      return Rules::AT;
    case TokenKind::kRange:
      return Rules::RANGE;
    case TokenKind::kCaret:
      return Rules::CARET;
    case TokenKind::kAssign:
      return Rules::ASSIGN;
    case TokenKind::kStray:
      break;
  }
  return Rules::STRAY;
}

// The tokens of one statement as ANTLR sees them. Its own token objects carry
// only kind and index, and are used again for the next statement.
class AntlrTokens : public antlr4::TokenStream {
 public:
  void Set(const std::vector<Token>& tokens) {
    while (pool_.size() < tokens.size()) {
      pool_.push_back(std::make_unique<antlr4::CommonToken>(0));
      pool_.back()->setTokenIndex(pool_.size() - 1);
    }
    size_ = tokens.size();
    at_ = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      pool_[i]->setType(AntlrKind(tokens[i].kind));
    }
  }

  antlr4::Token* LT(ssize_t k) override {
    const auto index = static_cast<ssize_t>(at_) + (k > 0 ? k - 1 : k);
    if (k == 0 || index < 0) return nullptr;
    return pool_[std::min(static_cast<std::size_t>(index), size_ - 1)].get();
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
  std::vector<std::unique_ptr<antlr4::CommonToken>> pool_;
  std::size_t size_ = 0;
  std::size_t at_ = 0;
};

// The generated parser and what it has learnt about predicting.
class Wall {
 public:
  Wall() : parser_(&tokens_) {
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

  // The tree, until the next call; null if the grammar has none.
  antlr4::ParserRuleContext* Parse(const std::vector<Token>& tokens) {
    ForgetIfTooMuch();
    tokens_.Set(tokens);
    // What the quick mode rejects may still be right.
    if (auto* tree = Try(antlr4::atn::PredictionMode::SLL)) return tree;
    return Try(antlr4::atn::PredictionMode::LL);
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

constexpr std::size_t kByteOrderMark = 2;

bool IsUtf16(std::string_view text) {
  const std::string_view mark = text.substr(0, kByteOrderMark);
  return mark == "\xff\xfe" || mark == "\xfe\xff";
}

bool HasError(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(
      diagnostics.begin(), diagnostics.end(),
      [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

}  // namespace

// What carries over from statement to statement and from file to file.
class Session::State {
 public:
  explicit State(const Limits& limits) : limits_(limits) {}

  void Reset() {
    constants_ = Constants();
    numbers_ = 0;
    arrow_line_ = 0;
  }

  void set_interval(double seconds) { constants_.set_interval(seconds); }

  ParsedFile Parse(const Source& source) {
    ParsedFile file;
    if (source.text().size() > limits_.text_bytes) {
      Refuse("the text has more than " + std::to_string(limits_.text_bytes) +
                 " bytes",
             {}, &file);
      return file;
    }
    Scanner scanner(source.text(), constants_.macros(), limits_);
    ParseStatements(source, &scanner, &file);
    file.expansions = scanner.input().expansions();
    AddMacros(file.expansions, &file.diagnostics);
    if (IsUtf16(source.text())) TellOfUtf16(&file);
    return file;
  }

 private:
  static void Refuse(std::string message, Span span, ParsedFile* file) {
    Diagnostic diagnostic;
    diagnostic.span = span;
    diagnostic.pmie = {"pmie: " + message};
    diagnostic.message = std::move(message);
    file->diagnostics.push_back(std::move(diagnostic));
  }

  // Every word of it is wrong, for one reason.
  static void TellOfUtf16(ParsedFile* file) {
    Diagnostic all;
    all.span = {0, kByteOrderMark};
    all.message = "this text is UTF-16";
    all.hint = "save the file as UTF-8 without a byte order mark";
    for (Diagnostic& one : file->diagnostics) {
      for (std::string& line : one.pmie) all.pmie.push_back(std::move(line));
    }
    file->diagnostics = {std::move(all)};
    for (ParsedStatement& one : file->statements) {
      one.first_diagnostic = 0;
      one.last_diagnostic = 1;
    }
  }

  void ParseStatements(const Source& source, Scanner* scanner,
                       ParsedFile* file) {
    const PmieWords pmie(source, scanner->input().macro_names());
    StatementText text;
    while (scanner->Next(&text)) {
      if (file->statements.size() == limits_.statements) {
        Refuse("the text has more than " + std::to_string(limits_.statements) +
                   " statements",
               text.tokens.front().span, file);
        return;
      }
      AddStatement(source, pmie, &text, file);
    }
    // Behind the last statement there may be a comment that is not closed.
    for (Diagnostic& warning : text.warnings) {
      file->diagnostics.push_back(std::move(warning));
    }
  }

  void AddStatement(const Source& source, const PmieWords& pmie,
                    StatementText* text, ParsedFile* file) {
    ParsedStatement parsed;
    parsed.first_diagnostic = file->diagnostics.size();
    auto diagnostics = std::move(text->warnings);
    ParseOne(source, pmie, *text, &parsed, &diagnostics);
    for (Diagnostic& diagnostic : diagnostics) {
      file->diagnostics.push_back(std::move(diagnostic));
    }
    parsed.last_diagnostic = file->diagnostics.size();
    if (parsed.statement.name.empty() && parsed.takes_number) ++numbers_;
    file->statements.push_back(std::move(parsed));
  }

  void ParseOne(const Source& source, const PmieWords& pmie,
                const StatementText& text, ParsedStatement* parsed,
                std::vector<Diagnostic>* diagnostics) {
    Begin(text, &parsed->statement);
    antlr4::ParserRuleContext* tree = nullptr;
    if (!text.fault && !TooDeep(text.tokens, pmie, parsed, diagnostics)) {
      tree = wall_.Parse(text.tokens);
    }
    if (tree == nullptr) {
      if (HasError(*diagnostics)) return;
      Explanation why = Explain(text, pmie);
      parsed->takes_number = why.takes_number;
      why.ahead.push_back(std::move(why.diagnostic));
      for (auto* some : {&why.ahead, &why.behind}) {
        for (Diagnostic& one : *some) diagnostics->push_back(std::move(one));
      }
      return;
    }
    ReadStatement read = ReadTree(*tree, text.tokens, limits_, pmie);
    for (Diagnostic& diagnostic : read.diagnostics) {
      diagnostics->push_back(std::move(diagnostic));
    }
    if (HasError(*diagnostics)) return;
    Accept(source, pmie, text, std::move(read.expr), parsed, diagnostics);
  }

  // What is known of every statement, right or wrong.
  void Begin(const StatementText& text, ast::Statement* statement) {
    const std::vector<Token>& tokens = text.tokens;
    statement->interval = constants_.interval();
    statement->span = {tokens.front().span.begin, tokens.back().span.begin};
    if (tokens.size() > 1) {
      statement->span =
          Join(tokens.front().span, tokens[tokens.size() - 2].span);
    }
    if (tokens.size() > 2 && tokens[0].kind == TokenKind::kIdentifier &&
        tokens[1].kind == TokenKind::kAssign) {
      statement->name = tokens[0].text;
    }
    for (const Token& token : tokens) {
      if (token.kind == TokenKind::kArrow) arrow_line_ = token.place.line;
    }
    statement->arrow_line = arrow_line_;
  }

  bool TooDeep(const std::vector<Token>& tokens, const PmieWords& pmie,
               ParsedStatement* parsed,
               std::vector<Diagnostic>* diagnostics) const {
    const std::size_t at = FindTooDeep(tokens, limits_);
    if (at == tokens.size()) return false;
    Diagnostic diagnostic;
    diagnostic.span = tokens[at].span;
    diagnostic.message =
        tokens[at].kind == TokenKind::kCount
            ? "more than " + std::to_string(limits_.count_depth) +
                  " count operators inside one another"
            : "more than " + std::to_string(limits_.nesting_depth) +
                  " operators and parentheses inside one another";
    diagnostic.pmie = {pmie.ErrorLine(tokens[at].place),
                       "expression nested too deep"};
    diagnostics->push_back(std::move(diagnostic));
    parsed->takes_number = false;
    return true;
  }

  void Accept(const Source& source, const PmieWords& pmie,
              const StatementText& text, ast::ExprPtr expr,
              ParsedStatement* parsed, std::vector<Diagnostic>* diagnostics) {
    using Outcome = ParsedStatement::Outcome;
    if (!IsConstant(*expr)) {
      parsed->outcome = Outcome::kEvaluated;
      parsed->statement.expr = std::move(expr);
      return;
    }
    const ast::Statement& statement = parsed->statement;
    // An unnamed constant is a macro too, named as the statement would be.
    const std::string name = statement.name.empty()
                                 ? "expr_" + std::to_string(numbers_ + 1)
                                 : statement.name;
    const int line = source.PositionAt(statement.span.begin).line;
    if (!constants_.Define(name, *expr, source.name(), line)) {
      diagnostics->push_back(BadInterval(*expr, pmie, text));
      return;
    }
    parsed->outcome = Outcome::kConstant;
    if (name == "delta") WarnOfUnits(text, expr->span, diagnostics);
  }

  // pmie takes 20 Kbyte for 20480 seconds.
  static void WarnOfUnits(const StatementText& text, Span span,
                          std::vector<Diagnostic>* diagnostics) {
    for (const Token& token : text.tokens) {
      const auto* word = std::get_if<UnitWord>(&token.value);
      if (word == nullptr || word->dimension == UnitWord::Dimension::kTime) {
        continue;
      }
      diagnostics->push_back(NoTime("delta", span));
      return;
    }
  }

  static Diagnostic BadInterval(const ast::Expr& expr, const PmieWords& pmie,
                                const StatementText& text) {
    Diagnostic diagnostic;
    diagnostic.span = expr.span;
    diagnostic.message =
        "delta is the interval between evaluations: a positive time";
    diagnostic.hint = "for example: delta = 10 sec;";
    diagnostic.pmie = {pmie.ErrorLine(text.tokens.back().place),
                       "delta must be a positive number of seconds"};
    return diagnostic;
  }

  Limits limits_;
  Constants constants_;
  std::size_t numbers_ = 0;  // expr_<n> given so far, if all metrics exist
  int arrow_line_ = 0;
  Wall wall_;
};

Session::Session(const Limits& limits)
    : state_(std::make_unique<State>(limits)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

void Session::set_default_interval(double seconds) {
  state_->set_interval(seconds);
}

void Session::Reset() { state_->Reset(); }

ParsedFile Session::Parse(const Source& source) {
  return state_->Parse(source);
}

}  // namespace grammar
