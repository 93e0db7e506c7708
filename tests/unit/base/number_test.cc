// Numbers print as pmie prints them.
#include "base/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace base {
namespace {

std::string Text(double value) {
  std::string text;
  AppendNumber(value, &text);
  return text;
}

TEST(Number, FollowsPmiesClasses) {
  EXPECT_EQ(Text(1500000), "1500000");
  EXPECT_EQ(Text(0.4995), "0.4995");
  EXPECT_EQ(Text(-3), "-3");
  EXPECT_EQ(Text(3e9), "3000000000");
  EXPECT_EQ(Text(1.5e-05), "1.5e-05");
  EXPECT_EQ(Text(-4.995), "-5.00");
  EXPECT_EQ(Text(2147483647), "2147483647");
  EXPECT_EQ(Text(0.49999999), "0.5");
  EXPECT_EQ(Text(0.5), "0.50");
  EXPECT_EQ(Text(1.5e20), "150000000000000000000");
  EXPECT_EQ(Text(11.5), "11.5");
  EXPECT_EQ(Text(2147483646.99), "2147483647");
}

TEST(Number, BordersAreTestedBeforeRounding) {
  EXPECT_EQ(Text(4.998), "5.00");
  EXPECT_EQ(Text(5.0001), "5.0");
  EXPECT_EQ(Text(49.98), "50.0");
  EXPECT_EQ(Text(50.001), "50");
  EXPECT_EQ(Text(50.5), "50");
  EXPECT_EQ(Text(51.5), "52");
}

TEST(Number, WhatIsNoOrdinaryNumber) {
  EXPECT_EQ(Text(std::nan("")), "?");
  EXPECT_EQ(Text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(Text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(Text(-0.0), "0");
  EXPECT_EQ(Text(18446744073709551616.0), "18446744073709551616");
  EXPECT_EQ(Text(1.5e300), "1.5e+300") << "not pmie's 23 digits";
}

}  // namespace
}  // namespace base
