// Diagnostic: what is wrong with an author's text, where, and what to do.
#ifndef TOCSIN_GRAMMAR_DIAGNOSTIC_H_
#define TOCSIN_GRAMMAR_DIAGNOSTIC_H_

#include <string>
#include <vector>

#include "grammar/source.h"

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

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// "FILE:LINE:COLUMN: error: MESSAGE", the source line, a caret line, and
/// "  hint: ..." where there is one; ends with a newline.
std::string Render(const Diagnostic& diagnostic, const Source& source);

/// The lines of pmie's own form, each ended by a newline.
std::string RenderAsPmie(const Diagnostic& diagnostic);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_DIAGNOSTIC_H_
