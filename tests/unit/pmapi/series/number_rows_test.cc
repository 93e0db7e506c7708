// NumberRows over hand-made rows; every expected value is computed by hand or
// written as pmie's own arithmetic.
#include "pmapi/series/number_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>

#include "base/stamp.h"

namespace pmapi {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::Pair;

/// Rows of bits; nullopt is absent.
using Rows = std::vector<std::vector<std::optional<std::uint64_t>>>;

constexpr std::uint64_t kBig = std::uint64_t{1} << 53;

std::uint64_t Bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

class NumberRowsTest : public ::testing::Test {
 protected:
  /// Forgets all that was.
  void Make(Type type = Type::kU64, double factor = 1, bool rate = true,
            bool counter_wrap = false) {
    numbers_.emplace(NumberForm{type, factor, rate, {counter_wrap}});
  }
  /// A block of rows a second apart, or `step_ns`; the `marked`-th after a
  /// mark.
  void Run(const std::vector<InstanceId>& ids, const Rows& rows,
           std::int64_t first_ns = 0,
           std::int64_t step_ns = base::kNanosPerSecond, int marked = -1) {
    numbers_->Begin(ids, rows.size());
    std::int64_t ns = first_ns;
    for (const auto& row : rows) {
      std::vector<std::uint64_t> bits;
      std::vector<Cell> cells;
      for (const auto& value : row) {
        bits.push_back(value.value_or(0));
        cells.push_back(value ? kKnown : kAbsent);
      }
      const RowTime time{base::StampSeconds({ns}), origin_, marked-- == 0};
      numbers_->Put(time, bits.data(), cells.data());
      ns += step_ns;
    }
    numbers_->Finish();
  }
  std::size_t size() const { return numbers_->rows() * numbers_->width(); }
  std::vector<double> Values() const {
    const auto begin = numbers_->values().begin();
    return {begin, begin + static_cast<std::ptrdiff_t>(size())};
  }
  std::vector<int> Cells() const {
    const auto begin = numbers_->cells().begin();
    return {begin, begin + static_cast<std::ptrdiff_t>(size())};
  }

  std::optional<NumberRows> numbers_{NumberForm{Type::kU64, 1, true}};
  std::int64_t origin_ = 0;
};

TEST_F(NumberRowsTest, EveryNumericTypeTimesTheFactor) {
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
    Make(c.type, 0.001, false);
    Run({3}, {{c.bits}});
    EXPECT_THAT(Values(), ElementsAre(c.value * 0.001)) << TypeName(c.type);
    EXPECT_THAT(Cells(), ElementsAre(kKnown));
    EXPECT_TRUE(numbers_->known());
  }
}

TEST_F(NumberRowsTest, ValuesThatAreNotThereAreZeroAndAbsent) {
  Make(Type::kU32, 1, false);
  Run({1, 2}, {{10, 20}, {11, {}}, {12, 22}});
  EXPECT_THAT(Values(), ElementsAre(10, 20, 11, 0, 12, 22));
  EXPECT_THAT(Cells(),
              ElementsAre(kKnown, kKnown, kKnown, kAbsent, kKnown, kKnown));
  EXPECT_FALSE(numbers_->known());
}

TEST_F(NumberRowsTest, FirstRowsOfRatesArePresentAndBlocksGoOn) {
  Run({1, 2}, {{10, 100}, {15, 100}});
  EXPECT_THAT(Cells(), ElementsAre(kPresent, kPresent, kKnown, kKnown));
  EXPECT_THAT(Values(), ElementsAre(0, 0, 5, 0));
  EXPECT_FALSE(numbers_->known());
  Run({1, 2}, {{18, 104}}, 2 * base::kNanosPerSecond);
  EXPECT_THAT(Values(), ElementsAre(3, 4));
  EXPECT_TRUE(numbers_->known());
}

TEST_F(NumberRowsTest, LanesMayChangeBetweenBlocks) {
  Run({1, 4}, {{10, 40}});
  Run({0, 1, 3, 4}, {{1, 12, 30, 43}}, base::kNanosPerSecond);
  EXPECT_THAT(Cells(), ElementsAre(kPresent, kKnown, kPresent, kKnown));
  EXPECT_THAT(Values(), ElementsAre(0, 2, 0, 3));
}

TEST_F(NumberRowsTest, EachSampleIsScaledThenSubtractedThenDivided) {
  // pmie showed 13928356255363810 for this rate times 1e15.
  const std::int64_t start = 1700000003456461000;
  Make(Type::kU64, 0.001);
  Run({1}, {{181853}, {283530}}, start, 7'300'000'000);
  const double seconds = (1700000010.0 + 756461e-6) - (1700000003 + 456461e-6);
  const double rate = (283530 * 0.001 - 181853 * 0.001) / seconds;
  EXPECT_EQ(Values()[1], rate);
  EXPECT_EQ(std::round(Values()[1] * 1e15), 13928356255363810);
}

TEST_F(NumberRowsTest, BackwardsIsAMemberWithoutAValue) {
  Make(Type::kU32);
  Run({1, 2}, {{10, 10}, {9, 11}, {10, 12}});
  EXPECT_THAT(Cells(),
              ElementsAre(kPresent, kPresent, kMember, kKnown, kKnown, kKnown));
}

TEST_F(NumberRowsTest, WrapsAreCorrectedInRawUnitsThenScaled) {
  Make(Type::kU32, 1024, true, true);
  Run({1}, {{0xfffffff0}, {0x10}});
  EXPECT_EQ(Values()[1], 32 * 1024) << "pmie adds 2^32 unscaled";
  Make(Type::k32, 1, true, true);
  Run({1}, {{Bits(2147483640)}, {Bits(-2147483640)}});
  EXPECT_EQ(Values()[1], 16);
  Make(Type::kU64, 1, true, true);
  Run({1}, {{0xfffffffffffffff0}, {0x10}});
  EXPECT_EQ(Values()[1], 32);
  const auto bits = [](double d) { return std::bit_cast<std::uint64_t>(d); };
  Make(Type::kDouble, 1, true, true);
  Run({1}, {{bits(2.0)}, {bits(1.0)}});
  EXPECT_EQ(Cells()[1], kMember) << "doubles do not wrap";
}

TEST_F(NumberRowsTest, BeyondWhatDoublesHoldIntegersAreSubtracted) {
  // 2^53 + 1 and 2^53 + 2: as doubles they differ by 2 or by nothing.
  Run({1, 2}, {{kBig + 1, kBig + 2}, {kBig + 2, kBig + 3}});
  EXPECT_THAT(Values(), ElementsAre(0, 0, 1, 1));
  const auto low = Bits(-static_cast<std::int64_t>(kBig) - 3);
  Make(Type::k64);
  Run({1}, {{low}, {low + 1}});
  EXPECT_EQ(Values()[1], 1);
}

TEST_F(NumberRowsTest, WhatLiesBetweenTwoRecordsIsADouble) {
  // Of 2^53 + 3 the nearest is 2^53 + 4.
  for (const bool counter_wrap : {false, true}) {
    Make(Type::kU64, 1, true, counter_wrap);
    const std::uint64_t rows[] = {kBig + 3, kBig + 4, kBig + 3, kBig + 4};
    numbers_->Begin({1}, std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
      const RowTime time{static_cast<double>(i), 0, false, i == 1};
      numbers_->Put(time, &rows[i], std::array{kKnown}.data());
    }
    numbers_->Finish();
    EXPECT_THAT(Values(), ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(Cells(), ElementsAre(kPresent, kKnown, kKnown, kKnown));
  }
}

TEST_F(NumberRowsTest, AcrossAMarkItIsUnknown) {
  Run({1, 2}, {{10, 10}, {20, {}}, {30, 40}}, 0, base::kNanosPerSecond, 2);
  EXPECT_THAT(Cells(), ElementsAre(kPresent, kPresent, kKnown, kAbsent, kMember,
                                   kPresent));
}

TEST_F(NumberRowsTest, WhereTimeStandsStillOrGoesBackItIsUnknown) {
  Run({1, 2}, {{10, 10}}, 5 * base::kNanosPerSecond);
  Run({1, 2}, {{10, 11}}, 5 * base::kNanosPerSecond);
  EXPECT_THAT(Cells(), ElementsAre(kMember, kMember));
  EXPECT_FALSE(numbers_->known());
  Run({1, 2}, {{12, 13}}, 3 * base::kNanosPerSecond);
  EXPECT_THAT(Cells(), ElementsAre(kMember, kMember));
  EXPECT_THAT(Values(), ElementsAre(0, 0));
  Run({1, 2}, {{14, 16}}, 4 * base::kNanosPerSecond);
  EXPECT_THAT(Values(), ElementsAre(2, 3));
}

TEST_F(NumberRowsTest, BetweenTwoOriginsItIsUnknown) {
  origin_ = 1;
  Run({1}, {{10}});
  origin_ = 2;
  Run({1}, {{12}, {15}}, base::kNanosPerSecond);
  EXPECT_THAT(Cells(), ElementsAre(kMember, kKnown));
  EXPECT_THAT(Values(), ElementsAre(0, 3));
}

TEST_F(NumberRowsTest, ABlockWithoutRowsChangesNothing) {
  Run({1}, {{10}});
  Run({1}, {});
  EXPECT_TRUE(numbers_->known());
  EXPECT_EQ(numbers_->rows(), 0u);
  Run({1}, {{13}}, base::kNanosPerSecond);
  EXPECT_THAT(Values(), ElementsAre(3));
}

TEST_F(NumberRowsTest, GoesOnFromAnothersLastRow) {
  Run({1, 2}, {{10, 20}});
  const NumberRows before = *numbers_;
  Make();
  numbers_->Continue(before);
  Run({2, 3}, {{23, 30}}, base::kNanosPerSecond);
  EXPECT_THAT(Cells(), ElementsAre(kKnown, kPresent));
  EXPECT_THAT(Values(), ElementsAre(3, 0));
}

/// Counters that fall and rise around what doubles hold, with gaps, in blocks.
TEST_F(NumberRowsTest, ALanesRatesAreTheSameBesideAnyNumberOfOthers) {
  std::mt19937_64 random(7);
  std::vector<std::optional<std::uint64_t>> lane(200);
  for (auto& value : lane) {
    if (random() % 8 != 0) value = kBig - 40 + random() % 60;
  }
  const auto rates_beside = [&](std::size_t others) {
    Make();
    std::vector<InstanceId> ids(1 + others);
    std::iota(ids.begin(), ids.end(), 0);
    std::vector<std::pair<int, double>> rates;
    for (std::size_t i = 0; i < lane.size(); i += 2) {
      Rows rows(2, Rows::value_type(1 + others, std::uint64_t{i}));
      rows[0][0] = lane[i];
      rows[1][0] = lane[i + 1];
      Run(ids, rows, static_cast<std::int64_t>(i) * base::kNanosPerSecond);
      for (std::size_t row = 0; row < 2; ++row) {
        const std::size_t at = row * ids.size();
        rates.emplace_back(Cells()[at], Values()[at]);
      }
    }
    return rates;
  };
  const auto alone = rates_beside(0);
  EXPECT_THAT(alone, Contains(Pair(kKnown, Gt(0))));
  EXPECT_THAT(alone, Contains(Pair(kMember, 0)));
  for (const std::size_t others : {1, 63, 64, 100}) {
    EXPECT_EQ(rates_beside(others), alone) << others;
  }
}

/// A lane's cells and values, row by row.
using LaneText = std::vector<std::pair<int, double>>;

/// Counters that rise and now and then fall; lanes come and go, each with
/// neighbours.
TEST_F(NumberRowsTest, EachLaneOfManyIsAsItIsAlone) {
  std::mt19937_64 random(11);
  for (const std::size_t width : {1, 7, 8, 9, 24, 70}) {
    std::vector<InstanceId> ids(width);
    std::iota(ids.begin(), ids.end(), 0);
    Rows rows(40, Rows::value_type(width));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t i = 0; i < width; ++i) {
        const bool here = (row / 3 + i / 8) % 4 != 0;
        if (random() % 50 == 0 ? here : !here) continue;
        rows[row][i] = 100 * row + random() % (random() % 20 == 0 ? 900 : 90);
      }
    }
    Make();
    std::vector<LaneText> together(width);
    Run(ids, rows);
    for (std::size_t at = 0; at < size(); ++at) {
      together[at % width].emplace_back(Cells()[at], Values()[at]);
    }
    for (std::size_t i = 0; i < width; ++i) {
      Rows own(rows.size());
      for (std::size_t row = 0; row < rows.size(); ++row) {
        own[row] = {rows[row][i]};
      }
      Make();
      Run({1}, own);
      LaneText alone;
      for (std::size_t at = 0; at < size(); ++at) {
        alone.emplace_back(Cells()[at], Values()[at]);
      }
      ASSERT_EQ(together[i], alone) << "lane " << i << " of " << width;
    }
  }
}

TEST_F(NumberRowsTest, WiderRowsHaveWhatTheyHad) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 100; ++round) {
    std::vector<InstanceId> few;
    std::vector<InstanceId> all;
    for (InstanceId id = 0; id < 30; ++id) {
      const auto part = random() % 4;
      if (part > 0) all.push_back(id);
      if (part > 1) few.push_back(id);
    }
    const std::size_t rows = random() % 5;
    Make(Type::kU32, 1, false);
    numbers_->Begin(few, rows);
    std::vector<double> expected;
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<std::uint64_t> bits;
      for (const InstanceId id : few) bits.push_back(100 * row + id + 1);
      numbers_->PutKnown({static_cast<double>(row), 0, false}, bits.data());
      for (const InstanceId id : all) {
        const bool had = std::binary_search(few.begin(), few.end(), id);
        expected.push_back(had ? static_cast<double>(100 * row + id + 1) : 0);
      }
    }
    numbers_->Widen(all, rows);
    numbers_->Finish();
    ASSERT_EQ(Values(), expected) << round;
    for (std::size_t at = 0; at < size(); ++at) {
      ASSERT_EQ(Cells()[at], expected[at] > 0 ? kKnown : kAbsent) << round;
    }
  }
}

TEST_F(NumberRowsTest, IsPerSecondWhateverTheStep) {
  Run({1}, {{10}, {13}, {15}}, 0, base::kNanosPerSecond / 4);
  EXPECT_THAT(Values(), ElementsAre(0, 12, 8));
  Make();
  Run({1}, {{10}, {70}}, 0, 60 * base::kNanosPerSecond);
  EXPECT_EQ(Values()[1], 1);
}

/// Columns 1 and 3, then, behind the second row, 2, too.
class LateNumbersTest : public NumberRowsTest {
 protected:
  void Widen() {
    numbers_->Begin({1, 3}, 4);
    const std::uint64_t rows[][2] = {{10, 30}, {11, 33}};
    numbers_->PutKnown({1, 0, false}, rows[0]);
    numbers_->PutKnown({2, 0, false}, rows[1]);
    numbers_->Widen({1, 2, 3}, 4);
  }
};

TEST_F(LateNumbersTest, ValuesStandInTheirRows) {
  Make(Type::kU32, 2, false);
  Widen();
  numbers_->PutLate(1, 1, 21, nullptr);
  numbers_->Finish();
  EXPECT_THAT(Values(), ElementsAre(20, 0, 60, 22, 42, 66));
  EXPECT_THAT(Cells(),
              ElementsAre(kKnown, kAbsent, kKnown, kKnown, kKnown, kKnown));
}

TEST_F(LateNumbersTest, WhatIsNoRateKeepsItsCell) {
  Make(Type::kU32, 2, false);
  Widen();
  numbers_->PutLate(1, 1, 0, nullptr, kMember);
  const std::uint64_t row[] = {1, 0, 3};
  const Cell cells[] = {kKnown, kMember, kKnown};
  numbers_->Put({3, 0, false}, row, cells);
  numbers_->Finish();
  EXPECT_THAT(Cells(), ElementsAre(kKnown, kAbsent, kKnown, kKnown, kMember,
                                   kKnown, kKnown, kMember, kKnown));
}

TEST_F(LateNumbersTest, RatesAreToTheRowBeforeAndGoOn) {
  Widen();
  const std::uint64_t first = 20;
  numbers_->PutLate(0, 1, first, nullptr);
  numbers_->PutLate(1, 1, 25, &first);
  const std::uint64_t row[] = {12, 27, 34};
  numbers_->PutKnown({3, 0, false}, row);
  numbers_->Finish();
  EXPECT_THAT(Values(), ElementsAre(0, 0, 0, 1, 5, 3, 1, 2, 1));
  EXPECT_THAT(Cells(), ElementsAre(kPresent, kPresent, kPresent, kKnown, kKnown,
                                   kKnown, kKnown, kKnown, kKnown));
}

TEST_F(LateNumbersTest, RowsThatAreTakenBackAreNotThere) {
  Widen();
  numbers_->Truncate(1);
  numbers_->Finish();
  EXPECT_THAT(Cells(), ElementsAre(kPresent, kAbsent, kPresent));
}

/// A counter between two records, at 0 s and at 10 s.
class CountersBetweenTest : public NumberRowsTest {
 protected:
  bool Put(std::uint64_t prior, std::uint64_t next, double at) {
    return numbers_->PutBetween({at, 0, false}, &prior, &next, at, 10);
  }
  void PutBits(std::uint64_t bits, double at) {
    numbers_->PutKnown({at, 0, false}, &bits);
  }
};

TEST_F(CountersBetweenTest, AreInterpolatedScaledAndRated) {
  Make(Type::kU32, 0.5);
  numbers_->Begin({1}, 3);
  EXPECT_FALSE(Put(100, 200, 2)) << "there is no row before";
  PutBits(120, 2);
  EXPECT_TRUE(Put(100, 203, 5));
  EXPECT_TRUE(Put(100, 203, 6));
  numbers_->Finish();
  // 152 and 162: half more than 151.5 and 161.8, without their fractions.
  EXPECT_THAT(Values(), ElementsAre(0, 16 / 3.0, 5));
  EXPECT_THAT(Cells(), ElementsAre(kPresent, kKnown, kKnown));
}

TEST_F(CountersBetweenTest, AreLeftToOthersWhereTheyFallOrAreLarge) {
  numbers_->Begin({1}, 3);
  PutBits(120, 2);
  EXPECT_FALSE(Put(100, 50, 5));
  EXPECT_FALSE(Put(100, std::uint64_t{1} << 60, 5));
  EXPECT_FALSE(numbers_->PutBetween({5, 0, true}, nullptr, nullptr, 5, 10));
  EXPECT_EQ(numbers_->rows(), 1u);
  PutBits(126, 5);
  numbers_->Finish();
  EXPECT_THAT(Values(), ElementsAre(0, 2));
}

}  // namespace
}  // namespace pmapi
