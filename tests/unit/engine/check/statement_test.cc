// engine/check/statement.h: intervals, conditions.
#include "engine/check/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

using grammar::Diagnostic;
using grammar::Severity;
using testing::ElementsAre;

std::int64_t Nanos(double seconds) {
  const auto interval = IntervalOf(seconds);
  return interval ? interval->ns : -1;
}

TEST(IntervalOf, IsExactInNanoseconds) {
  EXPECT_EQ(Nanos(10), 10'000'000'000);
  EXPECT_EQ(Nanos(0.0019), 1'900'000);
  EXPECT_EQ(Nanos(1e-9), 1);
  EXPECT_EQ(Nanos(0.1), 100'000'000);
}

TEST(IntervalOf, RefusesWhatIsNotPositiveOrTooLong) {
  EXPECT_EQ(Nanos(0), -1);
  EXPECT_EQ(Nanos(-5), -1);
  EXPECT_EQ(Nanos(1e-10), -1);
  EXPECT_EQ(Nanos(1e300), -1);
  EXPECT_EQ(Nanos(std::nan("")), -1);
}

TEST(Statement, ConditionThatIsNoSingleTruth) {
  EXPECT_THAT(
      World().Check("t.i.gauge @0..1 > 1 -> print \"x\";\n").diagnostics,
      ElementsAre(
          Diagnostic{Severity::kError,
                     {0, 32},
                     "the condition of a rule must be a single truth",
                     "put some_sample some_inst (or all_...) before it",
                     {"pmie: syntax error - at end of file",
                      "rule condition must have a single boolean value"}}));
}

TEST(Statement, ConditionOfTwoThatIsNoSingleTruth) {
  const auto hint = [](const std::string& condition) {
    return World().Check(condition + " -> print \"x\";\n").diagnostics[0].hint;
  };
  for (const char* one : {"t.i.gauge > 1 || t.i.gauge < 0",
                          "some_inst t.i.gauge > 1 && t.i.gauge < 0"}) {
    EXPECT_EQ(hint(one),
              "put all of it in parentheses: some_inst ( ... ), or all_...")
        << one;
  }
}

}  // namespace
}  // namespace engine::check
