// Counts and quantifiers over lanes.
#include "engine/eval/reduce_truths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using program::Reducer;
using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;
using tests::LaneSetOf;

std::vector<std::string> Reduced(program::Reduction reduction,
                                 const pmapi::Block& operand, int hosts = 0,
                                 int parts = 1) {
  std::vector<pmapi::InstanceId> groups(
      static_cast<std::size_t>(hosts > 0 ? hosts : 1));
  const pmapi::LaneSet lanes = InstancesOf(groups);
  expr::Layout layout;
  layout.kind = expr::Layout::Kind::kOpen;
  layout.parts = parts;
  layout.sources.resize(static_cast<std::size_t>(hosts * parts));
  const program::ReduceLanes node{reduction, 0, hosts > 0};
  LaneRoom room;
  if (IsQuantifier(reduction.reducer)) {
    Truths out = RoomFor(operand.ticks(), lanes);
    QuantifyLanes(node, TruthsOf(operand), layout, &room, &out);
    return RowsOf(out);
  }
  pmapi::Block out;
  out.Reset(operand.ticks(), lanes);
  CountLanes(node, TruthsOf(operand), layout, &room, &out);
  return tests::RowsOf(out);
}

std::vector<std::string> Over4(Reducer reducer,
                               const std::vector<std::string>& rows) {
  return Reduced({reducer, 0}, BlockOf(InstancesOf({0, 1, 2, 3}), rows));
}

TEST(ReduceTruths, CountIsOfWhatIsTrue) {
  EXPECT_THAT(Over4(Reducer::kCount,
                    {"1 0 1 1", "1 ? ? 0", "- 1 + ?", "? ? ? ?", "- - + -"}),
              ElementsAre("3", "?", "?", "?", "?"));
}

TEST(ReduceTruths, WhatIsUndecidedDoesNotCount) {
  EXPECT_THAT(
      Over4(Reducer::kCount, {"1 u u 0", "- 1 + u", "u u u u", "1 u ? 0"}),
      ElementsAre("1", "1", "0", "?"));
}

TEST(ReduceTruths, SomeAndAllAreKnownOnceAMemberDecides) {
  const std::vector<std::string> rows = {"1 ? 0 0", "0 ? 0 0", "0 0 0 0",
                                         "1 ? 1 1", "1 1 1 1", "- 1 - +",
                                         "- 0 - +", "? - - -", "- - - +"};
  EXPECT_THAT(Over4(Reducer::kSome, rows),
              ElementsAre("1", "?", "0", "1", "1", "1", "0", "?", "?"));
  EXPECT_THAT(Over4(Reducer::kAll, rows),
              ElementsAre("0", "0", "0", "?", "1", "1", "0", "?", "?"));
}

TEST(ReduceTruths, AQuantifierIsUndecidedWhereEveryMemberHasAValue) {
  const std::vector<std::string> rows = {"1 u 0 0", "0 u 0 0", "1 u 1 1",
                                         "u ? - -", "u - + u"};
  EXPECT_THAT(Over4(Reducer::kSome, rows),
              ElementsAre("1", "u", "1", "?", "u"));
  EXPECT_THAT(Over4(Reducer::kAll, rows), ElementsAre("0", "0", "u", "?", "u"));
}

std::string Percent(double percent, const std::string& row) {
  std::vector<pmapi::InstanceId> ids((row.size() + 1) / 2);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int>(i);
  return Reduced({Reducer::kPercent, percent},
                 BlockOf(InstancesOf(ids), {row}))[0];
}

// docs/pmie.md, "Truth": of three, 67% and 80% need two.
TEST(ReduceTruths, PercentIsRoundedToMembers) {
  EXPECT_EQ(Percent(67, "1 1 0"), "1");
  EXPECT_EQ(Percent(67, "1 0 0"), "0");
  EXPECT_EQ(Percent(80, "1 1 0"), "1");
  EXPECT_EQ(Percent(90, "1 1 0"), "0");
  EXPECT_EQ(Percent(90, "1 1 1"), "1");
  EXPECT_EQ(Percent(50, "1 0 0"), "0");
  EXPECT_EQ(Percent(50, "1 1 0"), "1");
  EXPECT_EQ(Percent(49, "1 0 0"), "1");
  EXPECT_EQ(Percent(0, "0 0 0"), "1");
  EXPECT_EQ(Percent(100, "1 1 1"), "1");
  EXPECT_EQ(Percent(101, "1 1 1"), "1");
  EXPECT_EQ(Percent(200, "1 1 1"), "0");
}

TEST(ReduceTruths, PercentIsUnknownWhereUnknownMembersCouldChangeIt) {
  EXPECT_EQ(Percent(50, "1 1 ? 0"), "1");  // two needed, two there
  EXPECT_EQ(Percent(50, "1 ? ? 0"), "?");
  EXPECT_EQ(Percent(50, "1 u u 0"), "u");
  EXPECT_EQ(Percent(50, "1 u ? 0"), "?");
  EXPECT_EQ(Percent(50, "? 0 0 0"), "0");  // one more is not enough
  EXPECT_EQ(Percent(100, "1 1 1 ?"), "?");
  EXPECT_EQ(Percent(100, "0 ? ? ?"), "0");
  EXPECT_EQ(Percent(0, "- + -"), "?");
}

TEST(ReduceTruths, PercentRoundedToNoneIsKnownByATrueMemberOrByAll) {
  EXPECT_EQ(Percent(0, "? ? ?"), "?");
  EXPECT_EQ(Percent(0, "0 ? 0"), "?");
  EXPECT_EQ(Percent(0, "0 u 0"), "u");
  EXPECT_EQ(Percent(0, "1 ? 0"), "1");
  EXPECT_EQ(Percent(20, "?"), "?");
  EXPECT_EQ(Percent(20, "? 0"), "?");
  EXPECT_EQ(Percent(20, "? 1"), "1");
  EXPECT_EQ(Percent(20, "0 0"), "1");
  EXPECT_EQ(Percent(20, "? 0 0"), "?");  // one needed
}

TEST(ReduceTruths, PercentIsOfTheMembersOfNow) {
  EXPECT_EQ(Percent(50, "1 - - -"), "1");
  EXPECT_EQ(Percent(50, "1 0 - +"), "1");
  EXPECT_EQ(Percent(51, "1 0 0 -"), "0");
}

// Lanes 0:1 0:2, none of host 1, 2:1.
pmapi::Block ThreeHosts(const std::vector<std::string>& rows) {
  return BlockOf(LaneSetOf({{0, 1}, {0, 2}, {2, 1}}), rows);
}

TEST(ReduceTruths, ByHostTruths) {
  const pmapi::Block block = ThreeHosts({"1 0 0", "? 1 1", "0 0 ?"});
  EXPECT_THAT(Reduced({Reducer::kSome, 0}, block, 3),
              ElementsAre("1 u 0", "1 u 1", "0 u ?"));
  EXPECT_THAT(Reduced({Reducer::kCount, 0}, block, 3),
              ElementsAre("1 ? 0", "? ? 1", "0 ? ?"));
}

TEST(ReduceTruths, ByHostAQuantifierWithoutMembersIsUndecidedBesideOthers) {
  const pmapi::Block block = ThreeHosts({"- + 1", "- - -", "+ - +"});
  EXPECT_THAT(Reduced({Reducer::kAll, 0}, block, 3),
              ElementsAre("u u 1", "? ? ?", "? ? ?"));
  EXPECT_THAT(Reduced({Reducer::kAll, 0}, block), ElementsAre("1", "?", "?"));
}

// Two hosts with two parts each, of which one at a time has members.
TEST(ReduceTruths, ByHostTheLanesOfAllParts) {
  const pmapi::Block block =
      BlockOf(LaneSetOf({{0, 1}, {0, 2}, {1, 1}, {2, 1}, {3, 1}, {3, 4}}),
              {"1 0 - 0 - -", "- - 0 - 1 1"});
  EXPECT_THAT(Reduced({Reducer::kSome, 0}, block, 2, 2),
              ElementsAre("1 0", "0 1"));
  EXPECT_THAT(Reduced({Reducer::kCount, 0}, block, 2, 2),
              ElementsAre("1 0", "0 2"));
  EXPECT_THAT(Reduced({Reducer::kCount, 0}, block, 0, 2),
              ElementsAre("1", "2"));
}

// 70 lanes of one host and 70 of another, in three words.
TEST(ReduceTruths, ByHostLanesOfMoreThanAWord) {
  std::vector<pmapi::Lane> lanes;
  std::string known;
  std::string some;
  for (int lane = 0; lane < 140; ++lane) {
    lanes.push_back({lane / 70, lane % 70});
    known += lane % 70 == 69 ? "1 " : "0 ";
    some += lane == 69 ? "1 " : lane == 100 ? "? " : lane == 139 ? "u " : "0 ";
  }
  const pmapi::Block block = BlockOf(LaneSetOf(lanes), {known, some});
  EXPECT_THAT(Reduced({Reducer::kCount, 0}, block, 2),
              ElementsAre("1 1", "1 ?"));
  EXPECT_THAT(Reduced({Reducer::kSome, 0}, block, 2),
              ElementsAre("1 1", "1 ?"));
  EXPECT_THAT(Reduced({Reducer::kPercent, 2}, block, 2),
              ElementsAre("1 1", "1 ?"));
  EXPECT_THAT(Reduced({Reducer::kCount, 0}, block), ElementsAre("2", "?"));
}

TEST(ReduceTruths, OfMoreHostsThanAWordHas) {
  std::vector<pmapi::Lane> lanes;
  std::string row;
  std::string some;
  std::string all;
  for (int host = 0; host < 70; ++host) {
    row += host % 3 == 0 ? "1 0 " : "0 0 ";
    some += (host == 0 ? "" : " ") + std::string(host % 3 == 0 ? "1" : "0");
    all += host == 0 ? "0" : " 0";
    lanes.insert(lanes.end(), {{host, 0}, {host, 1}});
  }
  const pmapi::Block block = BlockOf(LaneSetOf(lanes), {row});
  EXPECT_THAT(Reduced({Reducer::kSome, 0}, block, 70), ElementsAre(some));
  EXPECT_THAT(Reduced({Reducer::kAll, 0}, block, 70), ElementsAre(all));
}

TEST(ReduceTruths, EachTickByItself) {
  const auto five = BlockOf(InstancesOf({0, 1, 2, 3, 4}),
                            {"1 0 1 1 1", "0 0 0 0 0", "1 1 1 1 1"});
  EXPECT_THAT(Reduced({Reducer::kCount, 0}, five), ElementsAre("4", "0", "5"));
  EXPECT_THAT(Reduced({Reducer::kAll, 0}, five), ElementsAre("0", "0", "1"));
}

TEST(ReduceTruths, NoLanesAtAll) {
  pmapi::Block none;
  none.Reset(2, InstancesOf({}));
  none.set_dense(true);
  for (const Reducer reducer :
       {Reducer::kCount, Reducer::kAll, Reducer::kPercent}) {
    EXPECT_THAT(Reduced({reducer, 0}, none), ElementsAre("?", "?"));
  }
}

}  // namespace
}  // namespace engine::eval
