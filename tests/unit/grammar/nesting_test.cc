// Depth counted from words alone, at small limits; limits_test has the real
// ones.
#include "grammar/nesting.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

/// The place of the first word that is too deep in `text`; -1: none is.
int TooDeep(const std::string& text, std::size_t nesting,
            std::size_t counts = 100) {
  Limits limits;
  limits.nesting_depth = nesting;
  limits.count_depth = counts;
  const std::vector<Token> tokens = Scanned(text).tokens;
  const std::size_t at = FindTooDeep(tokens, limits);
  return at == tokens.size() ? -1 : static_cast<int>(at);
}

TEST(Nesting, OfNothingIsNone) {
  EXPECT_EQ(FindTooDeep({}, Limits()), 0u) << "their number";
  EXPECT_EQ(TooDeep("a", 0), -1);
}

TEST(Nesting, CountsParentheses) {
  EXPECT_EQ(TooDeep("((a))", 2), -1);
  EXPECT_EQ(TooDeep("(((a)))", 2), 2);
  EXPECT_EQ(TooDeep("((a)) + ((b))", 2), -1) << "side by side";
  EXPECT_EQ(TooDeep("((a) + ((b)))", 2), 6);
}

TEST(Nesting, CountsPrefixOperatorsUpToTheirOperand) {
  EXPECT_EQ(TooDeep("- - a", 2), -1);
  EXPECT_EQ(TooDeep("- - - a", 2), 2);
  EXPECT_EQ(TooDeep("- - a + - - b", 2), -1);
  EXPECT_EQ(TooDeep("sum_inst - ( - a)", 3), 4) << "also into parentheses";
  EXPECT_EQ(TooDeep("20%_inst ! rising a > 1", 2), 4);
  EXPECT_EQ(TooDeep("a - - b", 1), -1) << "the first minus is no prefix";
}

TEST(Nesting, CountsCountsAcrossOperators) {
  EXPECT_EQ(TooDeep("count_inst a > 1 < count_inst b", 100, 2), -1);
  EXPECT_EQ(TooDeep("count_inst a > 1 < count_inst b", 100, 1), 6);
  EXPECT_EQ(TooDeep("count_inst a > 1 && count_inst b > 1", 100, 1), -1)
      << "&& ends what they reach";
  EXPECT_EQ(TooDeep("(count_inst a) > (count_inst b)", 100, 1), -1);
}

TEST(Nesting, IsNotUpsetByParenthesesThatDoNotMatch) {
  EXPECT_EQ(TooDeep("))) a ((", 2), -1);
  EXPECT_EQ(TooDeep("))) a (((", 2), 6);
}

}  // namespace
}  // namespace grammar
