// engine/check/suggest.h: which name is meant.
#include "engine/check/suggest.h"

#include <gtest/gtest.h>

namespace engine::check {
namespace {

const std::vector<std::string> kNames = {"disk.dev.read", "disk.dev.write",
                                         "kernel.all.load", "mem.free"};

TEST(Suggest, FindsTheClosestName) {
  EXPECT_EQ(DidYouMean("disk.dev.raed", kNames),
            "did you mean \"disk.dev.read\"?");
  EXPECT_EQ(DidYouMean("mem.fre", kNames), "did you mean \"mem.free\"?");
}

TEST(Suggest, SaysNothingWhereNothingIsClose) {
  EXPECT_EQ(DidYouMean("network", kNames), "");
  EXPECT_EQ(DidYouMean("x", {}), "");
}

TEST(Suggest, CountsASwapOfNeighboursAsOneEdit) {
  // "ab" against "ba": two replacements would be too far for two letters.
  EXPECT_EQ(DidYouMean("ab", {"ba"}), "did you mean \"ba\"?");
  EXPECT_EQ(DidYouMean("ab", {"cd"}), "");
}

TEST(Suggest, NamesTheFirstMetricsOfAGroup) {
  EXPECT_EQ(MetricsBelow("disk.dev", kNames),
            "it is a group of metrics: disk.dev.read, disk.dev.write");
  EXPECT_EQ(MetricsBelow("a", {"a.b", "a.c", "a.d", "a.e", "ab.c"}),
            "it is a group of metrics: a.b, a.c, a.d, ...");
}

}  // namespace
}  // namespace engine::check
