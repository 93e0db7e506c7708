// Each word of the table: once, read as it is spelt, and what it stands for.
#include "grammar/words.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

using K = TokenKind;

std::vector<K> AllKinds() {
  std::vector<K> kinds;
  for (int kind = 0; kind <= static_cast<int>(K::kStray); ++kind) {
    kinds.push_back(static_cast<K>(kind));
  }
  return kinds;
}

bool HasDomain(Symbol symbol) {
  return symbol == Symbol::kAggregate || symbol == Symbol::kCount ||
         symbol == Symbol::kQuantifier || symbol == Symbol::kPercent;
}

TEST(Words, EveryKindStandsThereOnce) {
  std::set<std::string> spellings;
  std::set<Symbol> symbols;
  for (const K kind : AllKinds()) {
    const Word& word = WordOf(kind);
    EXPECT_EQ(word.kind, kind);
    symbols.insert(word.symbol);
    if (word.spelling.empty() || kind == K::kUnitSlash) continue;
    EXPECT_TRUE(spellings.insert(Spelling(kind)).second) << word.spelling;
  }
  EXPECT_EQ(symbols.size(), static_cast<std::size_t>(Symbol::kStray) + 1)
      << "a symbol without a word";
}

TEST(Words, NoTwoStandForOneNode) {
  std::set<Word::Node> nodes;
  for (const K kind : AllKinds()) {
    const Word& word = WordOf(kind);
    // Of texts < and its kin are words of their own, and stand for the same.
    const bool of_texts = word.symbol == Symbol::kEquality;
    if (word.node == Word::Node() || (of_texts && word.spelling.empty())) {
      continue;
    }
    EXPECT_TRUE(nodes.insert(word.node).second) << word.spelling;
    EXPECT_EQ(SpellingOf(word.node), word.spelling);
  }
}

TEST(Words, AreReadAsTheyAreSpelt) {
  for (const K kind : AllKinds()) {
    const Word& word = WordOf(kind);
    if (word.spelling.empty() || kind == K::kUnitSlash) continue;
    // Signs inside event functions: event_words_test.cc.
    if (kind == K::kMatches || kind == K::kMatchesNot || kind == K::kComma) {
      continue;
    }
    std::string text = Spelling(kind);
    if (HasDomain(word.symbol)) text += "_host";
    // Behind a word: a - that begins a statement is one, too.
    const StatementText read = Scanned("a " + text + " b");
    ASSERT_GE(read.tokens.size(), 3u) << text;
    if (word.vocabulary == Vocabulary::kExtension) {
      EXPECT_EQ(read.tokens[1].kind, K::kIdentifier) << text;
      EXPECT_EQ(FindKeyword(text, Vocabulary::kExtension)->kind, kind) << text;
    } else {
      EXPECT_EQ(read.tokens[1].kind, kind) << text;
    }
    if (HasDomain(word.symbol) && word.vocabulary == Vocabulary::kPmie) {
      EXPECT_EQ(read.tokens[2].kind, K::kDomain) << text;
      EXPECT_EQ(std::get<ast::Domain>(read.tokens[2].value),
                ast::Domain::kHost);
    }
  }
  EXPECT_EQ(Spelling(K::kIdentifier), "");
  EXPECT_EQ(Spelling(K::kUnitSlash), "/");
}

TEST(Words, OfTheParserAreSymbols) {
  EXPECT_EQ(SymbolOf(K::kP95), SymbolOf(K::kAvg));
  EXPECT_EQ(SymbolOf(K::kPrint), SymbolOf(K::kStomp));
  EXPECT_NE(SymbolOf(K::kCount), SymbolOf(K::kSum)) << "it takes conditions";
  EXPECT_NE(SymbolOf(K::kMinus), SymbolOf(K::kPlus)) << "it is a prefix, too";
}

TEST(Words, StandForNodes) {
  EXPECT_EQ(NodeOf<ast::BinaryOp>(K::kStar), ast::BinaryOp::kMultiply);
  EXPECT_EQ(NodeOf<ast::BinaryOp>(K::kMinus), ast::BinaryOp::kSubtract);
  EXPECT_EQ(NodeOf<ast::BinaryOp>(K::kLessEqual), ast::BinaryOp::kLessEqual);
  EXPECT_EQ(NodeOf<ast::BinaryOp>(K::kNotEqual), ast::BinaryOp::kNotEqual);
  EXPECT_EQ(NodeOf<ast::BinaryOp>(K::kOr), ast::BinaryOp::kOr);
  EXPECT_EQ(NodeOf<ast::UnaryOp>(K::kNot), ast::UnaryOp::kNot);
  EXPECT_EQ(NodeOf<ast::UnaryOp>(K::kRate), ast::UnaryOp::kRate);
  EXPECT_EQ(NodeOf<ast::UnaryOp>(K::kFalling), ast::UnaryOp::kFalling);
  EXPECT_EQ(NodeOf<ast::Reduction>(K::kMin),
            ast::Reduction{ast::Reducer::kMin});
  EXPECT_EQ(NodeOf<ast::Reduction>(K::kP99),
            (ast::Reduction{ast::Reducer::kPercentile, 99}));
  EXPECT_EQ(NodeOf<ast::ActionKind>(K::kSyslog), ast::ActionKind::kSyslog);
  EXPECT_EQ(NodeOf<ast::ActionKind>(K::kStomp), ast::ActionKind::kStomp);
  EXPECT_EQ(NodeOf<ast::ActionKind>(K::kWebhook), ast::ActionKind::kWebhook);
  EXPECT_EQ(NodeOf<ast::ActionKind>(K::kMail), ast::ActionKind::kMail);
}

std::optional<Keyword> FindInPmie(std::string_view word) {
  return FindKeyword(word, Vocabulary::kPmie);
}

TEST(Keywords, Kinds) {
  EXPECT_EQ(FindInPmie("rising")->kind, K::kRising);
  EXPECT_EQ(FindInPmie("sum_inst")->kind, K::kSum);
  EXPECT_EQ(FindInPmie("sum_inst")->domain, ast::Domain::kInst);
  EXPECT_EQ(FindInPmie("match_inst")->domain, std::nullopt);
  EXPECT_EQ(FindInPmie("%_sample")->kind, K::kPercent);
  EXPECT_EQ(FindInPmie("Kbytes")->kind, K::kUnit);
  EXPECT_EQ(FindInPmie("Kbytes")->unit->scale, 1);
  for (const char* word :
       {"", "Rising", "sum", "sum_", "_inst", "sum_inst_", "some_foo",
        "foo_inst", "s", "days", "secss", "true.x", "p95_inst"}) {
    EXPECT_FALSE(FindInPmie(word).has_value()) << word;
  }
}

TEST(Keywords, BeyondPmiesAreAVocabularyOfTheirOwn) {
  const auto word = FindKeyword("p95_sample", Vocabulary::kExtension);
  EXPECT_EQ(word->kind, K::kP95);
  EXPECT_EQ(word->domain, ast::Domain::kSample);
  for (const char* other : {"sum_inst", "min", "p95", "p96_inst", "rate"}) {
    EXPECT_FALSE(FindKeyword(other, Vocabulary::kExtension)) << other;
  }
}

TEST(Signs, AreNoWords) {
  EXPECT_EQ(FindSign("->"), K::kArrow);
  EXPECT_EQ(FindSign("/"), K::kSlash);
  EXPECT_EQ(FindSign("<>"), std::nullopt);
  EXPECT_TRUE(BeginsLongSign('-'));
  EXPECT_FALSE(BeginsLongSign(')'));
}

TEST(ClockFields, AreFoundByName) {
  EXPECT_EQ(FindClockField("day_of_week"), ast::ClockField::kDayOfWeek);
  EXPECT_EQ(FindClockField("delta"), ast::ClockField::kDelta);
  EXPECT_EQ(FindClockField("week"), std::nullopt);
}

}  // namespace
}  // namespace grammar
