// Words that are nearly words.
#include "grammar/nearest.h"

#include <gtest/gtest.h>

namespace grammar {
namespace {

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", "", 3), 0u);
  EXPECT_EQ(EditDistance("rate", "rate", 3), 0u);
  EXPECT_EQ(EditDistance("rate", "rte", 3), 1u);
  EXPECT_EQ(EditDistance("rate", "rated", 3), 1u);
  EXPECT_EQ(EditDistance("rate", "race", 3), 1u);
  EXPECT_EQ(EditDistance("rate", "raet", 3), 1u);  // neighbours swapped
  EXPECT_EQ(EditDistance("kitten", "sitting", 3), 3u);
}

TEST(EditDistance, StopsAtTheMost) {
  EXPECT_EQ(EditDistance("abcdef", "uvwxyz", 2), 3u);
  EXPECT_EQ(EditDistance("a", "abcdefgh", 2), 3u);
}

TEST(Nearest, TheOneThatWasProbablyMeant) {
  EXPECT_EQ(NearestKeyword("prnit"), "print");
  EXPECT_EQ(NearestKeyword("sum_isnt"), "sum_inst");
  EXPECT_EQ(NearestKeyword("nomatch_ins"), "nomatch_inst");
  EXPECT_EQ(NearestKeyword("kbyte"), "Kbyte");
  EXPECT_EQ(NearestKeyword("minits"), "minute");
  EXPECT_EQ(NearestKeyword("stdev_inst"), "stddev_inst");
  EXPECT_EQ(NearestKeyword("hinv.ncpu"), "");
  EXPECT_EQ(NearestKeyword("x"), "");
  for (const char* right : {"print", "p95_inst", "stddev_inst", "Kbyte"}) {
    EXPECT_EQ(NearestKeyword(right), "");
  }
}

}  // namespace
}  // namespace grammar
