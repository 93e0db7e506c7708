// MarkRule: lanes that had a value before a mark have none after it.
#include "pmapi/fetch/mark_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Cell K = kKnown;
constexpr Cell A = kAbsent;

/// Two columns of samples, of which the block has both or one.
class MarkRuleTest : public testing::Test {
 protected:
  /// The cells of the block's lanes [ticks][lanes], which were all known.
  std::vector<Cell> Apply(std::vector<int> from, std::vector<Cell> cells,
                          std::vector<std::uint8_t> marks, bool rate) {
    NumberRows rows(NumberForm{Type::kU32, 1, false});
    rows.Begin({1, 2}, marks.size());
    const std::uint64_t bits[] = {1, 1};
    for (std::size_t t = 0; t < marks.size(); ++t) {
      rows.Put({}, bits, cells.data() + 2 * t);
    }
    rows.Finish();
    Segment segment{0, from, false, true};
    auto lanes = std::make_shared<std::vector<Lane>>(from.size());
    Block block;
    block.Reset(static_cast<int>(marks.size()), lanes);
    std::fill_n(block.values(), block.ticks() * block.width(), 1.0);
    std::fill_n(block.cells(), block.ticks() * block.width(), kKnown);
    all_ = rule_.Apply(rows, 0, marks, segment, rate, &block);
    return {block.cells(), block.cells() + block.ticks() * block.width()};
  }

  MarkRule rule_;
  bool all_ = false;
};

TEST_F(MarkRuleTest, ATickAfterAMarkHasNoneOfWhatWasBefore) {
  EXPECT_THAT(Apply({0}, {K, A, K, K, K, K}, {0, 1, 0}, false),
              ElementsAre(K, kMember, K));
  EXPECT_FALSE(all_);
  EXPECT_THAT(rule_.left_out(), ElementsAre(false, true, false));
}

TEST_F(MarkRuleTest, ARateHasNoneAtTheNextTickEither) {
  EXPECT_THAT(Apply({0}, {K, A, K, K, K, K, K, K}, {0, 1, 0, 0}, true),
              ElementsAre(K, kMember, kMember, K));
}

TEST_F(MarkRuleTest, OtherLanesDoNotMatter) {
  EXPECT_THAT(Apply({1}, {K, A, K, K, K, K}, {0, 1, 0}, true),
              ElementsAre(K, K, K));
  EXPECT_TRUE(all_);
  EXPECT_THAT(rule_.left_out(), IsEmpty());
}

TEST_F(MarkRuleTest, LanesOfOneColumnAreLeftOutTogether) {
  EXPECT_THAT(Apply({0, -1, 1}, {K, A, K, K}, {0, 1}, false),
              ElementsAre(K, K, K, kMember, kMember, kMember));
}

TEST_F(MarkRuleTest, WhatWasLeftOutWasNotThere) {
  EXPECT_THAT(Apply({0}, {K, A, K, A, K, A}, {0, 1, 1}, false),
              ElementsAre(K, kMember, K));
}

TEST_F(MarkRuleTest, BlocksGoOn) {
  EXPECT_THAT(Apply({0}, {K, A}, {0}, true), ElementsAre(K));
  EXPECT_THAT(Apply({0}, {K, A}, {1}, true), ElementsAre(kMember));
  EXPECT_THAT(rule_.left_out(), ElementsAre(true));
  EXPECT_THAT(Apply({0}, {K, A}, {0}, true), ElementsAre(kMember));
  EXPECT_THAT(rule_.left_out(), IsEmpty());
  EXPECT_THAT(Apply({0}, {K, A}, {0}, true), ElementsAre(K));
  EXPECT_THAT(Apply({0}, {A, A}, {0}, true), ElementsAre(K)) << "not its task";
  EXPECT_THAT(Apply({0}, {K, A}, {1}, true), ElementsAre(K));
}

}  // namespace
}  // namespace pmapi
