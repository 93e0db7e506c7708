// engine/check/expression.h: sorts, shapes (hosts/instances/samples), lanes
// and pairing of typed trees. Expected values are those of docs/pmie.md,
// "Conformance".
#include "engine/check/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

using grammar::Diagnostic;
using grammar::Severity;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Tree, SingularMetricOfOneHostIsSingle) {
  EXPECT_EQ(World().Tree("t.s.gauge;"), "t.s.gauge: number 1/1/1 single h0\n");
}

TEST(Tree, CounterIsARateUnlessInstantStandsAbove) {
  EXPECT_EQ(World().Tree("t.s.cnt;"), "t.s.cnt rate: number 1/1/1 single h0\n");
  EXPECT_EQ(World().Tree("instant (t.s.cnt + rate t.s.cnt);"),
            "+: number 1/1/1 single h0, left leads, broadcast\n"
            "  t.s.cnt: number 1/1/1 single h0\n"
            "  rate: number 1/1/1 single h0\n"
            "    t.s.cnt: number 1/1/1 single h0\n");
}

TEST(Tree, InstantEndsWithItsOperand) {
  EXPECT_EQ(World().Tree("instant t.s.cnt - t.s.cnt;"),
            "-: number 1/1/1 single h0, left leads, broadcast\n"
            "  t.s.cnt: number 1/1/1 single h0\n"
            "  t.s.cnt rate: number 1/1/1 single h0\n");
}

TEST(Tree, InstancesAreOpenUnlessNamed) {
  EXPECT_EQ(World().Tree("t.i.gauge;"),
            "t.i.gauge: number 1/3/1 open 245.1 on 0\n");
  EXPECT_EQ(World().Tree("t.i.gauge #blue;"),
            "t.i.gauge: number 1/1/1 single h0[blue]\n");
  EXPECT_EQ(World().Tree("t.i.gauge #green #red;"),
            "t.i.gauge: number 1/2/1 fixed h0[green] h0[red]\n");
}

TEST(Tree, SeveralHosts) {
  EXPECT_EQ(World().Tree("t.s.gauge :hostB :hostA;"),
            "t.s.gauge: number 2/2/1 fixed h0 h1\n");
  EXPECT_EQ(World().Tree("t.i.gauge :hostB :hostA;"),
            "t.i.gauge: number 2/6/1 open 245.1 on 1 0\n");
  EXPECT_EQ(World().Tree("t.i.gauge :hostB :hostB #red;"),
            "t.i.gauge: number 2/2/1 fixed h0[red] h1[red]\n");
}

TEST(Tree, WindowsAndDelays) {
  EXPECT_EQ(World().Tree("t.i.gauge @0..2;"),
            "t.i.gauge: number 1/3/3 open 245.1 on 0\n");
  EXPECT_EQ(World().Tree("t.s.gauge @4..2;"),
            "t.s.gauge delay 2: number 1/1/3 single h0\n");
}

TEST(Tree, TheSetLeads) {
  EXPECT_EQ(World().Tree("t.s.gauge * t.i.gauge @0..1;"),
            "*: number 1/3/2 open 245.1 on 0, right leads, broadcast\n"
            "  t.s.gauge: number 1/1/1 single h0\n"
            "  t.i.gauge: number 1/3/2 open 245.1 on 0\n");
}

TEST(Tree, SetsOfOneDomainPairByLaneOthersByPosition) {
  EXPECT_EQ(World().Tree("t.i.gauge > t.i.cnt;"),
            ">: truth 1/3/1 open 245.1 on 0, left leads, by lane\n"
            "  t.i.gauge: number 1/3/1 open 245.1 on 0\n"
            "  t.i.cnt rate: number 1/3/1 open 245.1 on 0\n");
  EXPECT_EQ(World().Tree("t.i.gauge #red #green + t.d.gauge #d1 #d0;"),
            "+: number 1/2/1 fixed h0[red] h0[green], left leads, by position\n"
            "  t.i.gauge: number 1/2/1 fixed h0[red] h0[green]\n"
            "  t.d.gauge: number 1/2/1 fixed h0[d1] h0[d0]\n");
  EXPECT_EQ(World().Tree("t.i.gauge + t.i.gauge :hostB;"),
            "+: number 1/3/1 open 245.1 on 0, left leads, by position\n"
            "  t.i.gauge: number 1/3/1 open 245.1 on 0\n"
            "  t.i.gauge: number 1/3/1 open 245.1 on 1\n");
}

TEST(Tree, LogicOfTwoDomainsHasTheLanesOfBoth) {
  EXPECT_EQ(World().Tree("t.i.gauge > 1 || t.d.gauge #d0 #d1 #d2 > 1;"),
            "||: truth 1/3/1 open 245.1,PM_INDOM_NULL on 0 0 in 2 parts h1[d0]"
            " h1[d1] h1[d2], left leads, either\n"
            "  >: truth 1/3/1 open 245.1 on 0, left leads, broadcast\n"
            "    t.i.gauge: number 1/3/1 open 245.1 on 0\n"
            "    1: number -1/-1/-1 single\n"
            "  >: truth 1/3/1 fixed h0[d0] h0[d1] h0[d2], left leads,"
            " broadcast\n"
            "    t.d.gauge: number 1/3/1 fixed h0[d0] h0[d1] h0[d2]\n"
            "    1: number -1/-1/-1 single\n");
  // Explicit instances are as many at every tick.
  EXPECT_THAT(World().Tree("t.d.gauge #d0 #d1 #d2 > 1 || t.i.gauge > 1;"),
              HasSubstr("fixed h0[d0] h0[d1] h0[d2], left leads, by position"));
}

TEST(Tree, ASingleValueStandsInForTheSetOnItsRight) {
  EXPECT_EQ(World().Tree("t.s.gauge > 1 && t.i.gauge > 1;"),
            "&&: truth 1/3/1 open 245.1 on 0, right leads, stand-in\n"
            "  >: truth 1/1/1 single h0, left leads, broadcast\n"
            "    t.s.gauge: number 1/1/1 single h0\n"
            "    1: number -1/-1/-1 single\n"
            "  >: truth 1/3/1 open 245.1 on 0, left leads, broadcast\n"
            "    t.i.gauge: number 1/3/1 open 245.1 on 0\n"
            "    1: number -1/-1/-1 single\n");
  // Neither on the right, nor for explicit instances, nor without metrics or
  // any dimension.
  for (const char* text :
       {"t.i.gauge > 1 && t.s.gauge > 1;",
        "t.s.gauge > 1 && t.i.gauge #red #green > 1;",
        "$hour > 1 && t.i.gauge > 1;",
        "avg_sample avg_host t.s.gauge > 1 && t.i.gauge > 1;"}) {
    const std::string tree = World().Tree(text);
    EXPECT_THAT(tree.substr(0, tree.find('\n')), EndsWith("broadcast"));
  }
}

TEST(Tree, EachHostOfTwoDomainsIsReduced) {
  EXPECT_THAT(World().Tree("some_inst (t.i.gauge :hostA :hostB > 1 || "
                           "t.i.gauge :hostB :hostA > 1);"),
              StartsWith("some_inst: truth 2/-1/1 fixed h0 h1\n"
                         "  ||: truth 2/6/1 open 245.1 on 0 1 1 0 in 2 parts"));
}

TEST(Tree, ReductionsCollapseTheirDimension) {
  EXPECT_EQ(World().Tree("some_sample some_inst t.i.gauge @0..1 > 1;"),
            "some_sample: truth 1/-1/-1 single h0\n"
            "  some_inst: truth 1/-1/2 single h0\n"
            "    >: truth 1/3/2 open 245.1 on 0, left leads, broadcast\n"
            "      t.i.gauge: number 1/3/2 open 245.1 on 0\n"
            "      1: number -1/-1/-1 single\n");
  EXPECT_EQ(World().Tree("sum_inst t.i.gauge :hostA :hostB;"),
            "sum_inst: number 2/-1/1 fixed h0 h1\n"
            "  t.i.gauge: number 2/6/1 open 245.1 on 0 1\n");
  EXPECT_EQ(World().Tree("sum_host t.i.gauge :hostA :hostB;"),
            "sum_host: number -1/-1/1 single\n"
            "  t.i.gauge: number 2/6/1 open 245.1 on 0 1\n");
  EXPECT_EQ(World().Tree("max_sample t.i.gauge @0..1;"),
            "max_sample: number 1/3/-1 open 245.1 on 0\n"
            "  t.i.gauge: number 1/3/2 open 245.1 on 0\n");
}

TEST(Tree, Strings) {
  EXPECT_EQ(World().Tree("instant t.i.str @0..1 == \"idle\";"),
            "==: truth 1/3/2 open 245.1 on 0, left leads, broadcast\n"
            "  t.i.str: string 1/3/2 open 245.1 on 0\n"
            "  \"idle\": string -1/-1/-1 single\n");
}

TEST(Tree, WithoutSourcesMetricsMayBeAnything) {
  const auto accepts = [](const std::string& text) {
    const Checked checked = World::CheckWithoutSources(text);
    return checked.diagnostics.empty() && checked.statements.size() == 1;
  };
  EXPECT_TRUE(accepts("a.b == \"x\";"));
  EXPECT_TRUE(accepts("a.b == c.d;"));
  EXPECT_TRUE(accepts("a.b > 1 -> print \"x\";"));
  EXPECT_TRUE(accepts("some_inst a.b #x #y > c.d -> print \"x\";"));
  EXPECT_TRUE(accepts("sum_inst a.b :h1 :h2 > c.d :h1 :h2 #x;"));
  EXPECT_FALSE(accepts("a.b @0..1 > 1 -> print \"x\";"));
  EXPECT_FALSE(accepts("a.b :h1 :h2 > c.d #x #y;"));
  EXPECT_FALSE(accepts("sum_sample sum_sample a.b > 1;"));
  EXPECT_FALSE(accepts("sum_inst $hour > 1;"));
  EXPECT_TRUE(accepts("p95_sample a.b @0..9 > stddev_inst a.b;"));
  EXPECT_FALSE(accepts("p95_host 5 > 1;"));
}

TEST(Tree, StringsInArithmetic) {
  EXPECT_THAT(World().Check("t.s.kb;\nt.s.str + 1 > 2;\n").diagnostics,
              ElementsAre(Diagnostic{
                  Severity::kError,
                  {8, 19},
                  "\"+\" cannot be used with strings",
                  "strings can be compared with == and !=",
                  {"pmie: syntax error - near line 2 of standard input",
                   "arithmetic (not STRING) operand required for +"}}));
}

TEST(Tree, IllegalRegularExpression) {
  EXPECT_THAT(
      World().Check("match_inst \"(\" t.i.gauge > 1;").diagnostics,
      ElementsAre(Diagnostic{Severity::kError,
                             {0, 28},
                             "illegal regular expression: a ( without its )",
                             "it is an extended one, as of grep -E",
                             {"illegal regular expression \"(\""}}));
}

TEST(Tree, WarnsOfDomainsPairedByPosition) {
  const Checked checked = World().Check(
      "t.i.gauge + t.d.gauge #d0 #d1 #d2; "
      "t.i.gauge + t.i.gauge :hostB;");
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].severity, Severity::kWarning);
  EXPECT_EQ(checked.statements.size(), 2u);
}

// pmie takes the count for a string, as its metric is; < and > are of numbers.
TEST(Expression, ACountOfStringsIsToldHowToBeCompared) {
  const Checked checked = World().Check("count_inst (t.i.str == \"x\") == 0;");
  ASSERT_EQ(checked.diagnostics.size(), 1u);
  EXPECT_EQ(checked.diagnostics[0].hint,
            "write < 1 for == 0, and > 0 for != 0");
  EXPECT_EQ(
      World().Check("count_inst (t.i.str == \"x\") < 1;").diagnostics.size(),
      0u);
}

}  // namespace
}  // namespace engine::check
