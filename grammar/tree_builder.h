// TreeBuilder: makes the nodes of one statement's tree and sees that it gets no
// higher than the limit. What it was written as is grammar/tree_reader.h's,
// what a node folds to grammar/fold.h's.
#ifndef TOCSIN_GRAMMAR_TREE_BUILDER_H_
#define TOCSIN_GRAMMAR_TREE_BUILDER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/limits.h"
#include "grammar/pmie_messages.h"
#include "grammar/quantity.h"
#include "grammar/receiver.h"
#include "grammar/token.h"

namespace grammar {

/// A tree and its height.
template <typename Pointer>
struct WithHeight {
  Pointer tree;
  std::size_t height = 1;
};
using ExprWithHeight = WithHeight<ast::ExprPtr>;
using ActionWithHeight = WithHeight<ast::ActionPtr>;

/// Gives up a tree that gets too high: it stays small, and that is a
/// diagnostic.
class TreeBuilder {
 public:
  /// `end` is where pmie's scanner stands behind the statement, which is
  /// evaluated each `interval` seconds.
  /// Lifetime: all outlive this.
  TreeBuilder(const Limits& limits, const ReceiverNames& receivers,
              double interval, const PmieMessages& pmie, const PmiePlace& end)
      : limits_(limits),
        receivers_(receivers),
        interval_(interval),
        pmie_(pmie),
        end_(end) {}

  /// `tree`, whose highest operand is `height` high; a dummy once the limit is
  /// passed.
  ExprWithHeight Wrap(ast::ExprPtr tree, std::size_t height);

  /// The node of the word `op` or `word`.
  ExprWithHeight Binary(TokenKind op, ExprWithHeight left, ExprWithHeight right,
                        Span span);
  ExprWithHeight Unary(TokenKind word, ExprWithHeight operand, Span span);
  ExprWithHeight Reduce(ast::Reduction reduction, ast::Domain domain,
                        ExprWithHeight operand, Span span);

  /// Both joined by `op`; `left` alone once the limit is passed.
  ActionWithHeight Combine(TokenKind op, ActionWithHeight left,
                           ActionWithHeight right);

  /// How an action was written.
  struct WrittenCall {
    TokenKind word = TokenKind::kEnd;
    TokenKind prefix = TokenKind::kEnd;  // kEnd: none
    std::optional<Quantity> holdoff;
    Span holdoff_span;
    std::vector<const Token*> texts;
    Span span;
    PmiePlace place_after;  // of pmie's scanner, when the call is complete
  };
  /// Errors: warnings of holdoffs that are no times and of syslog's options;
  /// an alert that is over too early is warned of; what is no receiver has a
  /// diagnostic, and so has a prefix that does not stand before such an action.
  ast::ActionPtr Call(const WrittenCall& written);

  /// The n of @n, without its fraction.
  /// Errors: more than the limit has a diagnostic, and so has a fraction that a
  /// parameter's value has.
  int Sample(const Token& number);

  /// What the grammar has and nothing is made of.
  void Refuse(Span span, std::string message, std::string hint);

  bool too_high() const { return too_high_; }
  std::vector<Diagnostic> TakeDiagnostics() { return std::move(diagnostics_); }

 private:
  bool TooHigh(std::size_t height, Span span);
  void TakePrefix(ast::Call* call, const WrittenCall& written);
  void TakeReceiver(ast::Call* call, const WrittenCall& written);

  const Limits& limits_;
  const ReceiverNames& receivers_;
  double interval_;
  const PmieMessages& pmie_;
  const PmiePlace& end_;
  std::vector<Diagnostic> diagnostics_;
  bool too_high_ = false;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_TREE_BUILDER_H_
