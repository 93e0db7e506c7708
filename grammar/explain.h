// Why the parser rejects a statement: where it goes wrong and what was expected
// there, in our message and in pmie's. That it does is grammar/parser.cc's
// finding.
#ifndef TOCSIN_GRAMMAR_EXPLAIN_H_
#define TOCSIN_GRAMMAR_EXPLAIN_H_

#include <string>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/macro.h"
#include "grammar/pmie_messages.h"
#include "grammar/scanner.h"

namespace grammar {

struct Explanation {
  /// Warnings of what is complete before the mistake, as pmie writes them:
  /// ahead of it, and behind it.
  std::vector<Diagnostic> ahead = {};
  Diagnostic diagnostic;
  /// The metric that alone is the operand at the mistake; empty if none is.
  std::string metric = {};
  std::vector<Diagnostic> behind = {};
  bool takes_number = false;  // pmie has made something of it before it failed
};

/// REQUIRES: `text` has a fault, or its tokens are not in the grammar.
Explanation Explain(const StatementText& text, const PmieMessages& pmie);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EXPLAIN_H_
