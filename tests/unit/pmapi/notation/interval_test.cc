// Intervals: what they come to, and where faults point.
#include "pmapi/notation/interval.h"

#include <gtest/gtest.h>

#include <string>

namespace pmapi::notation {
namespace {

double Seconds(std::string_view text) {
  const auto interval = ParseInterval(text);
  EXPECT_TRUE(interval) << text;
  return interval ? interval->Seconds() : -1;
}

std::string Lines(std::string_view text) {
  const auto interval = ParseInterval(text);
  EXPECT_FALSE(interval) << text;
  return interval ? "" : FaultText(text, interval.fault());
}

TEST(Interval, ItemsAddUp) {
  EXPECT_EQ(Seconds("5"), 5);
  EXPECT_EQ(Seconds("1d2h3m4s"), 93784);
  EXPECT_EQ(Seconds("1hour 30min"), 5400);
  EXPECT_EQ(Seconds("10 10"), 20);
  EXPECT_EQ(Seconds("1.5m"), 90);
  EXPECT_EQ(Seconds("3 ss"), 3);
  EXPECT_EQ(Seconds("100msec"), 0.1);
  EXPECT_EQ(Seconds("0x10"), 16);
  EXPECT_EQ(Seconds("2 days"), 172800);
  EXPECT_EQ(Seconds("1h 5"), 3605);
  EXPECT_EQ(Seconds("1..5"), 1.5);
  EXPECT_EQ(Seconds("5 sec+5"), 10);
  EXPECT_EQ(Seconds("5 hs"), 18000);
  EXPECT_EQ(Seconds("  5 MINUTES "), 300);
  EXPECT_EQ(Seconds(" "), 0);
  EXPECT_EQ(Seconds("-0"), 0);
}

TEST(Interval, RoundsToNanoseconds) {
  EXPECT_EQ(ParseInterval("3 nsec")->ns, 3);
  EXPECT_EQ(ParseInterval("0.1234567")->ns, 123'456'700);
  EXPECT_EQ(ParseInterval("1.9999999999")->ns, 2'000'000'000);
  EXPECT_EQ(ParseInterval("1usec")->ns, 1000);
}

TEST(Interval, WhatDoesNotFitIsTheLongest) {
  EXPECT_EQ(*ParseInterval("1e10"), kLongestInterval);
  EXPECT_EQ(*ParseInterval("1e18 d"), kLongestInterval);
  EXPECT_FALSE(ParseInterval("1e19"));
  EXPECT_FALSE(ParseInterval("inf"));
  EXPECT_FALSE(ParseInterval("nan"));
}

TEST(Interval, FaultsPointAtTheUnitAsPmiesDo) {
  EXPECT_EQ(Lines("5 fortnight"), "5 fortnight\n  ^ -- unexpected value\n");
  EXPECT_EQ(Lines("1 week"), "1 week\n  ^ -- unexpected value\n");
  EXPECT_EQ(Lines("-5"), "-5\n^ -- unexpected value\n");
  EXPECT_EQ(Lines("x"), "x\n^ -- unexpected value\n");
  EXPECT_EQ(Lines("mins"), "mins\n^ -- unexpected value\n");
  EXPECT_EQ(Lines(""), "\n^ -- Null or empty specification\n");
  EXPECT_EQ(Lines("\t5 \tfoo"), "\t5 \tfoo\n\t  \t^ -- unexpected value\n");
  EXPECT_EQ(Lines("5 sec 5 x"), "5 sec 5 x\n        ^ -- unexpected value\n");
  EXPECT_EQ(Lines("5 minutess"), "5 minutess\n  ^ -- unexpected value\n");
  EXPECT_EQ(Lines("0x"), "0x\n ^ -- unexpected value\n");
  EXPECT_EQ(Lines("5 sec\xc3\xa9"),
            "5 sec\xc3\xa9\n     ^ -- unexpected value\n");
}

}  // namespace
}  // namespace pmapi::notation
