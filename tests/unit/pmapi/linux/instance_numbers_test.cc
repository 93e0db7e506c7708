// Numbers of names.
#include "pmapi/linux/instance_numbers.h"

#include <gtest/gtest.h>

#include <string>

namespace pmapi::lnx {
namespace {

constexpr InDom kVeths{7};
constexpr InDom kDisks{8};

TEST(InstanceNumbersTest, CountInOrderOfAppearanceADomainEach) {
  InstanceNumbers numbers;
  EXPECT_EQ(numbers.Of(kVeths, "b"), 0);
  EXPECT_EQ(numbers.Of(kVeths, "a"), 1);
  EXPECT_EQ(numbers.Of(kDisks, "a"), 0);
  EXPECT_EQ(numbers.Of(kVeths, "b"), 0);
  EXPECT_EQ(numbers.size(kVeths), 2u);
}

TEST(InstanceNumbersTest, WhatDoesNotComeAgainIsForgotten) {
  InstanceNumbers numbers;
  int most = 0;
  for (int reading = 0; reading < 50'000; ++reading) {
    numbers.BeginReading(kVeths);
    ASSERT_EQ(numbers.Of(kVeths, "eth0"), 0);
    most = numbers.Of(kVeths, "veth" + std::to_string(reading));
  }
  EXPECT_EQ(most, 50'000) << "a number is given once";
  EXPECT_LE(numbers.size(kVeths), 16'385u);
}

TEST(InstanceNumbersTest, HoweverManyAreThereKeepTheirNumbers) {
  InstanceNumbers numbers;
  for (int reading = 0; reading < 5; ++reading) {
    numbers.BeginReading(kVeths);
    for (int i = 0; i < 40'000; ++i) {
      ASSERT_EQ(numbers.Of(kVeths, std::to_string(i)), i);
    }
  }
}

}  // namespace
}  // namespace pmapi::lnx
