// RingFold beside the plain fold of each window, bit for bit.
#include "engine/eval/ring_fold.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/block_text.h"

namespace engine::eval {
namespace {

using program::Reducer;

double Step(Reducer reducer, double a, double b) {
  if (reducer == Reducer::kSum) return a + b;
  return (reducer == Reducer::kMin ? b < a : b > a) ? b : a;
}

/// Numbers whose sums depend on their order, and whose extremes do.
double AnyNumber(std::mt19937* random) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kNumbers[] = {0.0, -0.0, 1,     0.1,       -3,
                                        1.0, 1e17, -1e17, kInfinite, kNone};
  std::uniform_int_distribution<std::size_t> any(0, std::size(kNumbers) - 1);
  return kNumbers[any(*random)];
}

class RingFoldTest : public testing::TestWithParam<Reducer> {
 protected:
  /// `blocks` of at most three ticks, the lanes of some others, with a mark
  /// that goes on or, one time in `resets`, anywhere else.
  void RunAtRandom(int samples, int blocks, int resets) {
    std::mt19937 random(static_cast<unsigned>(samples * 100 + resets));
    const auto below = [&random](int n) {
      return std::uniform_int_distribution<int>(0, n - 1)(random);
    };
    History history(samples - 1, pmapi::kAbsent);
    RingFold fold(GetParam(), samples);
    std::int64_t now = 0;
    int newer = 0;
    for (int b = 0; b < blocks; ++b) {
      pmapi::Block block = AnyBlock(1 + below(3), &random);
      history.Append(block);
      for (int t = 0; t < block.ticks(); ++t, ++now) {
        newer = below(resets) == 0 ? below(samples) : (newer + 1) % samples;
        const bool passed_by = below(20) == 0;
        if (t - samples + 1 < -history.held() || passed_by) continue;
        Compare(history, t, now, newer, samples, &fold);
      }
      history.Keep();
    }
    EXPECT_GT(compared_, blocks);
  }

 private:
  pmapi::Block AnyBlock(int ticks, std::mt19937* random) {
    if (std::uniform_int_distribution<int>(0, 9)(*random) == 0) {
      lanes_ = lanes_ == narrow_ ? wide_ : narrow_;
    }
    pmapi::Block block;
    block.Reset(ticks, lanes_);
    for (std::size_t i = 0; i < block.size(); ++i) {
      block.values()[i] = AnyNumber(random);
      block.cells()[i] = pmapi::kKnown;
    }
    return block;
  }

  void Compare(const History& history, int tick, std::int64_t now, int newer,
               int samples, RingFold* fold) {
    std::vector<double> out(static_cast<std::size_t>(history.width()));
    fold->Fold(history, tick, now, newer, out.data());
    for (std::size_t j = 0; j < out.size(); ++j) {
      double plain = history.row(tick - newer)[j];
      for (int i = 1; i < samples; ++i) {
        const int age = (newer + i) % samples;
        plain = Step(GetParam(), plain, history.row(tick - age)[j]);
      }
      const bool same = std::isnan(plain)
                            ? std::isnan(out[j])
                            : std::bit_cast<std::uint64_t>(plain) ==
                                  std::bit_cast<std::uint64_t>(out[j]);
      ASSERT_TRUE(same) << plain << " is " << out[j] << " at " << now;
      ++compared_;
    }
  }

  const pmapi::LaneSet narrow_ = tests::InstancesOf({1, 2, 3});
  const pmapi::LaneSet wide_ = tests::InstancesOf({0, 1, 2, 3, 4, 5, 6});
  pmapi::LaneSet lanes_ = narrow_;
  int compared_ = 0;
};

TEST_P(RingFoldTest, IsThePlainFold) {
  for (const int samples : {1, 2, 3, 5, 8, 13}) RunAtRandom(samples, 200, 1000);
}

TEST_P(RingFoldTest, IsThePlainFoldThoughTheRingBeginsAnew) {
  for (const int samples : {1, 2, 3, 5, 8, 13}) RunAtRandom(samples, 200, 5);
}

INSTANTIATE_TEST_SUITE_P(OfEach, RingFoldTest,
                         testing::Values(Reducer::kSum, Reducer::kMin,
                                         Reducer::kMax));

}  // namespace
}  // namespace engine::eval
