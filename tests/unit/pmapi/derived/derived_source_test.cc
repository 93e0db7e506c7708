// DerivedSource: descriptors by PCP's rules, and values computed by hand.
#include "pmapi/derived/derived_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/pmapi/derived/derived_source_fixture.h"

namespace pmapi {
namespace {

using ::testing::Contains;
using ::testing::Not;

TEST_F(DerivedSourceTest, TypesArePromoted) {
  EXPECT_EQ(Describe("a + 1"), "U32 instant");
  EXPECT_EQ(Describe("a + b"), "64 instant");
  EXPECT_EQ(Describe("b * x"), "DOUBLE instant");
  EXPECT_EQ(Describe("a / 2"), "DOUBLE instant");
  EXPECT_EQ(Describe("x > 1"), "U32 instant");
  EXPECT_EQ(Describe("1 + 2"), "U32 discrete");
  EXPECT_EQ(Describe("-a"), "32 instant");
  EXPECT_EQ(Describe("-kb"), "64 instant Kbyte");
  EXPECT_EQ(Describe("!x"), "U32 instant");
}

TEST_F(DerivedSourceTest, Counters) {
  EXPECT_EQ(Describe("ms + ms"), "U32 counter millisec");
  EXPECT_EQ(Describe("ms * 2"), "U32 counter millisec");
  EXPECT_EQ(Describe("2 * ms"), "U32 counter millisec");
  EXPECT_EQ(Describe("ms > 5"), "U32 counter");
  EXPECT_EQ(Describe("ms + 1"), "Illegal operator for counter and non-counter");
  EXPECT_EQ(Describe("1 / ms"), "Illegal operator for non-counter and counter");
  EXPECT_EQ(Describe("ms * ms"), "Illegal operator for counters");
  EXPECT_EQ(Describe("ms * kb"),
            "Non-counter and not dimensionless for right operand");
  EXPECT_EQ(Describe("instant(ms)"), "U32 instant millisec");
}

TEST_F(DerivedSourceTest, Units) {
  EXPECT_EQ(Describe("kb + rescale(kb, \"Mbyte\")"), "DOUBLE instant Mbyte");
  EXPECT_EQ(Describe("kb / instant(ms)"), "DOUBLE instant Kbyte / millisec");
  EXPECT_EQ(Describe("kb * kb"), "U64 instant Kbyte^2");
  EXPECT_EQ(Describe("kb + instant(ms)"), "Dimensions are not the same");
  EXPECT_EQ(Describe("kb && 1"), "Dimensions are not the same");
  EXPECT_EQ(Describe("kb == 1.5"), "U32 instant");
  EXPECT_EQ(Describe("rescale(kb, \"sec\")"), "Incompatible dimensions");
  EXPECT_EQ(Describe("rate(ms)"), "DOUBLE instant");
  EXPECT_EQ(Describe("rate(kb)"), "DOUBLE instant Kbyte / sec");
  EXPECT_EQ(Describe("count(disk)"), "U32 instant count");
  // A constant's units count like any other's; PCP forgets their scale.
  EXPECT_EQ(Describe("mkconst(2, units=\"Kbyte\") * a"), "U32 instant Kbyte");
}

TEST_F(DerivedSourceTest, Functions) {
  EXPECT_EQ(Describe("delta(disk)"), "64 instant of many");
  EXPECT_EQ(Describe("sum(disk)"), "U32 counter");
  EXPECT_EQ(Describe("avg(size)"), "FLOAT instant");
  EXPECT_EQ(Describe("max(text)"), "Non-arithmetic operand for function");
  EXPECT_EQ(Describe("a + text"), "Non-arithmetic type for right operand");
  EXPECT_EQ(Describe("-text"), "Non-arithmetic operand for unary negation");
  EXPECT_EQ(Describe("disk + cpu"),
            "Illegal operator for counter and non-counter");
  EXPECT_EQ(Describe("size + cpu"),
            "Operands should have the same instance domain");
}

TEST_F(DerivedSourceTest, Choices) {
  EXPECT_EQ(Describe("a > 1 ? size : mkconst(0, semantics=instant)"),
            "U32 instant of many");
  EXPECT_EQ(Describe("a ? b : a"), "Different types for ternary operands");
  EXPECT_EQ(Describe("a ? a : 1"), "Different semantics for ternary operands");
  EXPECT_EQ(Describe("a ? rescale(kb, \"byte\") : kb"),
            "Different units or scale (space) for ternary operands");
  EXPECT_EQ(Describe("size ? a : a"),
            "Non-scalar ternary guard with scalar expressions");
}

TEST_F(DerivedSourceTest, MissingOperands) {
  EXPECT_EQ(Describe("a + none"), "there is no metric none");
  EXPECT_EQ(Values("defined(none)"), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("defined(a)"), "1; 1; 1; 1; 1");
}

TEST_F(DerivedSourceTest, Arithmetic) {
  EXPECT_EQ(Values("a + b"), "11; 22; -; -; 55");
  EXPECT_EQ(Values("b - a * 2"), "8; 16; -; -; 40");
  EXPECT_EQ(Values("a - 2"), "4294967295; 0; 1; -; 3");
  EXPECT_EQ(Values("a / b"), "0.1; 0.1; -; -; 0.1");
  EXPECT_EQ(Values("a / 0"), "inf; inf; inf; -; inf");
  EXPECT_EQ(Values("0 / x"), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("-a"), "-1; -2; -3; -; -5");
  EXPECT_EQ(Values("x < 0 || x >= 0.5"), "1; 0; 0; 1; 1");
  EXPECT_EQ(Values("!x"), "0; 0; 1; 0; 0");
  EXPECT_EQ(Values("kb + rescale(kb, \"Mbyte\")"), "2; 4; 1.5; 0; 0.000976562");
  EXPECT_EQ(Values("rescale(kb, \"Mbyte\")"), "1; 2; 1; 0; 0");
}

TEST_F(DerivedSourceTest, InstancesPairByNumber) {
  EXPECT_EQ(Values("size * 2"), "2 4 6; 2 - 6; 2 4 6; - - -; 8 10 12");
  EXPECT_EQ(Values("size + delta(disk)"),
            "- - -; 11 - 3; 11 - 8; - - -; 14 35 26");
  EXPECT_EQ(Values("a + size"), "2 3 4; 3 - 5; 4 5 6; - - -; 9 10 11");
}

TEST_F(DerivedSourceTest, Instances) {
  EXPECT_EQ(Values("size[sdb]"), "- 2 -; - - -; - 2 -; - - -; - 5 -");
  EXPECT_EQ(Values("size[sda root]"), "1 - -; 1 - -; 1 - -; - - -; 4 - -");
  EXPECT_EQ(Values("(size + 1)[nvme0]"), "- - 4; - - 4; - - 4; - - -; - - 7");
  EXPECT_EQ(Values("matchinst(/^sd/, size)"),
            "1 2 -; 1 - -; 1 2 -; - - -; 4 5 -");
  EXPECT_EQ(Values("matchinst(!/^sd|root/, size)"),
            "- - 3; - - 3; - - 3; - - -; - - 6");
  EXPECT_EQ(Values("matchinst(/root/, size)"),
            "- - -; - - -; - - -; - - -; - - -");
  EXPECT_EQ(Values("matchinst(/a/, a)"), "-; -; -; -; -");
  EXPECT_EQ(Values("scalar(size) + a"), "2; 3; 4; -; 9");
}

TEST_F(DerivedSourceTest, Aggregates) {
  EXPECT_EQ(Values("sum(size)"), "6; 4; 6; 0; 15");
  EXPECT_EQ(Values("count(size)"), "3; 2; 3; 0; 3");
  EXPECT_EQ(Values("avg(size)"), "2; 2; 2; 0; 5");
  EXPECT_EQ(Values("max(size)"), "3; 3; 3; -; 6");
  EXPECT_EQ(Values("min(size)"), "1; 1; 1; -; 4");
  EXPECT_EQ(Values("size / sum(size)"),
            "0.166667 0.333333 0.5; 0.25 - 0.75; 0.166667 0.333333 0.5; - - -; "
            "0.266667 0.333333 0.4");
}

// Live, a failed metric cannot be told from one without values.
TEST_F(DerivedSourceTest, AggregatesOfNothingMayBeNothing) {
  of_nothing_ = OfNothing::kNoValue;
  EXPECT_EQ(Values("sum(size)"), "6; 4; 6; -; 15");
  EXPECT_EQ(Values("count(size)"), "3; 2; 3; 0; 3");
}

// An aggregate sees all instances, whichever are asked for.
TEST_F(DerivedSourceTest, SomeInstances) {
  Define("d.part = size / sum(size)\nd.twice = size * 2\n");
  EXPECT_EQ(Rows("d.part", 5, {5}),
            "0.166667 0.333333 0.5; 0.25 - 0.75; 0.166667 0.333333 0.5; - - -; "
            "0.266667 0.333333 0.4");
  EXPECT_EQ(Rows("d.twice", 5, {5}), "- - 6; - - 6; - - 6; - - -; - - 12");
}

TEST_F(DerivedSourceTest, DifferencesInTime) {
  EXPECT_EQ(Values("delta(disk)"), "- - -; 10 20 0; 10 - 5; 10 - 0; 10 30 20");
  EXPECT_EQ(Values("rate(disk)"), "- - -; 1 2 0; 1 - 0.5; 1 - 0; 1 3 2");
  // A wrap is a large decrease to delta() and a small rate.
  EXPECT_EQ(Values("delta(ms)"), "-; 5000; 4294962295; -4294967291; 10000");
  EXPECT_EQ(Values("rate(ms)"), "-; 0.5; 429496; 0.0005; 1");
  EXPECT_EQ(Values("delta(x)"), "-; -0.25; -0.25; -1; 3");
}

TEST_F(DerivedSourceTest, DifferencesLookBack) {
  Define(
      "d.plain = 2 * a\nd.rate = 2 * rate(disk)\nd.delta = delta(d.rate)\n"
      "d.most = d.delta + d.rate\na = rate(b)\n"
      "d.is = defined(d.rate)\nd.bad = rate(none)\n");
  EXPECT_EQ(source_->LookBack("d.plain"), 0);
  EXPECT_EQ(source_->LookBack("d.rate"), 1);
  EXPECT_EQ(source_->LookBack("d.delta"), 2);
  EXPECT_EQ(source_->LookBack("d.most"), 2);
  EXPECT_EQ(source_->LookBack("a"), 0) << "the source's own";
  EXPECT_EQ(source_->LookBack("d.is"), 0);
  EXPECT_EQ(source_->LookBack("d.bad"), 0);
  EXPECT_EQ(source_->LookBack("none"), 0);
}

TEST_F(DerivedSourceTest, ADifferenceDoesNotReachAcrossAFailure) {
  Define("d.delta = delta(disk)\n");
  host_.FailFrom(2, {base::ErrorCode::kTimeout, "late"});
  EXPECT_EQ(Rows("d.delta", 2).substr(0, 16), "- - -; 10 20 0; ");
}

TEST_F(DerivedSourceTest, NorFromOneOriginToAnother) {
  Define("d.delta = delta(disk)\n");
  host_.BeginAnewFrom(2);
  EXPECT_EQ(Rows("d.delta", 1), "- - -; 10 20 0; - - -; 10 - 0; 10 30 20");
}

TEST_F(DerivedSourceTest, ChoosesByInstance) {
  EXPECT_EQ(Values("a > 1 ? a : mkconst(9, semantics=instant)"),
            "9; 2; 3; -; 5");
  EXPECT_EQ(Values("size > 1 ? size : mkconst(0, semantics=instant)"),
            "0 2 3; 0 - 3; 0 2 3; - - -; 4 5 6");
  // Of another domain: by place; who is last counts for the rest.
  EXPECT_EQ(Values("cpu ? size * 10 : size"),
            "10 2 3; 1 - 30; 1 2 3; - - -; 4 50 60");
  EXPECT_EQ(Values("a ? text : text"), "one; two; two; -; two");
}

TEST_F(DerivedSourceTest, OnePutIntoAnother) {
  Define(
      "d.all = d.twice + 1\nd.twice = d.sum * 2\nd.sum = sum(size)\n"
      "d.rate = rate(d.all)\nd.self = d.self + 1\nd.p = d.q\nd.q = d.p\n");
  EXPECT_EQ(Rows("d.all"), "13; 9; 13; 1; 31");
  EXPECT_EQ(Rows("d.rate"), "-; 4.29497e+08; 0.4; 4.29497e+08; 3");
  EXPECT_EQ(source_->Catalog().Describe("d.self").error().message,
            "Derived metric definition failed: d.self is defined by itself");
  EXPECT_EQ(source_->Catalog().Describe("d.p").error().message,
            "Derived metric definition failed: d.p is defined by itself");
}

TEST_F(DerivedSourceTest, TheSourcesOwnMetricWins) {
  Define("a = b\nd.a = a\nd.bad = none + 1\n");
  EXPECT_EQ(source_->Catalog().Describe("a")->type, Type::kU32);
  EXPECT_EQ(source_->Catalog().Describe("none").error().code,
            base::ErrorCode::kNoMetric);
  const auto names = source_->Catalog().MetricNames();
  EXPECT_THAT(names, Contains("d.a"));
  EXPECT_THAT(names, Not(Contains("d.bad")));
}

TEST_F(DerivedSourceTest, ComparedInTheSameUnits) {
  const std::string small = "mkconst(3, type=u32, units=\"Kbyte\")";
  const std::string large = "mkconst(2, type=u32, units=\"Mbyte\")";
  EXPECT_EQ(Values(small + " > " + large), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("kb > " + large), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("kb >= rescale(" + large + ", \"byte\")"), "0; 1; 0; 0; 0");
}

TEST_F(DerivedSourceTest, PowersAreConverted) {
  EXPECT_EQ(Values("mkconst(1048576, units=\"Kbyte^2\") + "
                   "mkconst(2, units=\"Mbyte^2\")"),
            "3; 3; 3; 3; 3");
  EXPECT_EQ(Values("mkconst(3, units=\"Kbyte / millisec\") + "
                   "mkconst(2, units=\"Mbyte / sec\")"),
            "4.92969; 4.92969; 4.92969; 4.92969; 4.92969");
}

TEST_F(DerivedSourceTest, AGroupMayBeAMetric) {
  Define("d = a\nd.a = b\n");
  EXPECT_EQ(Rows("d"), "1; 2; 3; -; 5");
  EXPECT_EQ(Rows("d.a"), "10; 20; -; 40; 50");
}

TEST_F(DerivedSourceTest, DefinitionsMayHaveTexts) {
  Define("d = a\nd(oneline) = as much as a\na = b\na(oneline) = not a's\n");
  EXPECT_EQ(source_->Catalog().Help("d").line, "as much as a");
  EXPECT_EQ(source_->Catalog().Help("a"), HelpText()) << "it is the host's";
}

// Columns of one domain stay side by side, whoever computes them.
TEST_F(DerivedSourceTest, BesideTheSourcesOwnMetrics) {
  Define("d.twice = size * 2\nd.one = sum(size)\n");
  const MetricCatalog& catalog = source_->Catalog();
  auto stream = source_->Open({{*catalog.Describe("d.twice"), {}},
                               {*catalog.Describe("size"), {}},
                               {*catalog.Describe("d.one"), {}},
                               {*catalog.Describe("cpu"), {}}},
                              kGrid);
  Samples samples;
  for (int block = 0; block < 2; ++block) {
    ASSERT_TRUE((*stream)->Fetch(2, &samples));
    ASSERT_EQ(samples.metrics.size(), 4u);
    EXPECT_EQ(samples.metrics[0].group, samples.metrics[1].group);
    EXPECT_EQ(samples.metrics[0].bits[0], 2 * samples.metrics[1].bits[0]);
    EXPECT_EQ(samples.metrics[2].bits.size(), 2u);
    EXPECT_EQ(samples.metrics[3].bits.size(), 4u);
  }
}

}  // namespace
}  // namespace pmapi
