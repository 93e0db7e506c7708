// The words of a text, as the scanner cuts them, for tests of those who look
// at words.
#ifndef TOCSIN_TESTS_UNIT_GRAMMAR_TOKENS_H_
#define TOCSIN_TESTS_UNIT_GRAMMAR_TOKENS_H_

#include <string>

#include "grammar/scanner.h"

namespace grammar {

/// The first statement of `text`.
inline StatementText Scanned(const std::string& text,
                             const MacroTable& macros = {}) {
  const Limits limits;
  Scanner scanner(text, macros, limits);
  StatementText statement;
  scanner.Next(&statement);
  return statement;
}

}  // namespace grammar

#endif  // TOCSIN_TESTS_UNIT_GRAMMAR_TOKENS_H_
