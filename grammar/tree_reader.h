// From ANTLR's parse tree to ours. The second and last file that knows ANTLR,
// after grammar/antlr_parser.cc; what a node folds to is grammar/fold.h's.
#ifndef TOCSIN_GRAMMAR_TREE_READER_H_
#define TOCSIN_GRAMMAR_TREE_READER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/event_words.h"
#include "grammar/limits.h"
#include "grammar/pmie_messages.h"
#include "grammar/receiver.h"
#include "grammar/token.h"

namespace antlr4 {
class ParserRuleContext;
}

namespace grammar {

/// A statement as it was written.
struct ReadStatement {
  ast::ExprPtr expr;
  std::vector<Diagnostic> diagnostics;  // with an error, `expr` is of no use
  bool takes_number = true;             // as of a ParsedStatement
  /// Of `filter NAME = ...`: its name, the height of `expr`, its condition, and
  /// of how many tokens that is with the filters that it uses.
  std::string filter;
  std::size_t height = 1;
  std::size_t tokens = 0;
};

/// Reads the tree of `statement` in Rules.g4, whose tokens are indices into
/// `tokens`; it is evaluated each `interval` seconds.
/// Errors: diagnostics of syslog options, of trees that are too high, and of
/// what is asked of event records and makes no sense.
ReadStatement ReadTree(antlr4::ParserRuleContext& statement,
                       const std::vector<Token>& tokens, const Limits& limits,
                       const ReceiverNames& receivers,
                       const NamedFilters& filters, double interval,
                       const PmieMessages& pmie);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_TREE_READER_H_
