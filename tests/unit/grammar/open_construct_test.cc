// What an open construct waits for and becomes, and pmie's words for it.
#include "grammar/open_construct.h"

#include <gtest/gtest.h>

namespace grammar {
namespace {

using K = TokenKind;
using Role = OpenConstruct::Role;

OpenConstruct Open(Role role, K op, unsigned wants) {
  return {role, op, 0, wants, false};
}

const OpenConstruct kSumOpen = Open(Role::kAggregate, K::kSum, kArithmetic);
const OpenConstruct kSomeOpen = Open(Role::kQuantifier, K::kSome, kLogical);
const OpenConstruct kAndOpen = Open(Role::kInfix, K::kAnd, kLogical);
const OpenConstruct kLessOpen = Open(Role::kInfix, K::kLess, kArithmetic);
const OpenConstruct kNotOpen = Open(Role::kPrefix, K::kNot, kLogical);
const OpenConstruct kMinusOpen = Open(Role::kPrefix, K::kMinus, kArithmetic);
const OpenConstruct kArrowOpen = Open(Role::kArrow, K::kArrow, kAction);
const OpenConstruct kGroupOpen = Open(Role::kGroup, K::kLeftParen, kArithmetic);

TEST(OpenConstruct, BindsAsPmiesDo) {
  const OpenConstruct* last = &kGroupOpen;
  for (const OpenConstruct* next :
       {&kArrowOpen, &kAndOpen, &kNotOpen, &kSomeOpen, &kLessOpen, &kMinusOpen,
        &kSumOpen}) {
    EXPECT_GT(Precedence(*next), Precedence(*last));
    last = next;
  }
}

TEST(OpenConstruct, IsSomethingWithItsOperand) {
  EXPECT_EQ(CompletedKind(kSumOpen), unsigned{kArithmetic});
  EXPECT_EQ(CompletedKind(kSomeOpen), unsigned{kLogical});
  EXPECT_EQ(CompletedKind(kLessOpen), unsigned{kLogical});
  EXPECT_EQ(CompletedKind(kMinusOpen), unsigned{kArithmetic});
  EXPECT_EQ(CompletedKind(kArrowOpen), unsigned{kRule});
  EXPECT_EQ(CompletedKind(kGroupOpen), 0u) << "it needs its )";
}

TEST(OpenConstruct, IsLostWithWhatItNeeds) {
  EXPECT_TRUE(LostWith(kSumOpen, true));
  EXPECT_TRUE(LostWith(kLessOpen, true));
  EXPECT_FALSE(LostWith(kAndOpen, true)) << "its left side remains";
  EXPECT_FALSE(LostWith(kArrowOpen, true));
  OpenConstruct both = kAndOpen;
  both.lost_left = true;
  EXPECT_TRUE(LostWith(both, true));
  EXPECT_FALSE(LostWith(both, false));
}

TEST(OpenConstruct, KnowsSomeOperatorsWithoutTheirLeftSide) {
  EXPECT_TRUE(KnownWithoutLeft(K::kArrow, kAnything));
  EXPECT_TRUE(KnownWithoutLeft(K::kPlus, kArithmetic));
  EXPECT_TRUE(KnownWithoutLeft(K::kPercent, kLogical));
  EXPECT_FALSE(KnownWithoutLeft(K::kLess, kArithmetic));
  EXPECT_FALSE(KnownWithoutLeft(K::kBoth, kLogical));
  EXPECT_FALSE(KnownWithoutLeft(K::kAssign, kAnything));
}

TEST(OpenConstruct, IsToldOfInPmiesWords) {
  EXPECT_EQ(FollowDetail(kSumOpen),
            "arithmetic expression expected to follow aggregation operator");
  EXPECT_EQ(FollowDetail(kSomeOpen),
            "logical expression expected to follow quantifier");
  EXPECT_EQ(FollowDetail(kArrowOpen), "action expected to follow ->");
  EXPECT_EQ(PrecedeDetail(K::kEqual),
            "arithmetic expression expected to precede ==");
  EXPECT_EQ(PrecedeDetail(K::kEither), "action expected to precede |");
  EXPECT_EQ(PrecedeDetail(K::kPercent),
            "number expected to precede percentage quantifier");
}

}  // namespace
}  // namespace grammar
