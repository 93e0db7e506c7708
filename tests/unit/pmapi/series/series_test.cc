// Convert and Rate over hand-made samples; every expected value is computed
// by hand or written as pmie's own arithmetic.
#include "pmapi/series/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>

#include "pmapi/metric/units.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kBig = std::uint64_t{1} << 53;

// Samples of one metric: `ids` ascending, `rows` of bits; nullopt is absent.
using Rows = std::vector<std::vector<std::optional<std::uint64_t>>>;

Samples Make(std::vector<InstanceId> ids, const Rows& rows,
             std::int64_t first_ns = 0,
             std::int64_t step_ns = base::kNanosPerSecond) {
  Samples samples;
  samples.groups.push_back({InDom{1}, std::move(ids)});
  MetricSamples& metric = samples.metrics.emplace_back();
  metric.dense = true;
  for (const auto& row : rows) {
    const auto k = static_cast<std::int64_t>(samples.stamps.size());
    samples.stamps.push_back({first_ns + k * step_ns});
    metric.after_mark.push_back(0);
    for (const auto& value : row) {
      metric.bits.push_back(value.value_or(0));
      metric.cells.push_back(value ? kKnown : kAbsent);
      metric.dense &= value.has_value();
    }
  }
  return samples;
}

Block MakeBlock(int ticks, int width) {
  Block block;
  block.Reset(ticks, std::make_shared<std::vector<Lane>>(width));
  return block;
}

std::vector<double> Values(const Block& block) {
  return {block.values(), block.values() + block.size()};
}

std::vector<int> Cells(const Block& block) {
  return {block.cells(), block.cells() + block.size()};
}

std::uint64_t Bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

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

class RateTest : public ::testing::Test {
 protected:
  // Rates of a wildcard set, in order, from the state left so far.
  void Run(const Samples& samples, Type type = Type::kU64, double factor = 1) {
    block_ = MakeBlock(samples.ticks(),
                       static_cast<int>(samples.groups[0].instances.size()));
    dense_ = Rate(samples, samples.metrics[0], type, factor, options_,
                  Segment::Wildcard(0), &state_, &block_);
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

TEST_F(RateTest, ASuppressedValueIsUnknownAndTheNextHasNoOther) {
  Samples samples = Make({1}, {{10}, {0}, {30}, {40}});
  samples.metrics[0].cells[1] = kMember;
  samples.metrics[0].dense = false;
  Run(samples);
  EXPECT_THAT(Cells(block_), ElementsAre(kPresent, kMember, kPresent, kKnown));
}

TEST_F(RateTest, ExplicitLanesAreMembersFromTheFirstTick) {
  const Samples samples = Make({1, 2}, {{10, 5}, {12, 8}});
  const std::vector<InstanceId> written = {2, 9, 1};
  Block block = MakeBlock(2, 3);
  EXPECT_FALSE(Rate(samples, samples.metrics[0], Type::kU64, 1, {},
                    Segment::Explicit(0, samples.groups[0], written), &state_,
                    &block));
  EXPECT_THAT(Cells(block),
              ElementsAre(kMember, kMember, kMember, kKnown, kMember, kKnown));
  EXPECT_EQ(block.row(1)[0], 3);
  EXPECT_EQ(block.row(1)[2], 2);
}

}  // namespace
}  // namespace pmapi
