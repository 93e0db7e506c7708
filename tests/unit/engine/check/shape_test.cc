// engine/check/shape.h against the table of docs/pmie.md, "Conformance".
#include "engine/check/shape.h"

#include <gtest/gtest.h>

namespace engine::check {
namespace {

using expr::Shape;

TEST(Mismatch, NamesTheFirstDimensionThatDiffers) {
  const Shape two_hosts{2, 2, 1};
  const Shape set{1, 3, 1};
  const Shape other_set{1, 4, 1};
  const Shape window{1, 3, 2};
  EXPECT_EQ(Mismatch(two_hosts, set, true),
            "host domains have different size (2 and 1)");
  EXPECT_EQ(Mismatch(set, other_set, true),
            "instance domains have different size (3 and 4)");
  EXPECT_EQ(Mismatch(set, window, true),
            "time domains have different size (1 and 2)");
  EXPECT_EQ(Mismatch(set, {1, 3, -1}, true),
            "time domains have different size (1 and -1)");
  EXPECT_EQ(Mismatch(window, {1, 1, 2}, true),
            "instance domains have different size (3 and 1)");
}

TEST(Mismatch, OneValueFitsAnything) {
  EXPECT_EQ(Mismatch({1, 1, 1}, {1, 3, 2}, true), std::nullopt);
  EXPECT_EQ(Mismatch({1, 3, 2}, Shape{}, true), std::nullopt);
}

TEST(Mismatch, UnknownInstancesFitWhereNothingIsResolved) {
  EXPECT_EQ(Mismatch({2, -1, 1}, {2, 4, 1}, false), std::nullopt);
  EXPECT_EQ(Mismatch({2, -1, 1}, {2, 4, 1}, true),
            "instance domains have different size (-1 and 4)");
}

expr::Expr Operand(Shape shape, bool has_metrics) {
  expr::Expr operand;
  operand.shape = shape;
  operand.has_metrics = has_metrics;
  return operand;
}

TEST(LeftLeads, TheFirstSetThenTheFirstMetric) {
  const expr::Expr set = Operand({1, 3, 1}, true);
  const expr::Expr metric = Operand({1, 1, 1}, true);
  const expr::Expr constant = Operand({}, false);
  const expr::Expr collapsed = Operand({-1, -1, -1}, true);
  EXPECT_TRUE(LeftLeads(set, set));
  EXPECT_FALSE(LeftLeads(metric, set));
  EXPECT_TRUE(LeftLeads(metric, metric));
  EXPECT_FALSE(LeftLeads(constant, metric));
  EXPECT_FALSE(LeftLeads(collapsed, metric));
  EXPECT_TRUE(LeftLeads(constant, collapsed));
}

// Of one disk now, and of two tomorrow.
TEST(LeftLeads, ASetThatGrowsBeforeASingleValue) {
  const expr::Expr metric = Operand({1, 1, 1}, true);
  const expr::Expr window = Operand({1, 1, 3}, true);
  expr::Expr set = Operand({1, 1, 1}, true);
  set.layout.kind = expr::Layout::Kind::kOpen;
  EXPECT_TRUE(LeftLeads(metric, set)) << "an archive's does not grow";
  set.layout.grows = true;
  EXPECT_FALSE(LeftLeads(metric, set));
  EXPECT_TRUE(LeftLeads(set, metric));
  EXPECT_TRUE(LeftLeads(window, set));
  EXPECT_TRUE(StandsIn(metric, set));
}

}  // namespace
}  // namespace engine::check
