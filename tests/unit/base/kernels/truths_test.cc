// TruthKernels: each kind beside the plain loop that it stands for.
#include "base/kernels/truths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace base::kernels {
namespace {

using ::testing::StrEq;

bool Related(Relation relation, double a, double b) {
  switch (relation) {
    case Relation::kLess:
      return a < b;
    case Relation::kLessEqual:
      return a <= b;
    case Relation::kGreater:
      return a > b;
    case Relation::kGreaterEqual:
      return a >= b;
    case Relation::kEqual:
      return a == b;
    case Relation::kNotEqual:
      return a != b;
  }
  return false;
}

/// The same numbers at each run.
class TruthKernelsTest : public testing::Test {
 protected:
  std::size_t Below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  /// Of few, so that some are equal.
  std::vector<double> Numbers(std::size_t n) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    constexpr double kAll[] = {0, -0.0, 1, 2, -1, kInfinite, -kInfinite, kNone};
    std::vector<double> numbers(n);
    for (double& one : numbers) one = kAll[Below(std::size(kAll))];
    return numbers;
  }
  std::vector<Word> Words(std::size_t n) {
    std::vector<Word> words(n);
    for (Word& one : words) one = Word{random_()} << 32 ^ random_();
    return words;
  }

  std::mt19937 random_{1};
};

TEST_F(TruthKernelsTest, ThePlainOnesComeFirstAndTheBestLast) {
  ASSERT_FALSE(RunnableOfTruths().empty());
  EXPECT_THAT(BestOfTruths().processor,
              StrEq(RunnableOfTruths().back().processor));
}

std::vector<Word> Expected(Relation relation, const std::vector<double>& a,
                           bool a_single, const std::vector<double>& b,
                           bool b_single, RowShape shape) {
  std::vector<Word> words(shape.rows * shape.words());
  for (std::size_t t = 0; t < shape.rows; ++t) {
    for (std::size_t j = 0; j < shape.width; ++j) {
      const std::size_t at = t * shape.width + j;
      const bool truth =
          Related(relation, a[a_single ? t : at], b[b_single ? t : at]);
      words[t * shape.words() + j / kWordBits] |= Word{truth} << j % kWordBits;
    }
  }
  return words;
}

TEST_F(TruthKernelsTest, NumbersAreComparedRowByRow) {
  constexpr std::size_t kWidths[] = {0, 1, 2, 5, 63, 64, 65, 128, 200};
  for (const TruthKernels& kernels : RunnableOfTruths()) {
    for (const std::size_t width : kWidths) {
      const RowShape shape{3, width};
      const std::vector<double> a =
          Numbers(3 * std::max(width, std::size_t{1}));
      const std::vector<double> b = Numbers(a.size());
      for (std::size_t k = 0; k < kRelations; ++k) {
        const auto relation = static_cast<Relation>(k);
        for (const auto& [a_single, b_single] :
             {std::pair(false, false), {true, false}, {false, true}}) {
          std::vector<Word> out(shape.rows * shape.words(), ~Word{0});
          kernels.RelateBy(relation)(a.data(), a_single, b.data(), b_single,
                                     shape, out.data());
          ASSERT_EQ(out, Expected(relation, a, a_single, b, b_single, shape))
              << kernels.processor << " relation " << k << " width " << width;
        }
      }
    }
  }
}

TEST_F(TruthKernelsTest, TruthsAreCountedFromLaneToLane) {
  for (const TruthKernels& kernels : RunnableOfTruths()) {
    for (int run = 0; run < 2000; ++run) {
      const RowShape shape{2, 1 + Below(260)};
      const std::vector<Word> bits = Words(2 * shape.words());
      const std::size_t first = Below(shape.width);
      const std::size_t n = 1 + Below(shape.width - first);
      std::vector<std::uint32_t> expected(2);
      for (std::size_t t = 0; t < 2; ++t) {
        for (std::size_t j = first; j < first + n; ++j) {
          const Word word = bits[t * shape.words() + j / kWordBits];
          expected[t] += (word >> j % kWordBits & 1) != 0;
        }
      }
      std::vector<std::uint32_t> counts(2);
      kernels.count(bits.data(), shape, first, n, counts.data());
      ASSERT_EQ(counts, expected)
          << kernels.processor << " " << n << " from " << first;
    }
  }
}

}  // namespace
}  // namespace base::kernels
