// Operations: equal where they compute the same, and only there.
#include "engine/program/program.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace engine::program {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const auto kPattern = *base::Pattern::Compile("^sd");
const auto kOther = *base::Pattern::Compile("^hd");
constexpr Binary kAdd{ast::BinaryOp::kAdd, 1, 2};
constexpr Reduction kSum{Reducer::kSum, 0};

/// Each differs from each other in one field.
const std::vector<Operation> kAllDifferent = {
    Constant{1},
    Constant{2},
    Constant{0.0},
    Constant{-0.0},
    Constant{kNan},
    Text{1},
    Text{2},
    ClockVariable{ast::ClockField::kHour},
    ClockVariable{ast::ClockField::kDay},
    ReadColumn{1},
    ReadColumn{2},
    Delay{1, 2},
    Delay{2, 1},
    Unary{ast::UnaryOp::kRate, 1, 2},
    Unary{ast::UnaryOp::kRate, 1, 3},
    Unary{ast::UnaryOp::kNot, 1, 2},
    kAdd,
    Binary{ast::BinaryOp::kAdd, 2, 1},
    Binary{ast::BinaryOp::kAnd, 1, 2},
    Binary{ast::BinaryOp::kAdd, 1, 2, false},
    Binary{ast::BinaryOp::kAdd, 1, 2, true, 1},
    Binary{ast::BinaryOp::kAdd, 1, 2, true, 2, 1},
    Either{kAdd},
    StandIn{kAdd},
    Align{1, 2},
    ReduceLanes{kSum, 1},
    ReduceLanes{kSum, 1, true},
    ReduceLanes{{Reducer::kPercent, 50}, 1},
    ReduceLanes{{Reducer::kPercent, 60}, 1},
    ReduceSamples{kSum, 1, 2, {}},
    ReduceSamples{kSum, 1, 3, {}},
    ReduceSamples{kSum, 1, 2, {}, true},
    Match{kPattern, false, 1},
    Match{kPattern, true, 1},
    Match{kOther, false, 1},
    Never{},
    Awaits{1},
    Awaits{2},
    Retain{1, 2},
    Retain{2, 2}};

TEST(Operation, IsToldApartByEachField) {
  std::set<Operation> seen;
  for (const Operation& one : kAllDifferent) {
    EXPECT_TRUE(seen.insert(one).second) << one.index();
    EXPECT_FALSE(seen.insert(Operation(one)).second) << one.index();
  }
}

TEST(Operation, APatternIsWhatItSays) {
  const auto match = [] {
    return Operation(Match{*base::Pattern::Compile("^sd"), false, 1});
  };
  EXPECT_EQ(match(), match());
}

TEST(Layout, IsToldApartByEachField) {
  expr::Layout layout;
  std::set<expr::Layout> seen;
  const auto differs = [&] { EXPECT_TRUE(seen.insert(layout).second); };
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
  layout.labels = {{0, 1, "a"}, {0, 1, "a"}};
  differs();
}

}  // namespace
}  // namespace engine::program
