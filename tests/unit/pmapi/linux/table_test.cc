// Table: rows, fields by place and by name, order by identifier.
#include "pmapi/linux/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

using ::testing::ElementsAre;

TEST(TableTest, HoldsNumbersAndTextsByRowAndField) {
  Table table = TableOf({"b", "a"});
  const std::size_t one = table.AddRow("one");
  const std::size_t two = table.AddRow("two");
  table.Set(one, 0, 7);
  table.SetText(two, 1, "x y");
  table.SetReal(two, 0, 0.5);
  EXPECT_EQ(TableText(table), "one: b=7\ntwo: b=0.5 a=\"x y\"");
  EXPECT_EQ(table.Integer(one, 0), 7u);
  EXPECT_EQ(table.Integer(two, 0), 0u) << "not an integer";
}

TEST(TableTest, KnowsItsFieldsByName) {
  Table table = TableOf({"b", "a", "c"});
  EXPECT_EQ(table.Column("a"), 1);
  EXPECT_EQ(table.Column("c"), 2);
  EXPECT_EQ(table.Column(""), -1);
  EXPECT_EQ(table.Column("aa"), -1);
  const std::size_t row = table.AddOnly();
  table.SetNamed(row, "c", 3);
  table.SetNamed(row, "d", 4);
  table.SetNamed(row, "a", std::nullopt);
  EXPECT_EQ(TableText(table), ": c=3");
}

TEST(TableTest, IsEmptyAgainAfterClear) {
  Table table = TableOf({"a"});
  table.Set(table.AddRow("one"), 0, 1);
  table.Clear();
  EXPECT_EQ(table.rows(), 0u);
  table.AddRow("two");
  EXPECT_EQ(TableText(table), "two:");
}

TEST(TableTest, OrdersRowsByIdentifierAndDropsTheSecondOfTwo) {
  Table table = TableOf({"a"});
  for (const InstanceId id : {5, 2, 5, 9, 2}) table.AddRow("x", id);
  table.Order();
  EXPECT_THAT(table.order(), ElementsAre(1, 0, 3));
}

}  // namespace
}  // namespace pmapi::lnx
