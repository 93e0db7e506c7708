// Operands: all that a node reads, in order.
#include "engine/program/operands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::program {
namespace {

using ::testing::ElementsAre;

TEST(ProgramOperands, AreAllThatANodeReads) {
  const auto operands = [](Operation operation) {
    std::vector<NodeId> all;
    ForEachOperand(&operation, [&](NodeId one) { all.push_back(one); });
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
  EXPECT_THAT(operands(ReduceLanes{{}, 8}), ElementsAre(8));
  EXPECT_THAT(operands(Never{}), ElementsAre());
  EXPECT_THAT(operands(Awaits{9}), ElementsAre(9));
}

TEST(ProgramOperands, CanBeChanged) {
  Operation operation = Align{6, 7};
  ForEachOperand(&operation, [](NodeId& one) { one += 10; });
  EXPECT_EQ(operation, Operation(Align{16, 17}));
}

}  // namespace
}  // namespace engine::program
