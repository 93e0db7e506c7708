// What is compared and cannot be the same: what is warned of, and what is not.
#include "engine/check/dimension.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

/// What is warned of, a line each.
std::string Warnings(const std::string& text) {
  std::string all;
  for (const auto& one : World().Check(text).diagnostics) {
    if (one.severity == grammar::Severity::kWarning) all += one.message + '\n';
    EXPECT_TRUE(one.pmie.empty() || one.severity != grammar::Severity::kWarning)
        << text;
  }
  return all;
}

TEST(Dimension, WarnsOfUnitsThatCannotBeConverted) {
  EXPECT_EQ(Warnings("t.u.kb > 5 Mbyte/sec;"),
            "byte cannot be compared with byte / sec\n");
  EXPECT_EQ(Warnings("t.u.rate > 5 Mbyte;"),
            "byte / sec cannot be compared with byte\n");
  EXPECT_EQ(Warnings("t.u.count == 5 sec;"),
            "count cannot be compared with sec\n");
  EXPECT_EQ(Warnings("some_inst sum_sample t.u.kb @0..1 > t.u.ms;"),
            "byte cannot be compared with sec\n");
}

TEST(Dimension, WarnsOfANumberWithUnitsWhereThereAreNone) {
  for (const auto& [text, units] :
       {std::pair("t.s.gauge > 5 Mbyte;", "byte"),
        std::pair("5 Mbyte < t.s.gauge;", "byte"),
        std::pair("some_inst t.i.gauge > 5 Kbyte/sec;", "byte / sec"),
        std::pair("t.u.kb / t.u.kb > 5 sec;", "sec"),
        std::pair("$hour > 5 hour;", "sec")}) {
    EXPECT_EQ(Warnings(text), units + std::string(" cannot be compared with "
                                                  "what has no units\n"))
        << text;
  }
}

TEST(Dimension, WarnsOfSumsOfWhatIsNotAlike) {
  EXPECT_EQ(Warnings("t.u.kb + t.u.count > 5;"),
            "byte and count cannot be added\n");
  EXPECT_EQ(Warnings("t.u.rate - t.u.kb > 5;"),
            "byte / sec and byte cannot be subtracted\n");
  for (const char* text : {"t.u.kb + t.s.gauge > 5;", "t.s.gauge + t.u.kb;",
                           "t.u.kb + 2 * t.s.gauge;", "t.s.gauge + 5 Mbyte;"}) {
    EXPECT_EQ(Warnings(text), "byte and what has no units cannot be added\n")
        << text;
  }
}

TEST(Dimension, WarnsOfNoSumThatMayBeMeant) {
  for (const char* text :
       {"t.u.kb - 5000;", "t.u.kb + t.u.kb;", "t.s.gauge + t.u.count;",
        "t.u.ms + t.u.ms @1;", "t.u.ms / 1 sec + t.s.gauge;"}) {
    EXPECT_EQ(Warnings(text), "") << text;
  }
}

TEST(Dimension, WarnsOfNoUnitsThatMayBeMeant) {
  for (const char* text :
       {"t.u.kb > 5 Mbyte;", "t.u.kb > 5000;", "t.u.rate > 5 Mbyte/sec;",
        "t.u.rate > t.u.kb / 5 sec;", "rate t.u.kb > 5 Kbyte/sec;",
        "t.u.count > 5;", "t.u.count > 5 count/sec;",
        "t.u.count / 5 sec > 3 /sec;", "t.u.ms > 5 hour;",
        "t.s.gauge > 5 count;", "t.s.gauge > 5 count/sec;", "t.u.busy > 0.9;",
        "t.u.kb > t.s.gauge;", "5 > 3 sec;", "t.u.busy > 800 msec;",
        "t.u.ms + 5 sec > t.u.ms;"}) {
    EXPECT_EQ(Warnings(text), "") << text;
  }
  EXPECT_TRUE(
      World::CheckWithoutSources("nosuch > 5 Mbyte;").diagnostics.empty());
}

}  // namespace
}  // namespace engine::check
