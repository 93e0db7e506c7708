// Names in a line: all of a few, the first of many.
#include "base/listed.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Listed, AllOfAFewAndTheFirstOfMany) {
  EXPECT_EQ(Listed({}, 3), "");
  EXPECT_EQ(Listed({"a"}, 3), "a");
  EXPECT_EQ(Listed({"a", "b", "c"}, 3), "a, b, c");
  EXPECT_EQ(Listed({"a", "b", "c", "d", "e"}, 3), "a, b, c and 2 more");
}

}  // namespace
}  // namespace base
