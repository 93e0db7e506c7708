// BitCounter beside counts that are kept one by one.
#include "engine/eval/bit_counter.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace engine::eval {
namespace {

using Word = BitCounter::Word;

class BitCounterTest : public ::testing::TestWithParam<std::pair<int, int>> {};

// Two words of lanes that go up and down at random.
TEST_P(BitCounterTest, CountsEachLaneByItself) {
  const auto [most, enough] = GetParam();
  BitCounter counter(most, enough);
  counter.Assign(2, most / 2);
  std::array<int, 128> counts;
  counts.fill(most / 2);
  std::mt19937 random(1);
  for (int step = 0; step < 400; ++step) {
    std::array<Word, 2> up = {};
    std::array<Word, 2> down = {};
    for (std::size_t lane = 0; lane < counts.size(); ++lane) {
      const int way = std::uniform_int_distribution<int>(-1, 1)(random);
      if (counts[lane] + way < 0 || counts[lane] + way > most) continue;
      counts[lane] += way;
      up[lane / 64] |= Word{way > 0} << lane % 64;
      down[lane / 64] |= Word{way < 0} << lane % 64;
    }
    for (int w = 0; w < 2; ++w) {
      counter.Add(w, up[static_cast<std::size_t>(w)]);
      counter.Subtract(w, down[static_cast<std::size_t>(w)]);
    }
    for (int lane = 0; lane < 128; ++lane) {
      const int count = counts[static_cast<std::size_t>(lane)];
      ASSERT_EQ(counter.count(lane / 64, lane % 64), count);
      ASSERT_EQ((counter.Enough(lane / 64) >> lane % 64 & 1) != 0,
                count >= enough)
          << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, BitCounterTest,
                         ::testing::Values(std::pair(1, 1), std::pair(2, 1),
                                           std::pair(3, 3), std::pair(7, 4),
                                           std::pair(8, 8), std::pair(8, 9),
                                           std::pair(60, 54),
                                           std::pair(5, 100)));

}  // namespace
}  // namespace engine::eval
