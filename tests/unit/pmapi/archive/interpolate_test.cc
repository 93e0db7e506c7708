// Counters between two records: the lines of pmapi/archive/REPLAY.md, "Counters
// between two records". What is not worked out by hand is what libpcp 6.0.3
// gives.
#include "pmapi/archive/interpolate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <vector>

namespace pmapi {
namespace {

using ::testing::ElementsAre;

constexpr std::int64_t kMost64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast64 = std::numeric_limits<std::int64_t>::min();

std::uint64_t Bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

/// As a metric that was `prior` at 0 s and is `next` at 10 s, at 3 s.
std::uint64_t AtThree(Type type, bool wrap, std::uint64_t prior,
                      std::uint64_t next) {
  std::uint64_t out = 0;
  Interpolate(type, wrap, {0, 3, 10}, &prior, &next, 1, &out);
  return out;
}

std::int64_t SignedAtThree(Type type, bool wrap, std::int64_t prior,
                           std::int64_t next) {
  return static_cast<std::int64_t>(
      AtThree(type, wrap, Bits(prior), Bits(next)));
}

double DoubleAtThree(double prior, double next) {
  return std::bit_cast<double>(AtThree(Type::kDouble, true,
                                       std::bit_cast<std::uint64_t>(prior),
                                       std::bit_cast<std::uint64_t>(next)));
}

TEST(Interpolating, RoundsWholeNumbersToTheNearest) {
  for (const Type type : {Type::k32, Type::kU32, Type::k64, Type::kU64}) {
    for (const bool wrap : {false, true}) {
      EXPECT_EQ(AtThree(type, wrap, 100, 110), 103u);
      EXPECT_EQ(AtThree(type, wrap, 100, 105), 102u) << "101.5";
      EXPECT_EQ(AtThree(type, wrap, 100, 104), 101u) << "101.2";
      EXPECT_EQ(AtThree(type, wrap, 100, 100), 100u);
    }
  }
}

TEST(Interpolating, RunsDownWhereACounterGoesBackwards) {
  for (const Type type : {Type::k32, Type::kU32, Type::k64, Type::kU64}) {
    EXPECT_EQ(AtThree(type, false, 110, 100), 107u);
  }
}

TEST(Interpolating, KeepsSigns) {
  for (const Type type : {Type::k32, Type::k64}) {
    EXPECT_EQ(SignedAtThree(type, false, -110, -100), -106)
        << "-106.5, cut towards zero";
    EXPECT_EQ(SignedAtThree(type, false, -10, 20), 0) << "-0.5";
  }
}

TEST(Interpolating, WrapsCountersOf32BitsWhereAsked) {
  EXPECT_EQ(AtThree(Type::kU32, false, 4294967000, 1000), 3006477200u);
  EXPECT_EQ(AtThree(Type::kU32, true, 4294967000, 1000), 93u) << "+ 388.8";
  EXPECT_EQ(SignedAtThree(Type::k32, false, 2147483600, -2147483000),
            std::numeric_limits<std::int32_t>::min());
  // libpcp gives the growth alone, 209.
  EXPECT_EQ(SignedAtThree(Type::k32, true, 2147483600, -2147483000),
            -2147483487);
}

// A signed counter of 64 bits passes from its greatest value to its least
// whether asked to or not; but what is beyond the greatest is the least.
TEST(Interpolating, DoesNotWrapSignedCountersOf64Bits) {
  for (const bool wrap : {false, true}) {
    EXPECT_EQ(SignedAtThree(Type::k64, wrap, 228, 101), 190);
    EXPECT_EQ(SignedAtThree(Type::k64, wrap, kMost64 - 999, kLeast64 + 999),
              kLeast64);
    EXPECT_EQ(
        SignedAtThree(Type::k64, wrap, 4573060771682795503, 15465619190917120),
        3205782225935232000);
  }
}

// In double, so that the last digits are lost; and what is above 2^63 counts
// as negative when libpcp asks whether a counter has gone backwards.
TEST(Interpolating, WrapsUnsignedCountersOf64BitsInDouble) {
  const auto at = [](bool wrap, std::uint64_t prior, std::uint64_t next) {
    return AtThree(Type::kU64, wrap, prior, next);
  };
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  EXPECT_EQ(at(false, 12, 5), 10u);
  EXPECT_EQ(at(true, 12, 5), 0x4ccccccccccccc00u);
  EXPECT_EQ(at(false, kHalf + 5, kHalf + 1), kHalf);
  EXPECT_EQ(at(true, kHalf + 5, kHalf + 1), 0xcccccccccccccc00u);
  EXPECT_EQ(at(false, 1048876121401698347, 335748370090517896),
            0x0b964b80749ffa80u);
  EXPECT_EQ(at(true, 1048876121401698347, 335748370090517896),
            0x5863184d416cc800u);
  EXPECT_EQ(at(false, 5, Bits(-5)), 2u);
  EXPECT_EQ(at(true, 5, Bits(-5)), 0x4ccccccccccccc00u);
  EXPECT_EQ(at(true, Bits(-3), 2), Bits(-1)) << "-1.5, cut towards zero";
}

TEST(Interpolating, TakesRealNumbersAsTheyAre) {
  EXPECT_EQ(DoubleAtThree(1.5, 11.5), 4.5);
  EXPECT_EQ(DoubleAtThree(11.5, 1.5), 8.5) << "never wraps";
  const auto bits = [](float value) -> std::uint64_t {
    return std::bit_cast<std::uint32_t>(value);
  };
  // The difference is rounded to float before it is shared out: 2^24 + 1.
  EXPECT_EQ(AtThree(Type::kFloat, false, bits(-1), bits(16777216)),
            bits(static_cast<float>(-1 + 3 * 16777216.0 / 10)));
}

TEST(Interpolating, ALaneThatIsFarOutChangesNoOther) {
  const std::uint64_t prior[] = {0, 10, 1000, 7};
  const auto row = [&prior](Type type, std::uint64_t last) {
    const std::uint64_t next[] = {10, 10, 0, last};
    std::vector<std::uint64_t> out(4);
    Interpolate(type, false, {0, 3, 10}, prior, next, 4, out.data());
    return out;
  };
  for (const Type type : {Type::kU32, Type::k64, Type::kU64}) {
    EXPECT_THAT(row(type, 17), ElementsAre(3, 10, 700, 10));
  }
  const std::uint64_t far = std::uint64_t{10} << 58;
  EXPECT_THAT(row(Type::k64, far),
              ElementsAre(3, 10, 700, std::uint64_t{3} << 58));
  EXPECT_THAT(row(Type::k64, Bits(-93)), ElementsAre(3, 10, 700, Bits(-22)));
}

}  // namespace
}  // namespace pmapi
