// SyntaxWalk: where a statement that the parser rejects goes wrong, and what
// pmie's parser makes of it from there on. It builds nothing and judges
// nothing: what is right is Rules.g4's, what to tell people explain.h's.
#ifndef TOCSIN_GRAMMAR_SYNTAX_WALK_H_
#define TOCSIN_GRAMMAR_SYNTAX_WALK_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grammar/open_construct.h"
#include "grammar/token.h"

namespace grammar {

/// The first word that cannot be right after those before it.
struct Mistake {
  /// What was about to be read.
  enum class Stage {
    kOperand,
    kOperator,  // behind an operand of the kind `have`
    kHost,
    kInstance,
    kSample,
    kPattern,
    kActionText,
    kPower,
    kClauseArrow,
  };
  std::size_t token = 0;
  Stage stage = Stage::kOperand;
  unsigned have = 0;
  std::size_t operand = 0;  // the first token of that operand
  OpenConstruct construct;  // the innermost one
  std::size_t part = 0;     // the : # @ ^ or action that stage is about
};

/// A syslog action that is complete: its tokens are [first, end).
struct SyslogCall {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// What became of the walk.
struct WalkResult {
  std::optional<Mistake> mistake;   // the first one; none: a right statement
  std::vector<std::string> pmie;    // what pmie adds to its first line
  bool takes_number = false;        // whether pmie makes something of it
  bool read_to_end = false;         // pmie's scanner has then seen every word
  std::vector<SyslogCall> syslogs;  // those before the mistake
};

/// Walks along the first `count` of `tokens`, and then sees the end.
WalkResult WalkSyntax(const std::vector<Token>& tokens, std::size_t count);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SYNTAX_WALK_H_
