// Kernels: each kind beside the plain loop that it stands for, bit for bit.
#include "base/kernels/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace base::kernels {
namespace {

using ::testing::StrEq;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Their bits; a NaN is itself.
std::vector<std::uint64_t> BitsOf(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> bits;
  for (const double one : numbers) {
    bits.push_back(std::bit_cast<std::uint64_t>(one == one ? one : kNone));
  }
  return bits;
}

/// The same numbers at each run.
class KernelsTest : public testing::Test {
 protected:
  std::size_t Below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  /// Of any size, and those at which conversions go wrong.
  std::uint64_t AnyInteger() {
    constexpr std::uint64_t kEdges[] = {0,
                                        1,
                                        std::uint64_t{1} << 52,
                                        std::uint64_t{1} << 53,
                                        (std::uint64_t{1} << 53) + 1,
                                        std::uint64_t{1} << 63,
                                        (std::uint64_t{1} << 63) - 1,
                                        ~std::uint64_t{0},
                                        0xffffffff};
    if (Below(4) == 0) return kEdges[Below(std::size(kEdges))];
    const std::uint64_t any = random_();
    return (any << 32 ^ random_()) >> Below(64);
  }
  double AnyNumber() {
    constexpr double kEdges[] = {0, -0.0, 0.1, 1e17, -1e17, kInfinite, kNone};
    if (Below(4) == 0) return kEdges[Below(std::size(kEdges))];
    return static_cast<double>(static_cast<std::int64_t>(AnyInteger())) / 3;
  }
  std::vector<double> Numbers(std::size_t n) {
    std::vector<double> numbers(n);
    for (double& one : numbers) one = AnyNumber();
    return numbers;
  }

  std::mt19937 random_{1};
};

TEST_F(KernelsTest, ThePlainOnesComeFirstAndTheBestLast) {
  ASSERT_FALSE(Runnable().empty());
  EXPECT_THAT(Best().processor, StrEq(Runnable().back().processor));
}

TEST_F(KernelsTest, RowsAreAddedOneAfterAnother) {
  for (const Kernels& kernels : Runnable()) {
    for (int run = 0; run < 200; ++run) {
      const auto width = static_cast<int>(Below(20));
      const auto rows = static_cast<int>(Below(30));
      const auto size = static_cast<std::size_t>(width * rows);
      const std::vector<double> all = Numbers(size);
      std::vector<double> expected = Numbers(static_cast<std::size_t>(width));
      std::vector<double> total = expected;
      for (int r = rows - 1; r >= 0; --r) {
        for (int j = 0; j < width; ++j) expected[j] += all[r * width + j];
      }
      const double* last =
          rows == 0 ? all.data() : all.data() + (rows - 1) * width;
      kernels.add_rows_back(last, rows, width, total.data());
      ASSERT_EQ(BitsOf(total), BitsOf(expected)) << kernels.processor;
    }
  }
}

TEST_F(KernelsTest, IntegersAreRoundedOnce) {
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 0; n < 40; ++n) {
      std::vector<std::uint64_t> bits(n);
      for (std::uint64_t& one : bits) one = AnyInteger();
      const std::uint64_t offset = AnyInteger();
      const double factor = n % 2 == 0 ? 1 : 1.0 / 1024 / 3;
      std::uint64_t seen = 0;
      std::vector<double> expected;
      for (const std::uint64_t one : bits) {
        seen |= one + offset;
        const double number =
            static_cast<double>(static_cast<std::int64_t>(one));
        expected.push_back(number * factor);
      }
      std::vector<double> out(n);
      EXPECT_EQ(kernels.scale(bits.data(), n, offset, factor, out.data()), seen)
          << kernels.processor;
      ASSERT_EQ(BitsOf(out), BitsOf(expected)) << kernels.processor;
    }
  }
}

TEST_F(KernelsTest, WhatIsSaidToBeInterpolatedIs) {
  for (const Kernels& kernels : Runnable()) {
    int right = 0;
    for (int run = 0; run < 2000; ++run) {
      const std::size_t n = 1 + Below(9);
      std::vector<std::uint64_t> prior(n);
      std::vector<std::uint64_t> next(n);
      for (std::size_t i = 0; i < n; ++i) {
        prior[i] = AnyInteger() >> Below(32);
        next[i] = Below(3) == 0 ? AnyInteger() : prior[i] + Below(1000);
      }
      const double whole = 1 + static_cast<double>(Below(1000)) / 7;
      const double since = whole * static_cast<double>(Below(101)) / 100;
      std::vector<std::uint64_t> out(n);
      const std::uint64_t seen = kernels.interpolate(
          prior.data(), next.data(), n, since, whole, out.data());
      std::uint64_t all = 0;
      for (std::size_t i = 0; i < n; ++i) all |= out[i] | prior[i] | next[i];
      EXPECT_EQ(seen, all);
      if (seen >> 52 != 0) continue;
      for (std::size_t i = 0; i < n; ++i, ++right) {
        const auto p = static_cast<double>(static_cast<std::int64_t>(prior[i]));
        const auto d =
            static_cast<double>(static_cast<std::int64_t>(next[i] - prior[i]));
        const double exact = (0.5 + p) + (since * d) / whole;
        ASSERT_GT(exact, 0) << kernels.processor;
        ASSERT_EQ(out[i], static_cast<std::uint64_t>(exact))
            << kernels.processor << ' ' << prior[i] << ' ' << next[i];
      }
    }
    EXPECT_GT(right, 1000) << kernels.processor;
  }
}

TEST_F(KernelsTest, WhatCannotBeInterpolatedIsSaid) {
  const auto said = [](const Kernels& kernels, std::uint64_t prior,
                       std::uint64_t next) {
    std::uint64_t out = 0;
    return kernels.interpolate(&prior, &next, 1, 3, 10, &out) >> 52 != 0;
  };
  for (const Kernels& kernels : Runnable()) {
    EXPECT_FALSE(said(kernels, 10, 20)) << kernels.processor;
    EXPECT_FALSE(said(kernels, 20, 10)) << kernels.processor;
    EXPECT_TRUE(said(kernels, 0, ~std::uint64_t{9})) << "runs below nothing";
    EXPECT_TRUE(said(kernels, ~std::uint64_t{9}, 0)) << kernels.processor;
    EXPECT_TRUE(said(kernels, std::uint64_t{1} << 53, std::uint64_t{1} << 53));
  }
}

/// Counters of one row, interpolated, scaled and rated one after the other.
TEST_F(KernelsTest, OnePassIsAsGoodAsThree) {
  for (const Kernels& kernels : Runnable()) {
    for (int run = 0; run < 2000; ++run) {
      const std::size_t n = 1 + Below(20);
      std::vector<std::uint64_t> prior(n);
      std::vector<std::uint64_t> next(n);
      for (std::size_t i = 0; i < n; ++i) {
        prior[i] = AnyInteger() >> (12 + Below(32));
        next[i] = prior[i] + Below(1000);
      }
      std::vector<double> before(n);
      for (std::size_t i = 0; i < n; ++i) {
        before[i] = static_cast<double>(prior[i] - Below(2)) / 3;
      }
      std::vector<std::uint64_t> bits(n);
      std::vector<double> scaled(n);
      std::vector<double> rates(n);
      const std::uint64_t seen =
          kernels.interpolate(prior.data(), next.data(), n, 3, 7, bits.data());
      kernels.scale(bits.data(), n, 0, 1 / 3.0, scaled.data());
      const bool forwards =
          kernels.rate(scaled.data(), before.data(), 0.3, n, rates.data());
      std::vector<std::uint64_t> bits_at_once(n);
      std::vector<double> scaled_at_once(n);
      std::vector<double> rates_at_once(n);
      const std::uint64_t seen_at_once = kernels.interpolate_rate(
          {prior.data(), next.data(), 3, 7, 1 / 3.0, before.data(), 0.3,
           bits_at_once.data(), scaled_at_once.data(), rates_at_once.data()},
          n);
      ASSERT_EQ(seen_at_once, seen | (forwards ? 0 : std::uint64_t{1} << 63));
      if (seen >> 52 != 0) continue;
      ASSERT_EQ(bits_at_once, bits) << kernels.processor;
      ASSERT_EQ(BitsOf(scaled_at_once), BitsOf(scaled)) << kernels.processor;
      ASSERT_EQ(BitsOf(rates_at_once), BitsOf(rates)) << kernels.processor;
    }
  }
}

TEST_F(KernelsTest, WordsOfPairsAreTurnedRound) {
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 0; n < 40; ++n) {
      std::vector<std::uint8_t> pairs(8 * n);
      for (std::uint8_t& byte : pairs) {
        byte = static_cast<std::uint8_t>(Below(256));
      }
      std::vector<std::uint64_t> out(n);
      std::vector<std::uint64_t> with_sign(n);
      kernels.unpack_words(pairs.data(), n, 0, out.data());
      kernels.unpack_words(pairs.data(), n, std::uint64_t{1} << 31,
                           with_sign.data());
      for (std::size_t i = 0; i < n; ++i) {
        std::uint32_t word = 0;
        for (int k = 4; k < 8; ++k) word = word << 8 | pairs[8 * i + k];
        ASSERT_EQ(out[i], word) << kernels.processor;
        ASSERT_EQ(static_cast<std::int64_t>(with_sign[i]),
                  static_cast<std::int32_t>(word))
            << kernels.processor;
      }
    }
  }
}

TEST_F(KernelsTest, FirstWordsOfPairsAreComparedAndNoOthers) {
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 1; n < 40; ++n) {
      // Of its exact size: a read beyond the last pair is found.
      std::vector<std::uint8_t> pairs(8 * n);
      std::vector<std::uint64_t> firsts(n);
      for (std::uint8_t& byte : pairs) {
        byte = static_cast<std::uint8_t>(Below(256));
      }
      for (std::size_t i = 0; i < n; ++i) {
        std::memcpy(&firsts[i], &pairs[8 * i], 4);
      }
      EXPECT_TRUE(kernels.same_firsts(pairs.data(), firsts.data(), n))
          << kernels.processor;
      const std::size_t changed = 8 * Below(n) + Below(4);
      pairs[changed] ^= 0x40;
      EXPECT_FALSE(kernels.same_firsts(pairs.data(), firsts.data(), n))
          << kernels.processor << ", byte " << changed << " of " << 8 * n;
    }
  }
}

TEST_F(KernelsTest, NumbersOfBlocksAreTurnedRoundAndHeadersCompared) {
  const std::uint8_t header[] = {3, 0, 0, 12};
  std::uint32_t as_it_lies;
  std::memcpy(&as_it_lies, header, sizeof as_it_lies);
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 1; n < 40; ++n) {
      // Of its exact size: a read beyond the last block is found.
      std::vector<std::uint8_t> blocks(12 * n);
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < n; ++i) {
        std::copy_n(header, 4, &blocks[12 * i]);
        std::uint64_t number = 0;
        for (std::size_t k = 4; k < 12; ++k) {
          blocks[12 * i + k] = static_cast<std::uint8_t>(Below(256));
          number = number << 8 | blocks[12 * i + k];
        }
        expected.push_back(number);
      }
      std::vector<std::uint64_t> out(n);
      EXPECT_TRUE(
          kernels.unpack_blocks(blocks.data(), n, as_it_lies, out.data()));
      ASSERT_EQ(out, expected) << kernels.processor;
      blocks[12 * Below(n) + Below(4)] ^= 0x40;
      EXPECT_FALSE(
          kernels.unpack_blocks(blocks.data(), n, as_it_lies, out.data()))
          << kernels.processor;
    }
  }
}

TEST_F(KernelsTest, RatesAreDifferencesASecond) {
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 0; n < 40; ++n) {
      const std::vector<double> before = Numbers(n);
      const std::vector<double> now = Numbers(n);
      std::vector<double> expected;
      for (std::size_t i = 0; i < n; ++i) {
        expected.push_back((now[i] - before[i]) / 0.3);
      }
      std::vector<double> out(n);
      kernels.rate(now.data(), before.data(), 0.3, n, out.data());
      ASSERT_EQ(BitsOf(out), BitsOf(expected)) << kernels.processor;
    }
  }
}

double Joined(Operator op, double a, double b) {
  switch (op) {
    case Operator::kAdd:
      return a + b;
    case Operator::kSubtract:
      return a - b;
    case Operator::kMultiply:
      return a * b;
    case Operator::kDivide:
      return a / b;
  }
  return kNone;
}

TEST_F(KernelsTest, PairsAreJoinedByEachOperator) {
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 1; n < 30; ++n) {
      const std::vector<double> a = Numbers(n);
      const std::vector<double> b = Numbers(n);
      for (std::size_t k = 0; k < kOperators; ++k) {
        const auto op = static_cast<Operator>(k);
        for (const auto& [a_single, b_single] :
             {std::pair(false, false), {true, false}, {false, true}}) {
          std::vector<double> expected;
          for (std::size_t i = 0; i < n; ++i) {
            expected.push_back(
                Joined(op, a[a_single ? 0 : i], b[b_single ? 0 : i]));
          }
          std::vector<double> out(n);
          kernels.JoinBy(op)(a.data(), a_single, b.data(), b_single, n,
                             out.data());
          ASSERT_EQ(BitsOf(out), BitsOf(expected))
              << kernels.processor << " operator " << k;
        }
      }
    }
  }
}

TEST_F(KernelsTest, ACounterThatWentBackIsSeenWhereverItStands) {
  for (const Kernels& kernels : Runnable()) {
    for (std::size_t n = 1; n < 40; ++n) {
      const std::vector<double> before(n, 5);
      std::vector<double> now(n, 5);
      std::vector<double> out(n);
      const auto forwards = [&] {
        return kernels.rate(now.data(), before.data(), 1, n, out.data());
      };
      EXPECT_TRUE(forwards()) << "nothing has changed";
      now[n - 1] = 4;
      EXPECT_FALSE(forwards()) << kernels.processor;
      now.assign(n, 6);
      EXPECT_TRUE(forwards());
      now[0] = -kInfinite;
      EXPECT_FALSE(forwards()) << kernels.processor;
    }
  }
}

}  // namespace
}  // namespace base::kernels
