// OpenConstruct: what has been begun in a statement and still waits for its
// operand, and what pmie's parser does with it. Who begins it is
// grammar/syntax_walk.h.
#ifndef TOCSIN_GRAMMAR_OPEN_CONSTRUCT_H_
#define TOCSIN_GRAMMAR_OPEN_CONSTRUCT_H_

#include <cstddef>
#include <string>

#include "grammar/operators.h"
#include "grammar/token.h"

namespace grammar {

inline constexpr unsigned kCondition = kLogical | kRule;  // both begin with one
inline constexpr unsigned kAnyNumber = kArithmetic | kCondition;
inline constexpr unsigned kAnything =
    kArithmetic | kLogical | kAction | kText | kRule | kRuleset;

/// Something begun that its operand will complete.
struct OpenConstruct {
  enum class Role {
    kStatement,
    kGroup,
    kInfix,
    kPrefix,
    kQuantifier,
    kAggregate,
    kPattern,  // match_inst "...": its condition is still to come
    kArrow,
    kClauseArrow,  // of unknown and otherwise
    kRules,        // of a ruleset, before each
  };
  Role role = Role::kStatement;
  TokenKind op = TokenKind::kEnd;
  std::size_t token = 0;  // the operator
  unsigned wants = 0;     // kinds
  /// pmie has made nothing of the left operand, or of the rules before.
  bool lost_left = false;
};

/// Higher binds its operand tighter; 0: it takes all of it.
int Precedence(const OpenConstruct& construct);

/// What `construct` is with its operand; 0: it is not complete with one.
unsigned CompletedKind(const OpenConstruct& construct);

/// Whether pmie makes nothing of `construct`, if it has made nothing of its
/// operand (`lost`). A condition or an action joined with something remains.
bool LostWith(const OpenConstruct& construct, bool lost);

/// Where `wants` is wanted, pmie knows the operator `op` without its left side.
bool KnownWithoutLeft(TokenKind op, unsigned wants);

/// What pmie says of an operator without its left side: "... expected to
/// precede op".
std::string PrecedeDetail(TokenKind op);

/// What pmie says of a construct without its operand: "... expected to follow
/// op".
std::string FollowDetail(const OpenConstruct& construct);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_OPEN_CONSTRUCT_H_
