// Slots: of each form, given away after the last use.
#include "engine/eval/slots.h"

#include <gtest/gtest.h>

#include "engine/eval/forms.h"

namespace engine::eval {
namespace {

using program::Node;
using program::ast::BinaryOp;

/// A column, and what is compared with it and joined, one after the other.
program::Program Chain() {
  program::Program program;
  program.layouts.resize(1);
  program.nodes = {
      Node{program::ReadColumn{0}, 0, 4},
      Node{program::Constant{1}, 0, 2},
      Node{program::Binary{BinaryOp::kLess, 0, 1}, 0, 3},
      Node{program::Binary{BinaryOp::kAnd, 2, 2}, 0, 5},
      Node{program::Constant{2}, 0, program::kKept},
      Node{program::Binary{BinaryOp::kOr, 3, 3}, 0, program::kKept}};
  return program;
}

TEST(Slots, AreReusedOnceTheirNodeIsReadNoMore) {
  const program::Program program = Chain();
  Slots slots(program, FindTruths(program));
  EXPECT_EQ(slots.numbers(4), slots.numbers(1));
  EXPECT_NE(slots.truths(3), slots.truths(2)) << "an operand of it";
  EXPECT_EQ(slots.truths(5), slots.truths(2));
}

TEST(Slots, ATickOfNumbersCostsMoreThanOneOfTruths) {
  const program::Program program = Chain();
  const Slots slots(program, FindTruths(program));
  const int width[] = {65};
  EXPECT_EQ(slots.BytesPerTick(width),
            65 * (sizeof(double) + sizeof(pmapi::Cell)) + 2 * 2 * sizeof(Word));
}

}  // namespace
}  // namespace engine::eval
