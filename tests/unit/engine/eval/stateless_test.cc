// Which nodes need nothing but the columns of a tick, and which are handed
// over.
#include "engine/eval/stateless.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::eval {
namespace {

using program::Node;
using program::ast::BinaryOp;
using program::ast::ClockField;
using program::ast::Reducer;
using program::ast::UnaryOp;
using ::testing::ElementsAre;

/// Nodes of one layout; those of `kept` are read after the run.
program::Program ProgramOf(std::vector<program::Operation> operations,
                           const std::vector<program::NodeId>& kept) {
  program::Program program;
  program.layouts.resize(1);
  for (program::Operation& op : operations) {
    program.nodes.push_back(Node{std::move(op)});
  }
  for (const program::NodeId node : kept) {
    program.nodes[node].last_use = program::kKept;
  }
  return program;
}

/// As has(), a node each.
std::vector<bool> Has(const program::Program& program) {
  const Stateless stateless(program);
  std::vector<bool> has;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    has.push_back(stateless.has(static_cast<program::NodeId>(i)));
  }
  return has;
}

TEST(Stateless, IsWhatRemembersNothing) {
  const program::ReduceLanes some{{Reducer::kSome}, 1};
  const program::ReduceSamples all{{Reducer::kAll}, 1, 3, {}, false};
  EXPECT_THAT(
      Has(ProgramOf(
          {program::ReadColumn{0}, program::Binary{BinaryOp::kLess, 0, 0}, some,
           all, program::Unary{UnaryOp::kNot, 1},
           program::Unary{UnaryOp::kRising, 1}, program::Delay{0, 1},
           program::Retain{0, 2}, program::ClockVariable{ClockField::kHour}},
          {})),
      ElementsAre(true, true, true, false, true, false, false, false, false));
}

TEST(Stateless, IsNothingThatIsMadeOfWhatRemembers) {
  EXPECT_THAT(Has(ProgramOf({program::ReadColumn{0}, program::Delay{0, 1},
                             program::Binary{BinaryOp::kLess, 0, 1},
                             program::Binary{BinaryOp::kLess, 0, 0},
                             program::Binary{BinaryOp::kAnd, 2, 3}},
                            {})),
              ElementsAre(true, false, false, true, false));
}

TEST(Stateless, IsHandedOverWhereOthersReadIt) {
  // c; c + c; c + c < c; rising of that; !(c < c); -(c + c), which is kept.
  const program::Program program = ProgramOf(
      {program::ReadColumn{0}, program::Binary{BinaryOp::kAdd, 0, 0},
       program::Binary{BinaryOp::kLess, 1, 0},
       program::Unary{UnaryOp::kRising, 2}, program::Unary{UnaryOp::kNot, 2},
       program::Unary{UnaryOp::kNegate, 1}},
      {3, 5});
  const Stateless stateless(program);
  EXPECT_EQ(stateless.numbers(), 1u);
  EXPECT_EQ(stateless.truths(), 1u);
  EXPECT_EQ(stateless.place(0), Stateless::kNone) << "a column";
  EXPECT_EQ(stateless.place(1), Stateless::kNone) << "read by stateless ones";
  EXPECT_EQ(stateless.place(2), 0);
  EXPECT_TRUE(stateless.is_truth(2));
  EXPECT_EQ(stateless.place(4), Stateless::kNone) << "read by nobody";
  EXPECT_EQ(stateless.place(5), 0);
  EXPECT_FALSE(stateless.is_truth(5));
  EXPECT_THAT(stateless.remembered(), ElementsAre(2));
}

TEST(Stateless, RemembersColumnsThatOthersRead) {
  EXPECT_THAT(
      Stateless(ProgramOf({program::ReadColumn{0}, program::ReadColumn{1},
                           program::Delay{1, 2}},
                          {2}))
          .remembered(),
      ElementsAre(1));
}

TEST(Precomputed, IsFoundByNode) {
  const Stateless nodes(
      ProgramOf({program::ReadColumn{0}, program::Unary{UnaryOp::kNegate, 0},
                 program::Binary{BinaryOp::kLess, 0, 1}},
                {1, 2}));
  Precomputed precomputed{&nodes, std::vector<pmapi::Block>(1),
                          std::vector<Truths>(1)};
  const void* found = nullptr;
  precomputed.Visit(1, [&](auto* block) { found = block; });
  EXPECT_EQ(found, &precomputed.numbers[0]);
  precomputed.Visit(2, [&](auto* block) { found = block; });
  EXPECT_EQ(found, &precomputed.truths[0]);
}

}  // namespace
}  // namespace engine::eval
