// engine/check/metrics.h: instances by the name that a rule writes.
#include "engine/check/metrics.h"

#include <gtest/gtest.h>

#include "tests/support/memory_source.h"

namespace engine::check {
namespace {

TEST(InstanceTable, FindsByWholeNameOrFirstWord) {
  const InstanceTable table({{3, "c e"}, {2, "c d"}, {0, "a"}, {1, "ab"}});
  EXPECT_EQ(table.Find("a")->id, 0);
  EXPECT_EQ(table.Find("ab")->id, 1);
  EXPECT_EQ(table.Find("a x")->id, 0);
  EXPECT_EQ(table.Find("nope"), nullptr);
  EXPECT_EQ(table.Find(""), nullptr);
}

// The oracle: with "c d" before "c e", `#'c e'` is "c d".
TEST(InstanceTable, TheFirstMatchWinsOverTheBetterOne) {
  const InstanceTable table({{2, "c d"}, {3, "c e"}});
  EXPECT_EQ(table.Find("c e")->id, 2);
  EXPECT_EQ(table.Find("c")->id, 2);
}

TEST(Metrics, FindsHostsByTheirExactName) {
  const tests::MemoryCatalog catalog;
  const Metrics metrics(
      {{"a", "archives/a", &catalog}, {"b", "archives/b", &catalog}});
  EXPECT_EQ(metrics.FindHost("b"), 1);
  EXPECT_EQ(metrics.FindHost("archives/b"), std::nullopt);
  EXPECT_EQ(metrics.FindHost("B"), std::nullopt);
}

}  // namespace
}  // namespace engine::check
