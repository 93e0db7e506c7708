// GroupTable: numbers and names of groups.
#include "engine/events/group_table.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace engine::events {
namespace {

TEST(GroupTable, NumbersAreGivenOnce) {
  GroupTable table(pmapi::InDom{7});
  EXPECT_EQ(table.domain(), pmapi::InDom{7});
  EXPECT_EQ(table.Find("a"), std::nullopt);
  EXPECT_EQ(table.NumberOf("a", "A"), 1);
  EXPECT_EQ(table.NumberOf("b", "B"), 2);
  EXPECT_EQ(table.NumberOf("a", "other"), 1);
  EXPECT_EQ(table.NameOf(1), "A");
  EXPECT_EQ(table.NameOf(2), "B");
  EXPECT_EQ(table.NameOf(3), "");
  EXPECT_EQ(table.NameOf(GroupTable::kOther), "(other)");
}

TEST(GroupTable, ThoseAreForgottenThatHaveNotBeenUsedForLongest) {
  GroupTable table(pmapi::InDom{7});
  table.NumberOf("found", "F");
  table.NumberOf("old", "O");
  table.NumberOf("used", "U");
  EXPECT_EQ(table.Find("found"), 1);
  EXPECT_EQ(table.NumberOf("used", "another"), 3);
  for (std::size_t i = 0; i < GroupTable::kMostKnown - 2; ++i) {
    const std::string text = std::to_string(i);
    table.NumberOf(text, text);
  }
  EXPECT_EQ(table.NameOf(1), "F");
  EXPECT_EQ(table.NameOf(2), "");
  EXPECT_EQ(table.NameOf(3), "U");
  EXPECT_EQ(table.Find("old"), std::nullopt);
  EXPECT_EQ(table.NumberOf("old", "O"), GroupTable::kMostKnown + 2);
}

TEST(GroupTable, SoAreLongOnesSoonerAndNeverTheLast) {
  GroupTable table(pmapi::InDom{7});
  const std::string half(GroupTable::kMostBytes / 4 + 1, 'x');
  table.NumberOf(half + "1", half);
  EXPECT_EQ(table.NameOf(1), half);
  table.NumberOf(half + "2", half);
  EXPECT_EQ(table.NameOf(1), "");
  EXPECT_EQ(table.NameOf(2), half);
  const std::string all(GroupTable::kMostBytes, 'x');
  table.NumberOf(all, "all");
  EXPECT_EQ(table.NameOf(2), "");
  EXPECT_EQ(table.NameOf(3), "all");
}

}  // namespace
}  // namespace engine::events
