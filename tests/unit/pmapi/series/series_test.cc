// Convert over hand-made samples; every expected value is computed by hand.
#include "pmapi/series/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "tests/unit/pmapi/series/one_metric.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;

TEST(Convert, EveryNumericTypeTimesTheFactor) {
  const struct {
    Type type;
    std::uint64_t bits;
    double value;
  } cases[] = {
      {Type::k32, Bits(-7), -7},
      {Type::kU32, 0xfffffffe, 4294967294.0},
      {Type::k64, Bits(-9007199254740992), -9007199254740992.0},
      {Type::kU64, 0xfffffffffffff800, 18446744073709549568.0},
      {Type::kFloat, std::bit_cast<std::uint32_t>(1.5f), 1.5},
      {Type::kDouble, std::bit_cast<std::uint64_t>(-0.25), -0.25},
  };
  for (const auto& c : cases) {
    const Samples samples = Make({3}, {{c.bits}});
    Block block = MakeBlock(1, 1);
    EXPECT_TRUE(Convert(samples, samples.metrics[0], c.type, 0.001,
                        Segment::Wildcard(0), &block));
    EXPECT_EQ(Values(block)[0], c.value * 0.001) << TypeName(c.type);
    EXPECT_EQ(Cells(block)[0], kKnown);
  }
}

TEST(Convert, SegmentsOfTwoHostsStandSideBySide) {
  const Samples a = Make({1, 2}, {{10, 20}, {11, {}}});
  const Samples b = Make({5}, {{50}, {51}});
  Block block = MakeBlock(2, 3);
  EXPECT_FALSE(
      Convert(a, a.metrics[0], Type::kU32, 1, Segment::Wildcard(0), &block));
  EXPECT_TRUE(
      Convert(b, b.metrics[0], Type::kU32, 1, Segment::Wildcard(2), &block));
  EXPECT_THAT(Values(block), ElementsAre(10, 20, 50, 11, 0, 51));
  EXPECT_THAT(Cells(block),
              ElementsAre(kKnown, kKnown, kKnown, kKnown, kAbsent, kKnown));
}

TEST(Convert, ExplicitLanesAreAsWrittenAndAlwaysMembers) {
  const Samples samples = Make({1, 2}, {{10, 20}, {{}, 21}});
  const std::vector<InstanceId> written = {2, 7, 1, 2};
  Block block = MakeBlock(2, 4);
  EXPECT_FALSE(Convert(samples, samples.metrics[0], Type::kU32, 1,
                       Segment::Explicit(0, samples.groups[0], written),
                       &block));
  EXPECT_THAT(Values(block), ElementsAre(20, 0, 10, 20, 21, 0, 0, 21));
  EXPECT_THAT(Cells(block), ElementsAre(kKnown, kMember, kKnown, kKnown, kKnown,
                                        kMember, kMember, kKnown));
}

TEST(Convert, StringsBecomeTheNumbersOfThePool) {
  const Samples samples = Make({1, 2}, {{1, 0}});
  const double numbers[] = {40, 41};
  Block block = MakeBlock(1, 2);
  EXPECT_TRUE(ConvertStrings(samples, samples.metrics[0], numbers,
                             Segment::Wildcard(0), &block));
  EXPECT_THAT(Values(block), ElementsAre(41, 40));
}

}  // namespace
}  // namespace pmapi
