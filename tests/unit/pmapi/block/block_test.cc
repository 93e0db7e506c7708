// Block: which rows are known throughout.
#include "pmapi/block/block.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pmapi {
namespace {

Block KnownBlock(int ticks, int width) {
  Block block;
  block.Reset(ticks, std::make_shared<const std::vector<Lane>>(
                         static_cast<std::size_t>(width)));
  std::fill_n(block.cells(), block.size(), kKnown);
  return block;
}

TEST(Block, ARowIsKnownIfEveryCellIs) {
  for (const int width : {1, 7, 8, 9, 16, 21}) {
    for (int lane = 0; lane < width; ++lane) {
      Block block = KnownBlock(3, width);
      block.cell_row(1)[lane] = kMember;
      EXPECT_TRUE(block.known(0));
      EXPECT_FALSE(block.known(1)) << lane << " of " << width;
      EXPECT_TRUE(block.known(2));
    }
  }
}

TEST(Block, WithoutLanesEveryRowIsKnown) {
  EXPECT_TRUE(KnownBlock(1, 0).known(0));
}

}  // namespace
}  // namespace pmapi
