// The table of pmapi/notation/FORMAT.md, "Units in words", and every word of
// them.
#include "pmapi/notation/units.h"

#include <gtest/gtest.h>

#include <string>

namespace pmapi::notation {
namespace {

struct Expected {
  const char* text;
  const char* units;  // as UnitsText() writes them
  double multiplier;
};

TEST(Units, TableOfThePage) {
  const Expected table[] = {
      {"100 ms", "millisec", 0.01},
      {"2 Kbyte / 4 sec", "Kbyte / sec", 2},
      {"Kbyte / Mbyte", "", 1024},
      {"sec / hour", "", 3600},
      {"microsec / sec", "", 1e6},
      {"1e3 count", "count", 0.001},
      {"kb/s", "Kbyte / sec", 1},
      {"", "", 1},
      {"/ sec", "/ sec", 1},
      {"count x 10^2^3", "count x 10^2^3", 1},
      {"1 2 sec", "sec", 0.5},
      {"-2 sec", "sec", -0.5},
      {"0x10 sec", "sec", 0.0625},
      {"ms / ms^2", "/ sec", 0.001},
      {"Kbyte^2/Mbyte", "byte", 1},
      {"sec / 2 min", "", 120},
      {"hour/sec", "", 1.0 / 3600},
      {"count x 10^3/count", "", 0.001},
      {"ms^0 / sec", "/ sec", 1},
      {"4 / 2", "", 0.5},
      {"SEC count Bytes^-1", "sec count / byte", 1},
      {"1.5.5 sec", "sec", 1 / 0.75},
  };
  for (const Expected& row : table) {
    const auto parsed = ParseUnits(row.text);
    ASSERT_TRUE(parsed) << row.text << ": " << parsed.fault().reason;
    EXPECT_EQ(pmapi::UnitsText(parsed->units), row.units) << row.text;
    EXPECT_DOUBLE_EQ(parsed->multiplier, row.multiplier) << row.text;
  }
}

TEST(Units, EveryWordOfSpaceAndTime) {
  const auto scale_of = [](const std::string& text) {
    const auto parsed = ParseUnits(text);
    EXPECT_TRUE(parsed) << text;
    if (!parsed) return -1;
    return parsed->units.space ? static_cast<int>(parsed->units.space_scale)
                               : static_cast<int>(parsed->units.time_scale);
  };
  const char* const stems[] = {"K", "M", "G", "T", "P", "E", "Z", "Y"};
  const char* const binary[] = {"kibi", "mebi", "gibi", "tebi",
                                "pebi", "exbi", "zebi", "yobi"};
  const char* const decimal[] = {"Kilo", "Mega", "Giga",  "Tera",
                                 "Peta", "Exa",  "Zetta", "Yotta"};
  for (int i = 0; i < 8; ++i) {
    for (const char* tail : {"B", "iB", "byte", "bytes"}) {
      EXPECT_EQ(scale_of(std::string(stems[i]) + tail), i + 1);
    }
    for (const char* tail : {"byte", "bytes"}) {
      EXPECT_EQ(scale_of(std::string(binary[i]) + tail), i + 1);
      EXPECT_EQ(scale_of(std::string(decimal[i]) + tail), i + 1);
    }
  }
  EXPECT_EQ(scale_of("byte"), 0);
  EXPECT_EQ(scale_of("nanoseconds"), 0);
  EXPECT_EQ(scale_of("us"), 1);
  EXPECT_EQ(scale_of("millisec"), 2);
  EXPECT_EQ(scale_of("s"), 3);
  EXPECT_EQ(scale_of("minutes"), 4);
  EXPECT_EQ(scale_of("hr"), 5);
  EXPECT_EQ(scale_of("time-15"), 15);
  EXPECT_EQ(scale_of("space-9"), 9);
}

TEST(Units, Faults) {
  const auto fault_of = [](const char* text) {
    const auto parsed = ParseUnits(text);
    EXPECT_FALSE(parsed) << text;
    return parsed ? Fault{} : parsed.fault();
  };
  const char* const unit = "unrecognized or duplicate base unit";
  EXPECT_EQ(fault_of("none"), (Fault{0, unit}));
  EXPECT_EQ(fault_of("x 10"), (Fault{0, unit}));
  EXPECT_EQ(fault_of("sec sec"), (Fault{4, unit}));
  EXPECT_EQ(fault_of("sec ^2"), (Fault{4, unit}));
  EXPECT_EQ(fault_of("sec5"), (Fault{0, unit}));
  EXPECT_EQ(fault_of("hrs"), (Fault{0, unit}));
  EXPECT_EQ(fault_of("ms^16"), (Fault{0, unit}));
  EXPECT_EQ(fault_of("sec^+2"), (Fault{0, unit}));
  EXPECT_EQ(fault_of("byte / sec / sec"), (Fault{11, unit}));
  EXPECT_EQ(fault_of("1e400 sec"),
            (Fault{0, "invalid floating point literal"}));
  EXPECT_EQ(fault_of("5 ."), (Fault{2, "invalid floating point literal"}));
  EXPECT_EQ(fault_of("bytes^9").reason, "space dimension out of bounds");
  EXPECT_EQ(fault_of("sec^8").reason, "time dimension out of bounds");
  EXPECT_EQ(fault_of("count x 10^8").reason, "count dimension out of bounds");
}

}  // namespace
}  // namespace pmapi::notation
