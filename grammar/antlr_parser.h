// AntlrParser: the wall round the parser that ANTLR generates. What it makes is
// read by grammar/tree_reader.h; nothing that it throws gets out.
#ifndef TOCSIN_GRAMMAR_ANTLR_PARSER_H_
#define TOCSIN_GRAMMAR_ANTLR_PARSER_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "grammar/token.h"
#include "grammar/words.h"

namespace antlr4 {
class ParserRuleContext;
}

namespace grammar {

/// Parses one statement at a time, so that each is parsed with the macros that
/// the ones before it defined, and errors end with it.
/// Threads: one at a time; parsers share nothing.
class AntlrParser {
 public:
  AntlrParser();
  ~AntlrParser();

  /// The tree of `statement` in Rules.g4; null if it has none.
  /// REQUIRES: `tokens` ends in kEnd and is not nested too deep
  /// (grammar/nesting.h).
  /// Lifetime: the tree lives until the next call.
  antlr4::ParserRuleContext* Parse(const std::vector<Token>& tokens);

  /// Behind a Parse() without a tree: the first token that no statement that
  /// begins like this one has there.
  std::size_t stopped_at() const;

  /// As Rules.g4 calls it.
  std::string NameOf(Symbol symbol) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_ANTLR_PARSER_H_
