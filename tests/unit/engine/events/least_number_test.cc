// What more records would change, operator by operator.
#include "engine/events/least_number.h"

#include <gtest/gtest.h>

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;

TEST(LeastNumber, OfItselfItIsKnownWhereThereIsSomething) {
  EXPECT_FALSE(IsSettled(0, {}));
  EXPECT_TRUE(IsSettled(1, {}));
}

TEST(LeastNumber, AConstantMayBePassedForGood) {
  struct Case {
    BinaryOp op;
    double from;  // the least count of which `op 3` is true or false for good
  };
  for (const auto& [op, from] :
       {Case{BinaryOp::kLess, 3}, Case{BinaryOp::kLessEqual, 4},
        Case{BinaryOp::kGreater, 4}, Case{BinaryOp::kGreaterEqual, 3},
        Case{BinaryOp::kEqual, 4}, Case{BinaryOp::kNotEqual, 4}}) {
    const CountCompared with{op, 3};
    EXPECT_FALSE(IsSettled(from - 1, with)) << static_cast<int>(op);
    EXPECT_TRUE(IsSettled(from, with)) << static_cast<int>(op);
  }
}

TEST(LeastNumber, NothingIsEnoughForWhatIsTrueOfEveryCount) {
  EXPECT_TRUE(IsSettled(0, CountCompared{BinaryOp::kGreaterEqual, 0}));
  EXPECT_TRUE(IsSettled(0, CountCompared{BinaryOp::kNotEqual, -1}));
  EXPECT_FALSE(IsSettled(0, CountCompared{BinaryOp::kEqual, 0}));
}

TEST(LeastNumber, ItIsNotMoreThanWhatMayChange) {
  EXPECT_TRUE(IsSettled(1, CountCompared{BinaryOp::kGreater, {}}));
  EXPECT_TRUE(IsSettled(1, CountCompared{BinaryOp::kGreaterEqual, {}}));
  EXPECT_FALSE(IsSettled(0, CountCompared{BinaryOp::kGreater, {}}));
  EXPECT_FALSE(IsSettled(9, CountCompared{BinaryOp::kLess, {}}));
  EXPECT_FALSE(IsSettled(9, CountCompared{BinaryOp::kEqual, {}}));
}

}  // namespace
}  // namespace engine::events
