// Keys: equal for what is the same, different for what differs in one field.
#include "engine/program/key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace engine::program {
namespace {

using ::testing::ElementsAre;

TEST(Key, TellsNodesApartByEachField) {
  const auto pattern = *base::Pattern::Compile("^sd");
  const Binary add{ast::BinaryOp::kAdd, 1, 2};
  const Reduction sum{Reducer::kSum, 0};
  const std::vector<Operation> all = {
      Constant{1},
      Constant{2},
      Text{1},
      Text{2},
      Clock{ast::ClockField::kHour},
      Clock{ast::ClockField::kDay},
      ReadColumn{1},
      ReadColumn{2},
      Delay{1, 2},
      Delay{2, 1},
      Unary{ast::UnaryOp::kRate, 1, 2},
      Unary{ast::UnaryOp::kRate, 1, 3},
      Unary{ast::UnaryOp::kNot, 1, 2},
      add,
      Binary{ast::BinaryOp::kAdd, 2, 1},
      Binary{ast::BinaryOp::kAnd, 1, 2},
      Binary{ast::BinaryOp::kAdd, 1, 2, false},
      Binary{ast::BinaryOp::kAdd, 1, 2, true, 1},
      Binary{ast::BinaryOp::kAdd, 1, 2, true, 2, 1},
      Either{add},
      StandIn{add},
      Align{1, 2},
      ReduceLanes{sum, 1},
      ReduceLanes{sum, 1, true},
      ReduceLanes{{Reducer::kPercent, 50}, 1},
      ReduceLanes{{Reducer::kPercent, 60}, 1},
      ReduceSamples{sum, 1, 2, {}},
      ReduceSamples{sum, 1, 3, {}},
      ReduceSamples{sum, 1, 2, {}, true},
      Match{pattern, false, 1, 0},
      Match{pattern, true, 1, 0},
      Match{pattern, false, 1, 1},
      Never{},
      Retain{1, 2},
      Retain{2, 2}};
  std::set<Key> keys;
  for (const Operation& one : all) {
    EXPECT_TRUE(keys.insert(KeyOf(one, 0)).second) << one.index();
    EXPECT_TRUE(keys.insert(KeyOf(one, 1)).second) << one.index();
    EXPECT_EQ(KeyOf(one, 0), KeyOf(Operation(one), 0)) << one.index();
  }
}

TEST(Key, TellsLayoutsApartByEachField) {
  expr::Layout layout;
  std::set<std::string> keys;
  const auto differs = [&] {
    EXPECT_TRUE(keys.insert(KeyOf(layout)).second) << KeyOf(layout);
  };
  differs();
  layout.kind = expr::Layout::Kind::kOpen;
  differs();
  layout.parts = 2;
  differs();
  layout.sources = {1};
  differs();
  layout.sources = {1, 2};
  differs();
  layout.indoms = {pmapi::InDom{3}};
  differs();
  layout.labels = {{0, 1, "a"}};
  differs();
  layout.labels = {{0, 1, "a|0 1 1a"}};
  differs();
  layout.labels = {{0, 1, "a"}, {0, 1, "a"}};
  differs();
}

TEST(Key, OperandsAreAllThatANodeReads) {
  const auto operands = [](Operation operation) {
    std::vector<NodeId> all;
    ForEachOperand(&operation, [&](NodeId* one) { all.push_back(*one); });
    return all;
  };
  EXPECT_THAT(operands(Constant{1}), ElementsAre());
  EXPECT_THAT(operands(ReadColumn{1}), ElementsAre());
  EXPECT_THAT(operands(Delay{3, 1}), ElementsAre(3));
  EXPECT_THAT(operands(Binary{ast::BinaryOp::kAdd, 4, 5}), ElementsAre(4, 5));
  EXPECT_THAT(operands(Either{{ast::BinaryOp::kAnd, 4, 5}}), ElementsAre(4, 5));
  EXPECT_THAT(operands(StandIn{{ast::BinaryOp::kAnd, 4, 5}}),
              ElementsAre(4, 5));
  EXPECT_THAT(operands(Align{6, 7}), ElementsAre(6, 7));
}

}  // namespace
}  // namespace engine::program
