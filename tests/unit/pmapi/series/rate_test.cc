// Rate over hand-made samples; every expected value is computed by hand or
// written as pmie's own arithmetic.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "pmapi/series/series.h"
#include "tests/unit/pmapi/series/one_metric.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kBig = std::uint64_t{1} << 53;

class RateTest : public ::testing::Test {
 protected:
  // Rates of a wildcard set, in order, from the state left so far.
  void Run(const Samples& samples, Type type = Type::kU64, double factor = 1) {
    block_ = MakeBlock(samples.ticks(),
                       static_cast<int>(samples.groups[0].instances.size()));
    dense_ = Rate(samples, samples.metrics[0], type, factor, options_, 0,
                  &state_, &block_);
  }

  RateOptions options_;
  RateState state_;
  Block block_;
  bool dense_ = false;
};

TEST_F(RateTest, FirstTickHasNoMembersAndTheStateBridgesBlocks) {
  Run(Make({1, 2}, {{10, 100}, {15, 100}}));
  EXPECT_THAT(Cells(block_), ElementsAre(kPresent, kPresent, kKnown, kKnown));
  EXPECT_EQ(block_.row(1)[0], 5);
  EXPECT_EQ(block_.row(1)[1], 0);
  EXPECT_FALSE(dense_);
  Run(Make({1, 2}, {{18, 104}}, 2 * base::kNanosPerSecond));
  EXPECT_THAT(Values(block_), ElementsAre(3, 4));
  EXPECT_TRUE(dense_);
}

TEST_F(RateTest, LanesMayChangeBetweenBlocks) {
  Run(Make({1, 4}, {{10, 40}}));
  Run(Make({0, 1, 3, 4}, {{1, 12, 30, 43}}, base::kNanosPerSecond));
  EXPECT_THAT(Cells(block_), ElementsAre(kPresent, kKnown, kPresent, kKnown));
  EXPECT_EQ(block_.values()[1], 2);
  EXPECT_EQ(block_.values()[3], 3);
}

TEST_F(RateTest, EachSampleIsScaledThenSubtractedThenDivided) {
  // pmie showed 13928356255363810 for this rate times 1e15.
  const std::int64_t start = 1700000003456461000;
  Run(Make({1}, {{181853}, {283530}}, start, 7'300'000'000), Type::kU64, 0.001);
  const double seconds = (1700000010.0 + 756461e-6) - (1700000003 + 456461e-6);
  const double rate = (283530 * 0.001 - 181853 * 0.001) / seconds;
  EXPECT_EQ(block_.values()[1], rate);
  EXPECT_EQ(std::round(block_.values()[1] * 1e15), 13928356255363810);
}

TEST_F(RateTest, BackwardsIsAMemberWithoutAValue) {
  Run(Make({1, 2}, {{10, 10}, {9, 11}, {10, 12}}), Type::kU32);
  EXPECT_THAT(Cells(block_),
              ElementsAre(kPresent, kPresent, kMember, kKnown, kKnown, kKnown));
}

TEST_F(RateTest, WrapsAreCorrectedInRawUnitsThenScaled) {
  options_.counter_wrap = true;
  Run(Make({1}, {{0xfffffff0}, {0x10}}), Type::kU32, 1024);
  EXPECT_EQ(block_.values()[1], 32 * 1024) << "pmie adds 2^32 unscaled";
  state_.Reset();
  Run(Make({1}, {{Bits(2147483640)}, {Bits(-2147483640)}}), Type::k32);
  EXPECT_EQ(block_.values()[1], 16);
  state_.Reset();
  Run(Make({1}, {{0xfffffffffffffff0}, {0x10}}), Type::kU64);
  EXPECT_EQ(block_.values()[1], 32);
  state_.Reset();
  const auto bits = [](double d) { return std::bit_cast<std::uint64_t>(d); };
  Run(Make({1}, {{bits(2.0)}, {bits(1.0)}}), Type::kDouble);
  EXPECT_EQ(Cells(block_)[1], kMember) << "doubles do not wrap";
}

TEST_F(RateTest, BeyondWhatDoublesHoldIntegersAreSubtracted) {
  // 2^53 + 1 and 2^53 + 2: as doubles they differ by 2 or by nothing.
  Run(Make({1, 2}, {{kBig + 1, kBig + 2}, {kBig + 2, kBig + 3}}));
  EXPECT_EQ(block_.row(1)[0], 1);
  EXPECT_EQ(block_.row(1)[1], 1);
  state_.Reset();
  const auto low = Bits(-static_cast<std::int64_t>(kBig) - 3);
  Run(Make({1}, {{low}, {low + 1}}), Type::k64);
  EXPECT_EQ(block_.values()[1], 1);
}

TEST_F(RateTest, AcrossAMarkItIsUnknown) {
  Samples samples = Make({1, 2}, {{10, 10}, {20, {}}, {30, 40}});
  samples.metrics[0].after_mark[2] = 1;
  Run(samples);
  EXPECT_THAT(Cells(block_), ElementsAre(kPresent, kPresent, kKnown, kAbsent,
                                         kMember, kPresent));
}

TEST_F(RateTest, WhereTimeStandsStillOrGoesBackItIsUnknown) {
  Run(Make({1, 2}, {{10, 10}}, 5 * base::kNanosPerSecond));
  Run(Make({1, 2}, {{10, 11}}, 5 * base::kNanosPerSecond));
  EXPECT_THAT(Cells(block_), ElementsAre(kMember, kMember));
  EXPECT_FALSE(dense_);
  Run(Make({1, 2}, {{12, 13}}, 3 * base::kNanosPerSecond));
  EXPECT_THAT(Cells(block_), ElementsAre(kMember, kMember));
  EXPECT_THAT(Values(block_), ElementsAre(0, 0));
  Run(Make({1, 2}, {{14, 16}}, 4 * base::kNanosPerSecond));
  EXPECT_THAT(Values(block_), ElementsAre(2, 3));
}

TEST_F(RateTest, BetweenTwoOriginsItIsUnknown) {
  Samples samples = Make({1}, {{10}});
  samples.metrics[0].origin = 1;
  Run(samples);
  samples = Make({1}, {{12}, {15}}, base::kNanosPerSecond);
  samples.metrics[0].origin = 2;
  Run(samples);
  EXPECT_THAT(Cells(block_), ElementsAre(kMember, kKnown));
  EXPECT_THAT(Values(block_), ElementsAre(0, 3));
}

TEST_F(RateTest, ExplicitLanesArePickedAndMembersFromTheFirstTick) {
  const Samples samples = Make({1, 2}, {{10, 5}, {12, 8}});
  Run(samples);
  const std::vector<InstanceId> written = {2, 9, 1};
  Block block = MakeBlock(2, 3);
  EXPECT_FALSE(PickLanes(
      block_, Segment::Explicit(0, samples.groups[0], written), &block));
  EXPECT_THAT(Cells(block),
              ElementsAre(kMember, kMember, kMember, kKnown, kMember, kKnown));
  EXPECT_EQ(block.row(1)[0], 3);
  EXPECT_EQ(block.row(1)[2], 2);
  Run(Make({1, 2}, {{15, 9}}, 2 * base::kNanosPerSecond));
  block = MakeBlock(1, 2);
  const std::vector<InstanceId> both = {2, 1};
  EXPECT_TRUE(
      PickLanes(block_, Segment::Explicit(0, samples.groups[0], both), &block));
  EXPECT_THAT(Values(block), ElementsAre(1, 3));
}

TEST_F(RateTest, OfNoTicksIsNothing) {
  Run(Make({1}, {{10}}));
  const RateState before = state_;
  Run(Make({1}, {}));
  EXPECT_TRUE(dense_);
  EXPECT_EQ(state_.bits, before.bits);
  Run(Make({1}, {{13}}, base::kNanosPerSecond));
  EXPECT_THAT(Values(block_), ElementsAre(3));
}

TEST_F(RateTest, AfterAResetThereIsNoTickBefore) {
  Run(Make({1}, {{10}}));
  state_.Reset();
  Run(Make({1}, {{13}, {15}}, base::kNanosPerSecond));
  EXPECT_THAT(Cells(block_), ElementsAre(kPresent, kKnown));
  EXPECT_EQ(block_.values()[1], 2);
}

TEST_F(RateTest, IsPerSecondWhateverTheStep) {
  Run(Make({1}, {{10}, {13}, {15}}, 0, base::kNanosPerSecond / 4));
  EXPECT_EQ(block_.values()[1], 12);
  EXPECT_EQ(block_.values()[2], 8);
  state_.Reset();
  Run(Make({1}, {{10}, {70}}, 0, 60 * base::kNanosPerSecond));
  EXPECT_EQ(block_.values()[1], 1);
}

}  // namespace
}  // namespace pmapi
