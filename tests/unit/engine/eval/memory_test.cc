// What nodes remember, and what of it goes on in another program.
#include "engine/eval/memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using program::Node;
using ::testing::ElementsAre;
using tests::InstancesOf;

/// Of a node that is read no more: what refers to it is not run here.
Memory Of(program::Operation op) {
  program::Program program;
  program.layouts.resize(1);
  program.nodes.resize(2);
  return MemoryFor(Node{std::move(op)}, program);
}

TEST(Memory, IsOfThoseThatLookBackOrAtLanes) {
  using program::ast::UnaryOp;
  const auto has_none = [](program::Operation op) {
    return std::holds_alternative<std::monostate>(Of(std::move(op)));
  };
  EXPECT_TRUE(has_none(program::Constant{1}));
  EXPECT_TRUE(has_none(program::Binary{}));
  EXPECT_TRUE(has_none(program::Unary{UnaryOp::kNot, 0}));
  EXPECT_TRUE(
      std::holds_alternative<Rate>(Of(program::Unary{UnaryOp::kRate, 0})));
  EXPECT_TRUE(
      std::holds_alternative<Edge>(Of(program::Unary{UnaryOp::kFalling, 0})));
  EXPECT_TRUE(std::holds_alternative<Delayed>(Of(program::Delay{0, 1})));
  EXPECT_TRUE(std::holds_alternative<Retained>(Of(program::Retain{0, 2})));
  EXPECT_TRUE(
      std::holds_alternative<EitherLogic>(Of(program::Either{{{}, 0, 1}})));
}

TEST(Memory, OfAnEdgeGoesOn) {
  const program::Unary rising{program::ast::UnaryOp::kRising, 0};
  Memory before = Of(rising);
  Memory now = Of(rising);
  const auto run = [](Memory* memory, const std::string& truth) {
    const Truths truths = TruthsOf(InstancesOf({0}), {truth});
    Truths out;
    out.Reset(1, truths.lanes());
    std::get<Edge>(*memory).Run(truths, &out);
    return RowsOf(out);
  };
  run(&before, "0");
  ContinueMemory(&before, &now);
  EXPECT_THAT(run(&now, "1"), ElementsAre("1"));
}

}  // namespace
}  // namespace engine::eval
