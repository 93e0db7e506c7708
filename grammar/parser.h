// Parser: rule files in, syntax trees and diagnostics out. Nothing is looked up
// and nothing given a number here: that is engine/check's. The only way into
// ANTLR, and nothing is thrown past it.
#ifndef TOCSIN_GRAMMAR_PARSER_H_
#define TOCSIN_GRAMMAR_PARSER_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/expansion.h"
#include "grammar/limits.h"
#include "grammar/macro.h"
#include "grammar/receiver.h"
#include "grammar/source_text.h"

namespace grammar {

/// One statement of a file, in the order of the file; empty ones are left out.
struct ParsedStatement {
  enum class Kind {
    kEvaluated,
    kConstant,  // has become a macro, or the interval of what follows
    kRejected,
  };
  Kind kind = Kind::kRejected;

  /// `expr` only of what is evaluated; the rest always.
  ast::Statement statement;

  /// Whether pmie gives it one of its expr_<n>, if it has no name. Of what is
  /// evaluated pmie's answer also depends on metrics: docs/pmie.md,
  /// "Statements and numbers".
  bool takes_number = true;

  /// Its own diagnostics: [first, last) of ParsedFile::diagnostics.
  std::size_t first_diagnostic = 0;
  std::size_t last_diagnostic = 0;
};

/// What a file says and what is wrong with it, both in the order of the file.
struct ParsedFile {
  std::vector<ParsedStatement> statements;
  std::vector<Diagnostic> diagnostics;
  /// What the Spans of both tell of macros.
  Expansions expansions;
};

/// Parses rule files one after another: macros and the interval carry over from
/// each to the next.
/// Threads: one at a time; Parsers share nothing.
class Parser {
 public:
  explicit Parser(const Limits& limits = {});
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  /// The interval of statements before the first `delta = ...`; 10 if unset.
  /// Units: seconds.
  void set_default_interval(double seconds);

  /// Whom webhooks may name; nobody if unset: URLs alone are receivers.
  void set_receivers(ReceiverNames names);

  /// Gives the parameter `name` a value, which `$name` stands for in the texts
  /// that follow.
  void Bind(const std::string& name, BoundValue value);

  /// Forgets macros, interval and numbers, as if nothing had been parsed; what
  /// has been learnt about parsing quickly stays.
  void Reset();

  /// Every statement of `source`; a wrong one does not touch the others.
  /// Errors: all are among the diagnostics.
  ParsedFile Parse(const SourceText& source);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_PARSER_H_
