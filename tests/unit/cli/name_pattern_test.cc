// What a name on the command line picks.
#include "cli/name_pattern.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(NamePattern, IsAMetricOrAllBelowIt) {
  const NamePattern disk("disk.dev");
  EXPECT_TRUE(disk.Matches("disk.dev"));
  EXPECT_TRUE(disk.Matches("disk.dev.read"));
  EXPECT_FALSE(disk.Matches("disk.device"));
  EXPECT_FALSE(disk.Matches("disk"));
  EXPECT_EQ(disk.Group(), "disk.dev");
}

TEST(NamePattern, WithoutTextIsAll) {
  EXPECT_TRUE(NamePattern("").Matches("disk.dev"));
  EXPECT_EQ(NamePattern("").Group(), "");
}

TEST(NamePattern, MayLookLikeNames) {
  const NamePattern reads("disk.*.rea?");
  EXPECT_TRUE(reads.is_glob());
  EXPECT_TRUE(reads.Matches("disk.dev.read"));
  EXPECT_TRUE(reads.Matches("disk.part.all.read"));
  EXPECT_FALSE(reads.Matches("disk.dev.reads"));
  EXPECT_TRUE(NamePattern("*[rw]").Matches("disk.dev.r"));
}

TEST(NamePattern, StandsInTheGroupBeforeItsFirstWildcard) {
  EXPECT_EQ(NamePattern("disk.dev.re*").Group(), "disk.dev");
  EXPECT_EQ(NamePattern("disk.*").Group(), "disk");
  EXPECT_EQ(NamePattern("disk*").Group(), "");
  EXPECT_EQ(NamePattern("*.read").Group(), "");
}

}  // namespace
}  // namespace cli
