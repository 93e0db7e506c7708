// Limits: how much of a rule text we are ready to take, so that no text can
// exhaust the stack, memory or time. Each has a test at it and one beyond.
#ifndef TOCSIN_GRAMMAR_LIMITS_H_
#define TOCSIN_GRAMMAR_LIMITS_H_

#include <cstddef>

namespace grammar {

/// What a Parser refuses to go beyond; each ends in a diagnostic.
struct Limits {
  /// Bytes of one file: spans are 32 bits, and a rule text is written by hand
  /// or by a script, never gigabytes.
  std::size_t text_bytes = std::size_t{64} << 20;

  /// Statements of one file: bounds what the checker and the scheduler keep.
  std::size_t statements = 200'000;

  /// Tokens of one statement: prediction looks ahead across a whole one.
  std::size_t statement_tokens = 50'000;

  /// Tokens of one statement with those of the filters that it uses: one of two
  /// that are each of two doubles at every step.
  std::size_t filter_tokens = 100'000;

  /// Bytes of one identifier, number or string after macro expansion: strings
  /// that hold macros that hold macros double in every statement.
  std::size_t token_bytes = 64 * 1024;

  /// Characters that the macros of one statement may add: a macro's text is
  /// scanned anew and may name macros again.
  std::size_t expansion_bytes = std::size_t{1} << 20;

  /// Characters that the macros of a file may add: trees take hundreds of bytes
  /// a character, and so a short file must not become a long one.
  std::size_t text_expansion_bytes = std::size_t{4} << 20;

  /// Parentheses and prefix operators inside one another: the parser's stack.
  std::size_t nesting_depth = 500;

  /// count_ operators inside one another. How far the operand of one reaches
  /// shows only behind it, so the parser keeps every way open at once.
  std::size_t count_depth = 50;

  /// Height of a syntax tree, chains such as a + b + c included: every later
  /// stage recurses on it in plain sight.
  std::size_t tree_depth = 1'000;

  /// The n of @n and of @m..n: a window keeps so many samples.
  double samples = 1e6;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_LIMITS_H_
