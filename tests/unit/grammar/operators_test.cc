// The tables of operators, against what is written in rules.
#include "grammar/operators.h"

#include <gtest/gtest.h>

#include <vector>

#include "grammar/words.h"

namespace grammar {
namespace {

using K = TokenKind;

TEST(Operators, BindAsPmiesDo) {
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

}  // namespace
}  // namespace grammar
