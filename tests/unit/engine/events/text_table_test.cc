// Numbers and texts, there and back.
#include "engine/events/text_table.h"

#include <gtest/gtest.h>

namespace engine::events {
namespace {

TEST(TextTable, GivesTheSameNumberForTheSame) {
  TextTable table;
  const double one = table.NumberOf("one");
  const double none = table.NumberOf("");
  EXPECT_NE(one, none);
  EXPECT_EQ(table.NumberOf("one"), one);
  EXPECT_EQ(table.TextOf(one), "one");
  EXPECT_EQ(table.TextOf(none), "");
  EXPECT_EQ(table.TextOf(-1), "");
  EXPECT_EQ(table.TextOf(7), "");
}

TEST(TextTable, ForgetsTheOldest) {
  TextTable table;
  const double first = table.NumberOf("first");
  const double second = table.NumberOf("second");
  for (std::size_t i = 2; i <= TextTable::kMostTexts; ++i) {
    table.NumberOf(std::to_string(i));
  }
  EXPECT_EQ(table.TextOf(first), "");
  EXPECT_EQ(table.TextOf(second), "second");
  EXPECT_GT(table.NumberOf("first"), second) << "a new one";
}

TEST(TextTable, CutsAtACharacter) {
  TextTable table;
  const std::string text = std::string(TextTable::kLongest - 1, 'a') + "\u00e9";
  EXPECT_EQ(table.TextOf(table.NumberOf(text)),
            std::string(TextTable::kLongest - 1, 'a'));
  const std::string whole(TextTable::kLongest, 'b');
  for (std::size_t i = 0; i * whole.size() < TextTable::kMostBytes; ++i) {
    std::string one = whole;
    one.replace(0, 8, std::to_string(10'000'000 + i));
    table.NumberOf(one);
  }
  EXPECT_EQ(table.TextOf(0), "") << "too many bytes";
}

}  // namespace
}  // namespace engine::events
