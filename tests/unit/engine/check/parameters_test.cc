// Which records are moments, and what their own fields are in.
#include "engine/check/parameters.h"

#include <gtest/gtest.h>

namespace engine::check {
namespace {

TEST(Parameters, LinesOfLogsAreMoments) {
  for (const char* one : {"kmsg.records", "systemd.journal.records",
                          "logger.perfile.app.records"}) {
    EXPECT_TRUE(AreMoments(one)) << one;
  }
  for (const char* one : {"bash.xtrace.records", "logger.perfile.app.bytes"}) {
    EXPECT_FALSE(AreMoments(one)) << one;
  }
}

TEST(Parameters, ALogFileHasAName) {
  EXPECT_EQ(LogFileIn("logger.perfile.app.records"), "app");
  for (const char* one :
       {"logger.perfile.records", "logger.perfile.app.size", "kmsg.records"}) {
    EXPECT_EQ(LogFileIn(one), "") << one;
  }
}

TEST(Parameters, OwnFieldsHaveUnits) {
  EXPECT_EQ(UnitsOfOwn(events::OwnField::kAge)->time, 1);
  EXPECT_EQ(UnitsOfOwn(events::OwnField::kMissed)->count, 1);
  EXPECT_EQ(UnitsOfOwn(events::OwnField::kFlags), pmapi::Units{});
  EXPECT_FALSE(UnitsOfOwn(events::OwnField::kId));
}

}  // namespace
}  // namespace engine::check
