// Which nodes come to truths.
#include "engine/eval/forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::eval {
namespace {

using program::Node;
using program::ast::BinaryOp;
using program::ast::Reducer;
using program::ast::UnaryOp;
using ::testing::ElementsAre;

std::vector<bool> Forms(std::vector<program::Operation> operations) {
  program::Program program;
  for (program::Operation& op : operations) {
    program.nodes.push_back(Node{std::move(op)});
  }
  return FindTruths(program);
}

TEST(FindTruths, GoesByTheOperation) {
  EXPECT_THAT(
      Forms({program::ReadColumn{0}, program::Constant{1},
             program::Binary{BinaryOp::kDivide, 0, 1},
             program::Binary{BinaryOp::kLess, 0, 1},
             program::Binary{BinaryOp::kNotEqual, 0, 1},
             program::Binary{BinaryOp::kOr, 3, 4},
             program::Either{{BinaryOp::kAnd, 3, 4}},
             program::StandIn{{BinaryOp::kAnd, 3, 4}},
             program::Match{nullptr, false, 3}}),
      ElementsAre(false, false, false, true, true, true, true, true, true));
}

TEST(FindTruths, OfUnaryOperatorsAndReductions) {
  const program::Binary less{BinaryOp::kLess, 0, 0};
  EXPECT_THAT(
      Forms({program::ReadColumn{0}, less, program::Unary{UnaryOp::kNot, 1},
             program::Unary{UnaryOp::kRising, 1},
             program::Unary{UnaryOp::kNegate, 0},
             program::ReduceLanes{{Reducer::kCount, 0}, 1},
             program::ReduceLanes{{Reducer::kAll, 0}, 1},
             program::ReduceSamples{{Reducer::kSome, 0}, 1, 2, {}},
             program::ReduceSamples{{Reducer::kMax, 0}, 0, 2, {}}}),
      ElementsAre(false, true, true, true, false, false, true, true, false));
}

TEST(FindTruths, WhatMovesValuesIsAsItsOperandAndWhatShowsThemNumbers) {
  EXPECT_THAT(
      Forms({program::ReadColumn{0}, program::Binary{BinaryOp::kLess, 0, 0},
             program::Delay{0, 1}, program::Delay{1, 1}, program::Align{1, 0},
             program::Align{0, 1}, program::Retain{1, 2}}),
      ElementsAre(false, true, false, true, true, false, false));
}

}  // namespace
}  // namespace engine::eval
