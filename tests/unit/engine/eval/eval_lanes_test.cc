// Pairing by position, and matching by name.
#include "engine/eval/eval_lanes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::RowsOf;

std::vector<std::string> Aligned(const pmapi::Block& operand,
                                 const pmapi::Block& lead) {
  pmapi::Block out;
  out.Reset(lead.ticks(), lead.lanes());
  EvalAlign(operand, lead, &out);
  return RowsOf(out);
}

TEST(EvalAlign, TheKthThatIsPresentMeetsTheKth) {
  const auto lead =
      BlockOf(InstancesOf({0, 1, 2}), {"1 1 1", "- 1 ?", "1 - +"});
  const auto operand = BlockOf(InstancesOf({5, 6, 7, 8}),
                               {"10 - 20 30", "10 20 - -", "- + ? -"});
  EXPECT_THAT(Aligned(operand, lead),
              ElementsAre("10 20 30", "- 10 20", "+ - ?"));
}

TEST(EvalAlign, WhereTheyAreNotAsManyEveryMemberIsUnknown) {
  const auto lead = BlockOf(InstancesOf({0, 1}), {"1 ?", "+ 1", "- 1", "- -"});
  const auto operand =
      BlockOf(InstancesOf({5, 6, 7}), {"1 2 3", "1 - -", "1 2 -", "1 - -"});
  EXPECT_THAT(Aligned(operand, lead), ElementsAre("? ?", "+ ?", "- ?", "- -"));
}

TEST(EvalAlign, NoneWithNone) {
  const auto lead = BlockOf(InstancesOf({0, 1}), {"- -"});
  const auto operand = BlockOf(InstancesOf({5}), {"-"});
  EXPECT_THAT(Aligned(operand, lead), ElementsAre("- -"));
}

TEST(EvalAlign, OntoASingleLane) {
  const auto lead = BlockOf(InstancesOf({-1}), {"1", "1", "1"});
  const auto operand = BlockOf(InstancesOf({5, 6}), {"- 7", "- -", "7 8"});
  EXPECT_THAT(Aligned(operand, lead), ElementsAre("7", "?", "?"));
}

TEST(Widen, PutsTheNewLanesInFront) {
  pmapi::Block out;
  Widen(BlockOf(InstancesOf({5, 6}), {"1 ?", "+ 0"}), InstancesOf({-1, 5, 6}),
        &out);
  EXPECT_THAT(RowsOf(out), ElementsAre("- 1 ?", "- + 0"));
  Widen(BlockOf(InstancesOf({5}), {"1"}), InstancesOf({5}), &out);
  EXPECT_THAT(RowsOf(out), ElementsAre("1"));
}

TEST(EvalAlign, IsDenseOnlyWhereAllIsKnown) {
  const auto lead = BlockOf(InstancesOf({0, 1}), {"1 1", "1 1"});
  pmapi::Block out;
  out.Reset(2, lead.lanes());
  EvalAlign(BlockOf(InstancesOf({5, 6}), {"1 2", "3 4"}), lead, &out);
  EXPECT_TRUE(out.dense());
  EvalAlign(BlockOf(InstancesOf({5}), {"1", "2"}), lead, &out);
  EXPECT_FALSE(out.dense());
}

class MatchingTest : public ::testing::Test {
 protected:
  MatchingTest() {
    open_.kind = expr::Layout::Kind::kOpen;
    open_.sources = {4};
    open_.indoms = {pmapi::InDom{9}};
    names_.instance = [this](int source, pmapi::InDom indom,
                             pmapi::InstanceId id) -> std::string_view {
      EXPECT_EQ(source, 4);
      EXPECT_EQ(indom, pmapi::InDom{9});
      ++looked_up_;
      static constexpr std::string_view kNames[] = {"sda", "sdb", "nvme0"};
      return kNames[id];
    };
  }

  static program::Match Node(std::string_view pattern, bool negated) {
    auto compiled = base::Pattern::Compile(std::string(pattern));
    CHECK(compiled.has_value());
    return {*std::move(compiled), negated, 0};
  }

  std::vector<std::string> Run(NameMatcher* matching,
                               const expr::Layout& layout,
                               const Truths& operand) {
    Truths out;
    out.Reset(operand.ticks(), operand.lanes());
    matching->Run(operand, layout, names_, &out);
    return RowsOf(out);
  }

  expr::Layout open_;
  Names names_;
  int looked_up_ = 0;
};

// But all that is present is a member, and not without a value.
TEST_F(MatchingTest, ANameThatMatchesIsAsTheOperand) {
  const auto block =
      TruthsOf(InstancesOf({0, 1, 2}), {"1 0 1", "0 1 0", "? ? ?", "+ + -"});
  const program::Match node = Node("^sd", false);
  NameMatcher matching(node);
  EXPECT_THAT(Run(&matching, open_, block),
              ElementsAre("1 0 0", "0 1 0", "u u 0", "u u -"));
  const program::Match negated = Node("^sd", true);
  NameMatcher not_matching(negated);
  EXPECT_THAT(Run(&not_matching, open_, block),
              ElementsAre("0 0 1", "0 0 0", "0 0 u", "0 0 -"));
}

TEST_F(MatchingTest, NamesAreLookedUpOnceALaneSet) {
  const program::Match node = Node("a", false);
  NameMatcher matching(node);
  const auto first = TruthsOf(InstancesOf({0, 2}), {"1 1"});
  Run(&matching, open_, first);
  Run(&matching, open_, first);
  EXPECT_EQ(looked_up_, 2);
  EXPECT_THAT(Run(&matching, open_, TruthsOf(InstancesOf({0, 1}), {"1 1"})),
              ElementsAre("1 0"));
  EXPECT_EQ(looked_up_, 4);
}

TEST_F(MatchingTest, ExplicitInstancesMatchAsTheRuleWritesThem) {
  expr::Layout fixed;
  fixed.kind = expr::Layout::Kind::kFixed;
  fixed.sources = {4};
  fixed.labels = {{0, 0, "sda"}, {0, 0, "sda as written"}};
  const program::Match node = Node("written", false);
  NameMatcher matching(node);
  EXPECT_THAT(Run(&matching, fixed, TruthsOf(InstancesOf({0, 0}), {"1 1"})),
              ElementsAre("0 1"));
}

TEST_F(MatchingTest, WhatHasNoInstancesNeverMatches) {
  expr::Layout single;
  single.labels = {{}};
  const auto block = TruthsOf(InstancesOf({-1}), {"1", "0", "?"});
  for (const bool negated : {false, true}) {
    const program::Match node = Node("", negated);
    NameMatcher matching(node);
    EXPECT_THAT(Run(&matching, single, block), ElementsAre("0", "0", "u"));
  }
}

}  // namespace
}  // namespace engine::eval
