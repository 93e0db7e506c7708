// Units: words, factors and texts worked out by hand.
#include "pmapi/metric/units.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

TEST(Units, WordRoundTrips) {
  const Units units{1, -1, 0, SpaceScale::kKbyte, TimeScale::kSec, 0};
  EXPECT_EQ(units.Word(), 0x1f013000u);
  EXPECT_EQ(Units::FromWord(0x1f0130ffu), units) << "the pad is ignored";
}

TEST(Units, CanonicalFactorIsBytesSecondsAndOnes) {
  EXPECT_EQ(CanonicalFactor({1, 0, 0, SpaceScale::kKbyte}), 1024);
  EXPECT_EQ(CanonicalFactor({0, 1, 0, {}, TimeScale::kMsec}), 0.001);
  EXPECT_EQ(CanonicalFactor({0, 1, 0, {}, TimeScale::kHour}), 3600);
  EXPECT_EQ(CanonicalFactor({0, -1, 1, {}, TimeScale::kMin, 3}), 1000.0 / 60);
}

TEST(Units, TextPutsNegativeDimensionsLast) {
  EXPECT_EQ(UnitsText({1, -1, 0, SpaceScale::kKbyte, TimeScale::kSec}),
            "Kbyte / sec");
  EXPECT_EQ(UnitsText({0, -2, 1, {}, TimeScale::kSec}), "count / sec^2");
  EXPECT_EQ(UnitsText({0, -1, 0, {}, TimeScale::kSec}), "/ sec");
  EXPECT_EQ(UnitsText({0, 1, -1, {}, TimeScale::kMsec}), "millisec / count");
  EXPECT_EQ(UnitsText({}), "");
}

}  // namespace
}  // namespace pmapi
