// Programs as text: every kind of node, with its operands.
#include <gtest/gtest.h>

#include <initializer_list>

#include "engine/program/program.h"
#include "tests/support/program_dump.h"

namespace engine::program {
namespace {

/// The line of the only node of a program.
template <typename Op>
std::string Line(Op op) {
  Program program;
  program.nodes.push_back(Node{std::move(op)});
  const std::string text = Dump(program);
  EXPECT_EQ(text.substr(0, 5), "%0 = ");
  EXPECT_EQ(text.back(), '\n');
  return text.substr(5, text.size() - 6);
}

TEST(Dump, OfNoNodesIsNothing) { EXPECT_EQ(Dump(Program()), ""); }

TEST(Dump, NumbersNodesInTheirOrder) {
  Program program;
  program.nodes.push_back(Node{ReadColumn{0}});
  program.nodes.push_back(Node{Constant{2.5}});
  program.nodes.push_back(Node{Binary{ast::BinaryOp::kLess, 0, 1, true}});
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n%1 = const 2.500000\n%2 = lt %0 %1\n");
}

TEST(Dump, OfLeaves) {
  EXPECT_EQ(Line(Constant{-1}), "const -1.000000");
  EXPECT_EQ(Line(ClockVariable{ast::ClockField::kHour}), "clock 1");
  EXPECT_EQ(Line(ReadColumn{7}), "column 7");
  EXPECT_EQ(Line(Never{}), "never");
  EXPECT_EQ(Line(Awaits{5}), "awaits %5");
}

TEST(Dump, OfUnaryOperators) {
  using U = ast::UnaryOp;
  std::string text;
  for (const U op :
       {U::kNegate, U::kRate, U::kInstant, U::kNot, U::kRising, U::kFalling}) {
    text += Line(Unary{op, 3, 0}) + ", ";
  }
  EXPECT_EQ(text,
            "neg %3, rate %3, instant %3, not %3, rising %3, falling %3, ");
}

TEST(Dump, OfBinaryOperators) {
  using B = ast::BinaryOp;
  std::string text;
  for (const B op : {B::kAdd, B::kSubtract, B::kMultiply, B::kDivide, B::kLess,
                     B::kLessEqual, B::kGreater, B::kGreaterEqual, B::kEqual,
                     B::kNotEqual, B::kAnd, B::kOr}) {
    const std::string line = Line(Binary{op, 1, 2, true});
    text += line.substr(0, line.find(' ')) + " ";
    EXPECT_EQ(line.substr(line.find(' ')), " %1 %2");
  }
  EXPECT_EQ(text, "add sub mul div lt le gt ge eq ne and or ");
  EXPECT_EQ(Line(Binary{B::kAdd, 1, 2, false}), "add %1 %2 (right leads)");
  EXPECT_EQ(Line(Either{Binary{B::kOr, 1, 2, true}}), "either or %1 %2");
  EXPECT_EQ(Line(Either{Binary{B::kAnd, 1, 2, false}}),
            "either and %1 %2 (right leads)");
  EXPECT_EQ(Line(StandIn{Binary{B::kAnd, 1, 2, false}}), "stand-in and %1 %2");
}

TEST(Dump, OfWhatIsPutInBetween) {
  EXPECT_EQ(Line(Delay{4, 2}), "delay 2 %4");
  EXPECT_EQ(Line(Align{4, 5}), "align %4 to %5");
  EXPECT_EQ(Line(Retain{4, 3}), "retain 3 %4");
}

TEST(Dump, OfReductions) {
  std::string text;
  for (const Reducer reducer :
       {Reducer::kSum, Reducer::kAvg, Reducer::kMin, Reducer::kMax,
        Reducer::kCount, Reducer::kAll, Reducer::kSome}) {
    text += Line(ReduceLanes{{reducer, 0}, 1, true}) + ", ";
  }
  EXPECT_EQ(text,
            "sum inst %1, avg inst %1, min inst %1, max inst %1, "
            "count inst %1, all inst %1, some inst %1, ");
  EXPECT_EQ(Line(ReduceLanes{{Reducer::kPercent, 50}, 1, false}),
            "50% host %1");
  EXPECT_EQ(Line(ReduceSamples{{Reducer::kMax, 0}, 1, 10, {}}),
            "max sample 10 %1");
}

TEST(Dump, OfPatterns) {
  const auto pattern = *base::Pattern::Compile("^sd");
  EXPECT_EQ(Line(Match{pattern, false, 1}), "match /^sd/ %1");
  EXPECT_EQ(Line(Match{pattern, true, 1}), "nomatch /^sd/ %1");
}

}  // namespace
}  // namespace engine::program
