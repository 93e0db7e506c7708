// How far back strings are looked at: other values do not count.
#include "engine/program/look_back.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/program/expressions.h"

namespace engine::program {
namespace {

/// A metric, from `first` to `last` ticks ago.
ExprPtr Metric(pmapi::Type type, int first, int last) {
  ExprPtr fetch = Fetch("m", Singular(), first, last);
  std::get<expr::Fetch>(fetch->node).descs[0].type = type;
  return fetch;
}

int LookBackOf(const Expr& e) {
  Builder builder;
  builder.AddView(e);
  return StringLookBack(builder.Build());
}

int LookBackAt(int first, int last) {
  return LookBackOf(*Metric(pmapi::Type::kString, first, last));
}

TEST(StringLookBack, IsAsFarAsTheOldestSample) {
  EXPECT_EQ(LookBackAt(0, 0), 0);
  EXPECT_EQ(LookBackAt(3, 3), 3);
  EXPECT_EQ(LookBackAt(0, 4), 4);
  EXPECT_EQ(LookBackAt(3, 7), 7);
}

TEST(StringLookBack, NumbersDoNotCount) {
  EXPECT_EQ(LookBackOf(*Metric(pmapi::Type::kDouble, 3, 7)), 0);
}

// The truths in the window are none.
TEST(StringLookBack, TruthsAboutStringsDoNotCount) {
  const ExprPtr same =
      Two(ast::BinaryOp::kEqual, Metric(pmapi::Type::kString, 2, 9),
          Make(expr::String{"up"}, Plain(), Sort::kString));
  EXPECT_EQ(LookBackOf(*same), 2);
}

}  // namespace
}  // namespace engine::program
