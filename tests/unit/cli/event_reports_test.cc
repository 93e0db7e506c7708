// Of a rule that keeps too much the log has a line, and not one a tick.
#include "cli/event_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/events/event_function.h"
#include "tests/support/action_event.h"
#include "tests/unit/engine/check/event_world.h"

namespace cli {
namespace {

using engine::events::EventFunction;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

class EventReportsTest : public testing::Test {
 protected:
  EventReportsTest()
      : checked_(engine::check::EventWorld().Check(
            "late = count_event ( kmsg.records then kmsg.records within 1 hour "
            ") > 5 -> print \"x\"; many = p95_event event.flags ( kmsg.records "
            ") > "
            "5 -> print \"x\"; other = kernel.load;")) {}

  const EventFunction& function(int of = 0) const {
    const auto& statement = checked_.statements.at(of);
    const auto& rule = std::get<engine::expr::Rule>(statement.body);
    const auto& more = std::get<engine::expr::Binary>(rule.condition->node);
    const auto& fetch = std::get<engine::expr::Fetch>(more.left->node);
    return dynamic_cast<const EventFunction&>(*fetch.folds.at(0));
  }
  void Evaluate(bool overflow) {
    if (overflow) function().CountOverflow();
    for (const auto& statement : checked_.statements) {
      reports_.Evaluated(statement);
    }
  }

  engine::check::Checked checked_;
  tests::LogLines log_;
  EventReports reports_{log_.log()};
};

TEST_F(EventReportsTest, ThatTooManyWaitIsToldOnceARow) {
  Evaluate(false);
  EXPECT_THAT(log_.lines, IsEmpty());
  for (int i = 0; i < 3; ++i) Evaluate(true);
  const std::string line =
      "Warning: late: more than 100000 records wait for others: the oldest are "
      "given up, and it is unknown: a where that matches less, or a shorter "
      "time, lets fewer wait";
  EXPECT_THAT(log_.lines, ElementsAre(line));
  for (int i = 0; i < 3; ++i) Evaluate(false);
  Evaluate(true);
  EXPECT_THAT(log_.lines, ElementsAre(line, line));
}

TEST_F(EventReportsTest, ThatThereAreTooManyNumbersIsTold) {
  function(1).CountOverflow();
  Evaluate(false);
  EXPECT_THAT(log_.lines,
              ElementsAre(StartsWith("Warning: many: there are more than "
                                     "1000000 numbers, or 100000 records")));
}

}  // namespace
}  // namespace cli
