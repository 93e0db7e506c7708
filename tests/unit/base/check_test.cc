// CHECK: what holds costs nothing, what does not ends the process and says
// where.
#include "base/check.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Check, LetsPassWhatHolds) {
  int evaluated = 0;
  CHECK(++evaluated == 1);
  EXPECT_EQ(evaluated, 1) << "once";
}

TEST(CheckDeathTest, NamesConditionAndPlace) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(CHECK(1 + 1 == 3),
               "check_test.cc:[0-9]+: CHECK failed: 1 \\+ 1 == 3\n");
}

// It is an expression, also between if and else.
TEST(Check, StandsWhereAStatementDoes) {
  bool other = false;
  if (other)
    CHECK(!other);
  else
    other = true;
  EXPECT_TRUE(other);
}

}  // namespace
}  // namespace base
