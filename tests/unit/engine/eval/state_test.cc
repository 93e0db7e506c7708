// State: what its callers rely on beside the values (random_program_test.cc).
#include "engine/eval/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {
namespace {

using program::Node;
using program::Program;
using ::testing::ElementsAre;
using tests::BlockOf;
using tests::InstancesOf;

expr::Layout Plain() {
  expr::Layout layout;
  layout.labels = {{}};
  return layout;
}

const base::Timestamp kStamps[] = {{10}, {20}, {30}};

Input ThreeTicks(std::span<const pmapi::Column> columns = {}) {
  return Input{kStamps, columns};
}

TEST(State, InternsTheProgramsStringsFirst) {
  Program program;
  program.strings = {"idle", "busy"};
  program.layouts = {Plain()};
  program.nodes = {Node{program::Constant{1}, 0, program::kKept}};
  pmapi::StringPool strings;
  State state(program, &strings, {}, {});
  EXPECT_EQ(strings.Text(0), "idle");
  EXPECT_EQ(strings.Intern("busy"), 1);
  state.Run(ThreeTicks());
  EXPECT_THAT(RowsOf(state.outcome(0)), ElementsAre("1", "1", "1"));
}

TEST(State, AsksTheClockForEachTick) {
  Program program;
  program.layouts = {Plain()};
  program.nodes = {Node{program::ClockVariable{program::ast::ClockField::kHour},
                        0, program::kKept}};
  pmapi::StringPool strings;
  State state(program, &strings,
              [](program::ast::ClockField field, base::Timestamp time) {
                EXPECT_EQ(field, program::ast::ClockField::kHour);
                return static_cast<double>(time.ns) + 0.5;
              },
              {});
  state.Run(ThreeTicks());
  EXPECT_THAT(RowsOf(state.outcome(0)), ElementsAre("10.5", "20.5", "30.5"));
}

// -(-(-c)) three times over one column: blocks are given away and taken again.
TEST(State, MemoryOfWhatIsNotReadAgainIsReused) {
  Program program;
  program.layouts = {Plain()};
  program.columns.resize(1);
  program.nodes.push_back(Node{program::ReadColumn{0}, 0, 9});
  for (int i = 1; i < 10; ++i) {
    const program::NodeId operand = i % 3 == 1 ? 0 : i - 1;
    program.nodes.push_back(
        Node{program::Unary{program::ast::UnaryOp::kNegate, operand}, 0,
             i % 3 == 0 ? program::kKept : i + 1});
  }
  pmapi::StringPool strings;
  State state(program, &strings, {}, {});
  // Three that are kept and one more.
  const int width[] = {1};
  EXPECT_EQ(state.BytesPerTick(width),
            4 * (sizeof(double) + sizeof(pmapi::Cell)));
  pmapi::Column column;
  column.block = BlockOf(InstancesOf({-1}), {"1", "?", "3"});
  state.Run(ThreeTicks({&column, 1}));
  for (const program::NodeId kept : {3, 6, 9}) {
    EXPECT_THAT(RowsOf(state.outcome(kept)), ElementsAre("-1", "?", "-3"));
  }
}

TEST(State, WhatNobodyReadsIsNoHarm) {
  Program program;
  program.layouts = {Plain()};
  program.nodes = {Node{program::Constant{1}, 0, program::kNoNode},
                   Node{program::Never{}, 0, program::kKept}};
  pmapi::StringPool strings;
  State state(program, &strings, {}, {});
  state.Run(ThreeTicks());
  EXPECT_THAT(RowsOf(state.outcome(1)), ElementsAre("?", "?", "?"));
}

}  // namespace
}  // namespace engine::eval
