// Statement by statement: pmie's words first, and only if they make no sense of
// one the words beyond them, too.
#include "grammar/parser.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/antlr_parser.h"
#include "grammar/bound_texts.h"
#include "grammar/constants.h"
#include "grammar/defined_names.h"
#include "grammar/event_mistake.h"
#include "grammar/event_operands.h"
#include "grammar/explain.h"
#include "grammar/extension.h"
#include "grammar/fold.h"
#include "grammar/nesting.h"
#include "grammar/pmie_messages.h"
#include "grammar/scanner.h"
#include "grammar/tree_reader.h"

namespace grammar {
namespace {

constexpr std::size_t kByteOrderMark = 2;

bool IsUtf16(std::string_view text) {
  const std::string_view mark = text.substr(0, kByteOrderMark);
  return mark == "\xff\xfe" || mark == "\xfe\xff";
}

template <typename Diagnostics>
auto FindError(Diagnostics& diagnostics) {
  return std::find_if(
      diagnostics.begin(), diagnostics.end(),
      [](const Diagnostic& d) { return d.severity == Severity::kError; });
}
bool HasError(const std::vector<Diagnostic>& diagnostics) {
  return FindError(diagnostics) != diagnostics.end();
}

}  // namespace

// What carries over from statement to statement and from file to file.
class Parser::State {
 public:
  explicit State(const Limits& limits) : limits_(limits) {}

  void Reset() {
    constants_ = Constants();
    names_ = DefinedNames();
    filters_.clear();
    numbers_ = 0;
    arrow_line_ = 0;
  }

  void set_receivers(ReceiverNames names) { receivers_ = std::move(names); }
  void set_interval(double seconds) { constants_.set_interval(seconds); }
  void Bind(const std::string& name, BoundValue value) {
    constants_.Bind(name, std::move(value));
  }

  ParsedFile Parse(const SourceText& source) {
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

  void ParseStatements(const SourceText& source, Scanner* scanner,
                       ParsedFile* file) {
    const PmieMessages pmie(source, scanner->input().macro_names());
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

  void AddStatement(const SourceText& source, const PmieMessages& pmie,
                    StatementText* text, ParsedFile* file) {
    ParsedStatement parsed;
    parsed.first_diagnostic = file->diagnostics.size();
    std::vector<Diagnostic> diagnostics;
    ParseOne(source, pmie, *text, &parsed, &diagnostics);
    // What may be the cause, in it or before it, is told before a mistake.
    auto warning = text->warnings.begin();
    for (Diagnostic& diagnostic : diagnostics) {
      while (warning != text->warnings.end() &&
             warning->span.begin <= diagnostic.span.end) {
        file->diagnostics.push_back(std::move(*warning++));
      }
      file->diagnostics.push_back(std::move(diagnostic));
    }
    std::move(warning, text->warnings.end(),
              std::back_inserter(file->diagnostics));
    parsed.last_diagnostic = file->diagnostics.size();
    names_.Add(parsed.statement.name, parsed.kind);
    if (parsed.statement.name.empty() && parsed.takes_number) ++numbers_;
    file->statements.push_back(std::move(parsed));
  }

  void ParseOne(const SourceText& source, const PmieMessages& pmie,
                const StatementText& text, ParsedStatement* parsed,
                std::vector<Diagnostic>* diagnostics) {
    Begin(text, &parsed->statement);
    std::optional<ReadStatement> read = Read(text, pmie);
    if (!read) read = ReadExtended(text, pmie);
    parsed->takes_number = read->takes_number;
    for (Diagnostic& diagnostic : read->diagnostics) {
      diagnostics->push_back(std::move(diagnostic));
    }
    for (Diagnostic& diagnostic : WrongBoundTexts(text)) {
      diagnostics->push_back(std::move(diagnostic));
    }
    if (HasError(*diagnostics)) return;
    if (!read->filter.empty()) {
      // As a constant it is known to the statements behind it.
      parsed->kind = ParsedStatement::Kind::kConstant;
      if (filters_.contains(read->filter)) {
        diagnostics->push_back(SecondFilter(text.tokens[1]));
      }
      filters_[read->filter] = {std::move(read->expr), read->height,
                                read->tokens};
      return;
    }
    Accept(source, pmie, text, std::move(read->expr), parsed, diagnostics);
  }

  // None if the grammar has no such statement.
  std::optional<ReadStatement> Read(const StatementText& text,
                                    const PmieMessages& pmie) {
    if (text.fault) return std::nullopt;
    if (auto deep = TooDeep(text.tokens, pmie)) return deep;
    antlr4::ParserRuleContext* tree = parser_.Parse(text.tokens);
    if (tree == nullptr) return std::nullopt;
    return ReadTree(*tree, text.tokens, limits_, receivers_, filters_,
                    constants_.interval(), pmie);
  }

  // What pmie's words make no sense of. If the words beyond them make none,
  // either, our message is that of the reading that gets further.
  ReadStatement ReadExtended(const StatementText& text,
                             const PmieMessages& pmie) {
    const std::optional<StatementText> extended =
        WithExtensions(text, filters_);
    std::optional<ReadStatement> read;
    if (extended) read = Read(*extended, pmie);
    if (read && !read->filter.empty()) {
      auto wrong = FunctionInFilter(extended->tokens, extended->tokens.size());
      if (wrong) {
        read->diagnostics.push_back(*std::move(wrong));
        return std::move(*read);
      }
    }
    if (read && !HasError(read->diagnostics)) return std::move(*read);
    Explanation why = Explain(text, pmie);
    const std::string of_name = names_.HintFor(why.metric);
    if (!of_name.empty()) why.diagnostic.hint = of_name;
    std::vector<Diagnostic> told{why.diagnostic};
    if (read) {
      told = std::move(read->diagnostics);
    } else if (auto of_events = EventMistake(extended)) {
      told[0] = *std::move(of_events);
    } else if (extended) {
      TellOfExtended(*extended, pmie, &told[0]);
    }
    FindError(told)->pmie = std::move(why.diagnostic.pmie);
    ReadStatement rejected;
    rejected.takes_number = why.takes_number;
    for (auto* part : {&why.ahead, &told, &why.behind}) {
      std::move(part->begin(), part->end(),
                std::back_inserter(rejected.diagnostics));
    }
    return rejected;
  }

  // Outside event functions; to pmie's words these are the first mistake.
  static void TellOfExtended(const StatementText& extended,
                             const PmieMessages& pmie, Diagnostic* told) {
    const auto operands = WithEventOperands(extended);
    Diagnostic other = Explain(operands.value_or(extended), pmie).diagnostic;
    if (operands || other.span.begin > told->span.begin) {
      *told = std::move(other);
    }
  }

  // REQUIRES: `extended` is what has been parsed last, if it is there.
  std::optional<Diagnostic> EventMistake(
      const std::optional<StatementText>& extended) const {
    if (!extended) return std::nullopt;
    const auto& fault = extended->fault;
    if (!fault) {
      return DescribeEventMistake(extended->tokens, parser_.stopped_at(),
                                  filters_);
    }
    // To pmie the function before it is wrong already.
    const bool inside =
        DescribeEventMistake(extended->tokens, fault->token, filters_)
            .has_value();
    return inside ? std::optional(fault->diagnostic) : std::nullopt;
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

  std::optional<ReadStatement> TooDeep(const std::vector<Token>& tokens,
                                       const PmieMessages& pmie) const {
    const std::size_t at = FindTooDeep(tokens, limits_);
    if (at == tokens.size()) return std::nullopt;
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
    ReadStatement refused;
    refused.diagnostics.push_back(std::move(diagnostic));
    refused.takes_number = false;
    return refused;
  }

  void Accept(const SourceText& source, const PmieMessages& pmie,
              const StatementText& text, ast::ExprPtr expr,
              ParsedStatement* parsed, std::vector<Diagnostic>* diagnostics) {
    using Kind = ParsedStatement::Kind;
    if (!IsConstant(*expr)) {
      parsed->kind = Kind::kEvaluated;
      parsed->statement.expr = std::move(expr);
      return;
    }
    const ast::Statement& statement = parsed->statement;
    // An unnamed constant is a macro too, named as the statement would be.
    const std::string name = statement.name.empty()
                                 ? "expr_" + std::to_string(numbers_ + 1)
                                 : statement.name;
    const int line = source.PositionAt(statement.span.begin).line;
    if (!constants_.Define(name, *expr, source.name(), line,
                           !text.bound.empty())) {
      diagnostics->push_back(BadInterval(*expr, pmie, text));
      return;
    }
    parsed->kind = Kind::kConstant;
    if (name == "delta") WarnOfUnits(text, expr->span, diagnostics);
  }

  static Diagnostic SecondFilter(const Token& name) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::kWarning;
    diagnostic.span = name.span;
    diagnostic.message = "there is a filter " + name.text +
                         " already: from here on this one is meant";
    diagnostic.hint = "give it another name";
    return diagnostic;
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

  static Diagnostic BadInterval(const ast::Expr& expr, const PmieMessages& pmie,
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
  ReceiverNames receivers_;
  Constants constants_;
  NamedFilters filters_;
  DefinedNames names_;
  std::size_t numbers_ = 0;  // expr_<n> given so far, if all metrics exist
  int arrow_line_ = 0;
  AntlrParser parser_;
};

Parser::Parser(const Limits& limits)
    : state_(std::make_unique<State>(limits)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

void Parser::set_default_interval(double seconds) {
  state_->set_interval(seconds);
}

void Parser::set_receivers(ReceiverNames names) {
  state_->set_receivers(std::move(names));
}

void Parser::Bind(const std::string& name, BoundValue value) {
  state_->Bind(name, std::move(value));
}

void Parser::Reset() { state_->Reset(); }

ParsedFile Parser::Parse(const SourceText& source) {
  return state_->Parse(source);
}

}  // namespace grammar
