// The tables of operators, against what is written in rules.
#include "grammar/operators.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

using K = TokenKind;

TEST(Operators, BindInTheOrderOfTheReference) {
  const std::vector<std::vector<K>> levels = {
      {K::kIdentifier, K::kNot, K::kSum, K::kLeftParen, K::kEnd},
      {K::kArrow},
      {K::kAnd, K::kOr, K::kBoth, K::kEither},
      {K::kLess, K::kLessEqual, K::kGreater, K::kGreaterEqual, K::kEqual,
       K::kNotEqual},
      {K::kPlus, K::kMinus},
      {K::kStar, K::kSlash}};
  int last = -1;
  for (const auto& level : levels) {
    const int precedence = Precedence(level.front());
    EXPECT_GT(precedence, last);
    for (const K op : level) EXPECT_EQ(Precedence(op), precedence);
    last = precedence;
  }
  EXPECT_EQ(Precedence(K::kIdentifier), 0);
}

TEST(Operators, TakeAndMakeKinds) {
  const auto expect = [](K op, unsigned left, unsigned right, unsigned result) {
    EXPECT_EQ(LeftKinds(op), left) << Spelling(op);
    EXPECT_EQ(RightKinds(op), right) << Spelling(op);
    EXPECT_EQ(ResultKind(op), result) << Spelling(op);
  };
  expect(K::kPlus, kArithmetic, kArithmetic, kArithmetic);
  expect(K::kSlash, kArithmetic, kArithmetic, kArithmetic);
  expect(K::kLess, kArithmetic, kArithmetic, kLogical);
  expect(K::kEqual, kArithmetic | kText, kArithmetic | kText, kLogical);
  expect(K::kAnd, kLogical, kLogical, kLogical);
  expect(K::kBoth, kAction, kAction, kAction);
  expect(K::kEither, kAction, kAction, kAction);
  expect(K::kArrow, kLogical, kAction, kRule);
  EXPECT_EQ(LeftKinds(K::kNot), 0u) << "no infix operator";
}

TEST(Operators, AreSpeltAsTheyAreRead) {
  for (const char* word : {"rate",
                           "instant",
                           "rising",
                           "falling",
                           "shell",
                           "alarm",
                           "syslog",
                           "print",
                           "stomp",
                           "match_inst",
                           "nomatch_inst",
                           "ruleset",
                           "else",
                           "unknown",
                           "otherwise",
                           "true",
                           "false",
                           "->",
                           "==",
                           "!=",
                           "<",
                           "<=",
                           ">",
                           ">=",
                           "&&",
                           "||",
                           "!",
                           "&",
                           "|",
                           "+",
                           "-",
                           "*",
                           "/",
                           "(",
                           ")",
                           ":",
                           "#",
                           "@",
                           "^"}) {
    // Behind a word: a - that begins a statement is one, too.
    const StatementText read = Scanned(std::string("a ") + word + " b");
    ASSERT_EQ(read.tokens.size(), 4u) << word;
    EXPECT_STREQ(Spelling(read.tokens[1].kind), word);
  }
  EXPECT_STREQ(Spelling(K::kIdentifier), "");
  EXPECT_STREQ(Spelling(K::kNumber), "");
}

TEST(Operators, StandForNodes) {
  EXPECT_EQ(BinaryOpOf(K::kStar), ast::BinaryOp::kMultiply);
  EXPECT_EQ(BinaryOpOf(K::kMinus), ast::BinaryOp::kSubtract);
  EXPECT_EQ(BinaryOpOf(K::kLessEqual), ast::BinaryOp::kLessEqual);
  EXPECT_EQ(BinaryOpOf(K::kNotEqual), ast::BinaryOp::kNotEqual);
  EXPECT_EQ(BinaryOpOf(K::kOr), ast::BinaryOp::kOr);
  EXPECT_EQ(UnaryOpOf(K::kMinus), ast::UnaryOp::kNegate);
  EXPECT_EQ(UnaryOpOf(K::kNot), ast::UnaryOp::kNot);
  EXPECT_EQ(UnaryOpOf(K::kRate), ast::UnaryOp::kRate);
  EXPECT_EQ(UnaryOpOf(K::kFalling), ast::UnaryOp::kFalling);
  EXPECT_EQ(AggregateOpOf(K::kMin), ast::AggregateOp::kMin);
  EXPECT_EQ(AggregateOpOf(K::kMax), ast::AggregateOp::kMax);
  EXPECT_EQ(ActionKindOf(K::kSyslog), ast::ActionKind::kSyslog);
  EXPECT_EQ(ActionKindOf(K::kStomp), ast::ActionKind::kStomp);
}

}  // namespace
}  // namespace grammar
