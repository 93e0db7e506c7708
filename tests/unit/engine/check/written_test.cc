// What is written right, and hardly meant so.
#include "engine/check/written.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

TEST(Written, WarnsOfAndAndOrWithoutParentheses) {
  const auto warnings = [](const std::string& text) {
    return World().Check(text).diagnostics.size();
  };
  EXPECT_EQ(warnings("t.s.kb > 1 || t.s.kb > 2 && t.s.kb > 3;"), 1u);
  EXPECT_EQ(warnings("(t.s.kb > 1 || t.s.kb > 2) && t.s.kb > 3;"), 0u);
  EXPECT_EQ(warnings("(t.s.kb > 1) || (t.s.kb > 2) && (t.s.kb > 3);"), 1u);
  EXPECT_EQ(warnings("t.s.kb > 1 || (t.s.kb > 2 && t.s.kb > 3);"), 0u);
  EXPECT_EQ(warnings("t.s.kb > 1 || t.s.kb > 2 || t.s.kb > 3;"), 0u);
}

TEST(Written, WarnsOfAMetricThatLooksLikeAUnit) {
  const auto said = World::CheckWithoutSources("x > 10 Mbyte/s;").diagnostics;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].message, "s is no unit: this divides by a metric");
  EXPECT_EQ(said[0].hint, "the unit is sec");
  EXPECT_EQ(said[0].pmie, std::vector<std::string>());
  EXPECT_TRUE(World::CheckWithoutSources("x > 10 / s;").diagnostics.empty());
  EXPECT_TRUE(
      World::CheckWithoutSources("x > 10 Mbyte/sec;").diagnostics.empty());
}

TEST(Written, WarnsOfADashBehindAName) {
  const auto said = [](const std::string& text) {
    return World::CheckWithoutSources(text).diagnostics;
  };
  for (const char* text : {"x :web-1;", "x #sda-1 > 2;", "x :web-x;"}) {
    ASSERT_EQ(said(text).size(), 1u) << text;
    EXPECT_EQ(said(text)[0].message,
              "this subtracts: without quotes no name has a -");
  }
  for (const char* text : {"x :web - 1;", "x-1;", "x :'web-1';", "x #sda -1;",
                           "(x #sda)-1;", "x #sda+1;"}) {
    EXPECT_TRUE(said(text).empty()) << text;
  }
}

TEST(Written, WarnsOfADashBetweenSamples) {
  const auto said = World::CheckWithoutSources("x @0-4;").diagnostics;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].hint, "the last five samples are @0..4");
  EXPECT_TRUE(World::CheckWithoutSources("x @0 - y;").diagnostics.empty());
}

}  // namespace
}  // namespace engine::check
