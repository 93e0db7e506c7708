// engine/check/suggest.h: which name is meant.
#include "engine/check/suggest.h"

#include <gtest/gtest.h>

namespace engine::check {
namespace {

const std::vector<std::string> kNames = {"disk.dev.read", "disk.dev.write",
                                         "kernel.all.load", "mem.free"};

TEST(Suggest, FindsTheClosestName) {
  EXPECT_EQ(Suggester().DidYouMean("disk.dev.raed", kNames),
            "did you mean \"disk.dev.read\"?");
  EXPECT_EQ(Suggester().DidYouMean("mem.fre", kNames),
            "did you mean \"mem.free\"?");
}

TEST(Suggest, SaysNothingWhereNothingIsClose) {
  EXPECT_EQ(Suggester().DidYouMean("network", kNames), "");
  EXPECT_EQ(Suggester().DidYouMean("x", {}), "");
}

TEST(Suggest, ARightNameIsNotCorrected) {
  EXPECT_EQ(Suggester().DidYouMean("mem.free", {"mem.fred", "mem.free"}), "");
}

TEST(Suggest, CountsASwapOfNeighboursAsOneEdit) {
  // "ab" against "ba": two replacements would be too far for two letters.
  EXPECT_EQ(Suggester().DidYouMean("ab", {"ba"}), "did you mean \"ba\"?");
  EXPECT_EQ(Suggester().DidYouMean("ab", {"cd"}), "");
}

TEST(Suggest, ComparesNoMoreThanItMay) {
  const std::vector<std::string> many(10'000, "disk.dev.reads_of_something");
  Suggester suggester;
  EXPECT_EQ(suggester.DidYouMean("disk.dev.raed", kNames),
            "did you mean \"disk.dev.read\"?");
  EXPECT_LE(suggester.compared(), 1000);
  for (int i = 0; i < 1000; ++i) {
    suggester.DidYouMean("network.interface.in_bytes!!", many);
  }
  EXPECT_LE(suggester.compared(), Suggester::kMostCompared);
  EXPECT_GT(suggester.compared(), Suggester::kMostCompared / 2);
  EXPECT_EQ(suggester.DidYouMean(std::string(1 << 16, 'x'),
                                 {std::string(1 << 16, 'y')}),
            "");
  EXPECT_LE(suggester.compared(), Suggester::kMostCompared);
}

TEST(Suggest, NamesTheFirstMetricsOfAGroup) {
  EXPECT_EQ(MetricsBelow("disk.dev", kNames),
            "it is a group of metrics: disk.dev.read, disk.dev.write");
  EXPECT_EQ(MetricsBelow("a", {"a.b", "a.c", "a.d", "a.e", "ab.c"}),
            "it is a group of metrics: a.b, a.c, a.d, ...");
}

}  // namespace
}  // namespace engine::check
