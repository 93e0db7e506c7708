// SlipFinder: looks for each form of slip in turn. What slips are is slips.h's.
#ifndef TOCSIN_GRAMMAR_SLIP_FINDER_H_
#define TOCSIN_GRAMMAR_SLIP_FINDER_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/slips.h"

namespace grammar {

class SlipFinder {
 public:
  using Found = std::optional<Slip>;
  using Stage = Mistake::Stage;

  /// Lifetime: all three outlive it.
  SlipFinder(const std::vector<Token>& tokens, const Mistake& mistake,
             const SourceText& source)
      : tokens_(tokens),
        mistake_(mistake),
        source_(source),
        at_(mistake.token) {}

  Found Find() const;

 private:
  // Of signs, names, samples and brackets: slips.cc.
  Found SignOfOthers() const;
  Found LostQuote() const;
  Found KeywordAsName() const;
  Found FilterWithoutSign() const;
  Found SignsInName() const;
  Found DollarBeforeName() const;
  Found UnquotedName() const;
  Found TimeBehindAt() const;
  Found RangeInBrackets() const;
  Found Braces() const;
  Found RegularExpression() const;
  Found Function() const;
  // Of conditions, clauses and actions: action_slips.cc.
  Found StrayClause() const;
  Found UnquotedText() const;
  Found UnquotedUrl(const std::string& action) const;
  Found TimeInTwoUnits(const std::string& action) const;
  Found BehindAction() const;
  Found ActionSign() const;
  Found ActionOfOthers() const;
  Found PrefixOfAction() const;
  Found Once() const;
  Found ForSomeTime() const;

  static bool IsWord(const Token& token) {
    return token.kind != TokenKind::kString &&
           token.kind != TokenKind::kStray &&
           token.kind != TokenKind::kVariable && !token.text.empty();
  }
  Found Here(std::string hint) const {
    return Slip{at_, at_, {}, std::move(hint)};
  }
  TokenKind KindAt(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : TokenKind::kEnd;
  }
  bool IsWordAt(std::size_t at,
                std::initializer_list<const char*> words) const {
    return KindAt(at) == TokenKind::kIdentifier &&
           std::find(words.begin(), words.end(), tokens_[at].text) !=
               words.end();
  }
  /// Whether the words from `at` on begin an action.
  bool BeginsAction(std::size_t at) const;
  /// "5 min", "every 5 min", "for 5m".
  bool IsTimeAt(std::size_t at) const;
  /// Whether such a word stands before the mistake.
  bool Before(TokenKind kind) const;
  /// As the file has it, to be shown in a hint; "..." if that is long, or came
  /// out of a macro.
  std::string Written(std::size_t first, std::size_t last) const;

  const std::vector<Token>& tokens_;
  const Mistake& mistake_;
  const SourceText& source_;
  const std::size_t at_;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SLIP_FINDER_H_
