// Diagnostic: what is wrong with an author's text, where, and what to do.
#ifndef TOCSIN_GRAMMAR_DIAGNOSTIC_H_
#define TOCSIN_GRAMMAR_DIAGNOSTIC_H_

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/expansion.h"
#include "grammar/source_text.h"

namespace grammar {

enum class Severity { kError, kWarning };

/// One mistake. `message` is ours; `pmie` holds the lines that pmie writes for
/// it, each without its newline and empty where pmie says nothing, because
/// people grep for them.
struct Diagnostic {
  Severity severity = Severity::kError;
  Span span;
  std::string message;
  std::string hint;  // advice, may be empty
  std::vector<std::string> pmie;
  /// The macros that it is in, the innermost first.
  std::vector<MacroOrigin> macros = {};

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// The warning that `what`, at `span`, is a time and was given as something
/// else, which pmie takes without a word.
/// Source: docs/pmie.md, "Macros".
Diagnostic NoTime(const std::string& what, Span span);

/// The warning that the string at `span`, the first of an action's, is a time.
Diagnostic TimeInQuotes(Span span);

/// How many diagnostics of a text are traced to their macros: each may lie in
/// many macros with long names, and macros make very many statements of a short
/// text.
inline constexpr std::size_t kMostTraced = 1000;

/// Gives each of the first kMostTraced that has none yet the macros that its
/// span came out of.
void AddMacros(const Expansions& expansions,
               std::vector<Diagnostic>* diagnostics);

/// "FILE:LINE:COLUMN: error: MESSAGE", the source line, a caret line, a line
/// for each macro, and "  hint: ..." where there is one; ends with a newline.
/// Of a source without a text there is no place. Nothing in it steers a
/// terminal, whatever the text holds.
std::string Render(const Diagnostic& diagnostic, const SourceText& source);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_DIAGNOSTIC_H_
