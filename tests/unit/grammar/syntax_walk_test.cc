// Where a statement goes wrong and what pmie's parser makes of it. What people
// read of it: mistake_message_test, pmie_messages_test.
#include "grammar/syntax_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

using Role = OpenConstruct::Role;
using Stage = Mistake::Stage;
using testing::ElementsAre;
using testing::IsEmpty;

WalkResult Walked(const std::string& text) {
  const std::vector<Token> tokens = Scanned(text).tokens;
  return WalkSyntax(tokens, tokens.size() - 1);
}

/// REQUIRES: there is one.
Mistake MistakeIn(const std::string& text) {
  const WalkResult walk = Walked(text);
  CHECK(walk.mistake.has_value());
  return *walk.mistake;
}

TEST(SyntaxWalk, FindsNothingInWhatIsRight) {
  for (const char* text :
       {"a", "x = a + 1", "a :h #i @1..2 > 5 sec^2", "\"s\"",
        "some_inst (a > 1) && ! rising b < 2", "a > 1 -> print 5 min \"x\"",
        "50%_host count_inst a > 1 > 2", "match_inst \"x\" a > 1",
        "ruleset a > 1 -> print \"x\" else b > 1 -> shell \"y\" & "
        "alarm \"z\" unknown -> print \"u\" otherwise -> print \"o\"",
        "(a > 1 -> print \"x\")", "sum_inst -rate a / 2 >= 1 || true"}) {
    const WalkResult walk = Walked(text);
    EXPECT_FALSE(walk.mistake) << text;
    EXPECT_THAT(walk.pmie, IsEmpty()) << text;
    EXPECT_TRUE(walk.takes_number) << text;
  }
}

TEST(SyntaxWalk, FindsNothingInNothing) {
  EXPECT_FALSE(WalkSyntax({}, 0).mistake);
  EXPECT_FALSE(WalkSyntax({}, 5).mistake) << "no more than there are";
}

TEST(SyntaxWalk, AnOperandThatIsMissing) {
  const WalkResult walk = Walked("a >");
  ASSERT_TRUE(walk.mistake);
  EXPECT_EQ(walk.mistake->token, 2u);
  EXPECT_EQ(walk.mistake->stage, Stage::kOperand);
  EXPECT_EQ(walk.mistake->construct.role, Role::kInfix);
  EXPECT_EQ(walk.mistake->construct.op, TokenKind::kGreater);
  EXPECT_EQ(walk.mistake->construct.token, 1u);
  EXPECT_THAT(walk.pmie,
              ElementsAre("arithmetic expression expected to follow >"));
  EXPECT_FALSE(walk.takes_number);
}

TEST(SyntaxWalk, AnOperatorThatIsMissing) {
  const WalkResult walk = Walked("a b + c");
  ASSERT_TRUE(walk.mistake);
  EXPECT_EQ(walk.mistake->token, 1u);
  EXPECT_EQ(walk.mistake->stage, Stage::kOperator);
  EXPECT_EQ(walk.mistake->have, unsigned{kArithmetic});
  EXPECT_EQ(walk.mistake->operand, 0u);
  EXPECT_EQ(walk.mistake->construct.role, Role::kStatement);
  EXPECT_FALSE(walk.takes_number);
}

TEST(SyntaxWalk, WhatIsCompleteTakesANumberThoughJunkFollows) {
  const WalkResult walk = Walked("a > 1 b");
  EXPECT_EQ(walk.mistake->token, 3u);
  EXPECT_TRUE(walk.takes_number);
  EXPECT_TRUE(walk.read_to_end);
}

TEST(SyntaxWalk, AnOperandOfTheWrongKind) {
  const WalkResult walk = Walked("! a");
  ASSERT_TRUE(walk.mistake);
  EXPECT_EQ(walk.mistake->token, 2u);
  EXPECT_EQ(walk.mistake->have, unsigned{kArithmetic});
  EXPECT_EQ(walk.mistake->operand, 1u);
  EXPECT_EQ(walk.mistake->construct.role, Role::kPrefix);
  EXPECT_THAT(walk.pmie,
              ElementsAre("logical expression expected to follow !"));
}

TEST(SyntaxWalk, AnOperatorWhoseLeftSideIsMissing) {
  EXPECT_THAT(Walked("+ 1").pmie,
              ElementsAre("arithmetic expression expected to precede +"));
  EXPECT_THAT(Walked("-> print \"x\"").pmie,
              ElementsAre("logical expression expected to precede ->"));
}

TEST(SyntaxWalk, PlacesWithWordsOfTheirOwn) {
  struct Case {
    const char* text;
    Stage stage;
    std::size_t token;
    std::size_t part;
    const char* pmie;
  };
  for (const Case& c :
       {Case{"a :5", Stage::kHost, 2, 1, "host name expected to follow :"},
        Case{"a #5", Stage::kInstance, 2, 1,
             "instance name expected to follow #"},
        Case{"a @b", Stage::kSample, 2, 1,
             "sample number(s) expected to follow @"},
        Case{"a @1..b", Stage::kSample, 4, 1,
             "sample number(s) expected to follow @"},
        Case{"match_inst a", Stage::kPattern, 1, 0,
             "regular expression expected to follow match_inst"},
        Case{"print a", Stage::kActionText, 1, 0,
             "(time interval optional) and string expected to follow "
             "print"}}) {
    const WalkResult walk = Walked(c.text);
    ASSERT_TRUE(walk.mistake) << c.text;
    EXPECT_EQ(walk.mistake->stage, c.stage) << c.text;
    EXPECT_EQ(walk.mistake->token, c.token) << c.text;
    EXPECT_EQ(walk.mistake->part, c.part) << c.text;
    ASSERT_FALSE(walk.pmie.empty()) << c.text;
    EXPECT_EQ(walk.pmie[0], c.pmie);
  }
}

TEST(SyntaxWalk, PowersAndClauses) {
  const Mistake power = MistakeIn("a > 5 sec^b");
  EXPECT_EQ(power.stage, Stage::kPower);
  EXPECT_EQ(power.token, 5u);
  EXPECT_EQ(power.part, 4u);
  const Mistake clause =
      MistakeIn("ruleset a > 1 -> print \"x\" unknown print \"u\"");
  EXPECT_EQ(clause.stage, Stage::kClauseArrow);
  EXPECT_EQ(clause.token, 8u);
  EXPECT_EQ(clause.part, 7u);
}

TEST(SyntaxWalk, SeesTheEndWhereItIsTold) {
  const std::vector<Token> tokens = Scanned("a > 1 && b").tokens;
  EXPECT_FALSE(WalkSyntax(tokens, 3).mistake);
  EXPECT_EQ(WalkSyntax(tokens, 4).mistake->token, 4u);
  EXPECT_EQ(WalkSyntax(tokens, 2).mistake->token, 2u);
}

}  // namespace
}  // namespace grammar
