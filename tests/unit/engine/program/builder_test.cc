// Builder: what is shared, what is one column, what is put in between.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/expr/either.h"
#include "engine/program/program.h"
#include "tests/support/program_dump.h"
#include "tests/unit/engine/program/expressions.h"

namespace engine::program {
namespace {

using ::testing::ElementsAre;

std::string DumpOf(const std::vector<const Expr*>& all) {
  Builder builder;
  for (const Expr* e : all) builder.AddView(*e);
  return Dump(builder.Build());
}

TEST(Builder, EqualSubexpressionsAreOneNode) {
  const ExprPtr a =
      Two(ast::BinaryOp::kGreater,
          Two(ast::BinaryOp::kMultiply, Fetch("m", Singular()), Number(2)),
          Number(5));
  const ExprPtr b =
      Two(ast::BinaryOp::kLess,
          Two(ast::BinaryOp::kMultiply, Fetch("m", Singular()), Number(2)),
          Number(5));
  EXPECT_EQ(DumpOf({a.get(), b.get(), a.get()}),
            "%0 = column 0\n"
            "%1 = const 2.000000\n"
            "%2 = mul %0 %1\n"
            "%3 = const 5.000000\n"
            "%4 = gt %2 %3\n"
            "%5 = lt %2 %3\n");
}

TEST(Builder, OperandsKeepTheirSides) {
  const ExprPtr a =
      Two(ast::BinaryOp::kSubtract, Fetch("m", Singular()), Number(1));
  ExprPtr b = Two(ast::BinaryOp::kSubtract, Number(1), Fetch("m", Singular()));
  std::get<expr::Binary>(b->node).left_leads = false;
  EXPECT_EQ(DumpOf({a.get(), b.get()}),
            "%0 = column 0\n"
            "%1 = const 1.000000\n"
            "%2 = sub %0 %1\n"
            "%3 = sub %1 %0 (right leads)\n");
}

TEST(Builder, AMetricIsOneColumnHoweverOftenItStands) {
  const ExprPtr now = Fetch("m", Singular());
  const ExprPtr past = Fetch("m", Singular(), 2, 2);
  const ExprPtr rate = Fetch("m", Singular(), 0, 0, true);
  const ExprPtr other = Fetch("n", Singular());
  Builder builder;
  for (const Expr* e : {now.get(), past.get(), rate.get(), other.get()}) {
    builder.AddView(*e);
  }
  const Program program = builder.Build();
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n"
            "%1 = delay 2 %0\n"
            "%2 = column 1\n"
            "%3 = column 2\n");
  ASSERT_EQ(program.columns.size(), 3u);
  EXPECT_FALSE(program.columns[0].rate);
  EXPECT_TRUE(program.columns[1].rate);
  EXPECT_EQ(program.columns[0].layout, program.columns[2].layout);
}

// The lanes' names are what the rule writes, and reports show them.
TEST(Builder, LayoutsDifferByTheNamesOfInstancesToo) {
  const ExprPtr whole = Fetch("m", Explicit({{1, "blue sky"}, {2, "red"}}));
  const ExprPtr word = Fetch("m", Explicit({{1, "blue"}, {2, "red"}}));
  const ExprPtr swapped = Fetch("m", Explicit({{2, "red"}, {1, "blue"}}));
  EXPECT_EQ(DumpOf({whole.get(), word.get(), swapped.get()}),
            "%0 = column 0\n%1 = column 1\n%2 = column 2\n");
}

TEST(Builder, WindowsAreNotPartOfAValue) {
  const ExprPtr a = Fetch("m", Singular());
  const ExprPtr window = Fetch("m", Singular(), 0, 2);
  const ExprPtr same = Fetch("m", Singular(), 0, 2);
  const ExprPtr delayed = Fetch("m", Singular(), 1, 3);
  Builder builder;
  EXPECT_EQ(builder.AddView(*a).samples, 1);
  const View view = builder.AddView(*window);
  EXPECT_EQ(view.samples, 3);
  EXPECT_EQ(builder.AddView(*same).node, view.node);
  builder.AddView(*delayed);
  EXPECT_EQ(Dump(builder.Build()),
            "%0 = column 0\n"
            "%1 = retain 3 %0\n"
            "%2 = delay 1 %0\n"
            "%3 = retain 3 %2\n");
}

TEST(Builder, SamplesAreReducedOverTheWindowOfTheOperand) {
  const ExprPtr sum = Reduce({ast::Reducer::kSum}, ast::Domain::kSample,
                             Fetch("m", Open(kDisks), 0, 2));
  const ExprPtr longer = Reduce({ast::Reducer::kSum}, ast::Domain::kSample,
                                Fetch("m", Open(kDisks), 0, 3));
  Builder builder;
  builder.AddView(*sum);
  builder.AddView(*longer);
  const Program program = builder.Build();
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n"
            "%1 = sum sample 3 %0\n"
            "%2 = sum sample 4 %0\n");
  EXPECT_THAT(std::get<ReduceSamples>(program.nodes[1].op).open_columns,
              ElementsAre(0));
}

// pmie begins a window anew where an open metric changes, but not through a
// numeric aggregate.
TEST(Builder, OpenMetricsThatNoAggregateHidesReshapeAWindow) {
  ExprPtr both = Two(ast::BinaryOp::kAdd, Fetch("m", Open(kDisks), 0, 1),
                     Two(ast::BinaryOp::kAdd, Fetch("n", Open(kDisks)),
                         Fetch("one", Singular())));
  both = Two(ast::BinaryOp::kAdd, std::move(both),
             Reduce({ast::Reducer::kMax}, ast::Domain::kInst,
                    Fetch("hidden", Open(kDisks))));
  const ExprPtr sum =
      Reduce({ast::Reducer::kSum}, ast::Domain::kSample, std::move(both));
  Builder builder;
  builder.AddView(*sum);
  const Program program = builder.Build();
  const auto& window = std::get<ReduceSamples>(program.nodes.back().op);
  EXPECT_THAT(window.open_columns, ElementsAre(0, 1));
}

TEST(Builder, ByPositionTheOtherIsAlignedToTheLead) {
  const ExprPtr left =
      Two(ast::BinaryOp::kAdd, Fetch("disk", Open(kDisks)),
          Fetch("net", Open(kNets)), expr::Pairing::kByPosition);
  ExprPtr right = Two(ast::BinaryOp::kAdd, Fetch("disk", Open(kDisks)),
                      Fetch("net", Open(kNets)), expr::Pairing::kByPosition);
  std::get<expr::Binary>(right->node).left_leads = false;
  right->layout = Open(kNets);
  const ExprPtr by_lane =
      Two(ast::BinaryOp::kAdd, Fetch("disk", Open(kDisks)),
          Fetch("size", Open(kDisks)), expr::Pairing::kByLane);
  EXPECT_EQ(DumpOf({left.get(), right.get(), by_lane.get()}),
            "%0 = column 0\n"
            "%1 = column 1\n"
            "%2 = align %1 to %0\n"
            "%3 = add %0 %2\n"
            "%4 = align %0 to %1\n"
            "%5 = add %4 %1 (right leads)\n"
            "%6 = column 2\n"
            "%7 = add %0 %6\n");
}

TEST(Builder, WhereEitherLeadsNoneIsAligned) {
  const auto logic = [](int last) {
    ExprPtr made =
        Two(ast::BinaryOp::kOr, Fetch("disk", Open(kDisks), 0, last),
            Fetch("net", Open(kNets), 0, last), expr::Pairing::kEither);
    made->layout = expr::EitherOf(Open(kDisks), Open(kNets));
    return made;
  };
  const ExprPtr now = logic(0);
  const ExprPtr window = logic(1);
  Builder builder;
  const View view = builder.AddView(*now);
  builder.AddView(*window);
  const Program program = builder.Build();
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n"
            "%1 = column 1\n"
            "%2 = either or %0 %1\n"
            "%3 = either or %0 %1\n"
            "%4 = retain 2 %3\n");
  EXPECT_EQ(program.LayoutOf(view.node).parts, 2);
  // Over a window one instance has more than one value.
  EXPECT_EQ(std::get<Either>(program.nodes[2].op).logic.left_enough, 2);
  EXPECT_EQ(std::get<Either>(program.nodes[3].op).logic.left_enough, 1);
  EXPECT_EQ(program.nodes[1].last_use, 3);
}

TEST(Builder, WhatStandsInIsNoPlainLogic) {
  const auto logic = [](expr::Pairing pairing) {
    ExprPtr made = Two(ast::BinaryOp::kOr, Fetch("load", Singular()),
                       Fetch("disk", Open(kDisks)), pairing);
    std::get<expr::Binary>(made->node).left_leads = false;
    made->layout = Open(kDisks);
    return made;
  };
  const ExprPtr stands_in = logic(expr::Pairing::kStandIn);
  const ExprPtr plain = logic(expr::Pairing::kBroadcast);
  EXPECT_EQ(DumpOf({stands_in.get(), plain.get()}),
            "%0 = column 0\n"
            "%1 = column 1\n"
            "%2 = stand-in or %0 %1\n"
            "%3 = or %0 %1 (right leads)\n");
}

TEST(Builder, OverInstancesOfNoMetricThereIsNeverAValue) {
  const ExprPtr never =
      Reduce({ast::Reducer::kMin}, ast::Domain::kInst, Number(5));
  EXPECT_EQ(DumpOf({never.get()}), "%0 = never\n");
}

// It is unknown on as many lanes as its operand has hosts.
TEST(Builder, WhatNeverHasAValueHasItsOwnLanes) {
  const auto never = [](std::vector<int> hosts) {
    ExprPtr awaited = Fetch("late", Singular());
    std::get<expr::Fetch>(awaited->node).descs[0].type = pmapi::Type::kUnknown;
    ExprPtr count =
        Reduce({ast::Reducer::kCount}, ast::Domain::kInst, std::move(awaited));
    count->layout = Plain();
    count->layout.labels.clear();
    for (const int host : hosts) count->layout.labels.push_back({host, -1, {}});
    count->layout.sources = std::move(hosts);
    return count;
  };
  const ExprPtr two = never({0, 1});
  const ExprPtr one = never({0});
  const ExprPtr again = never({0, 1});
  Builder builder;
  const View of_two = builder.AddView(*two);
  const View of_one = builder.AddView(*one);
  EXPECT_EQ(builder.AddView(*again).node, of_two.node);
  const Program program = builder.Build();
  EXPECT_EQ(program.LayoutOf(of_two.node).labels.size(), 2U);
  EXPECT_EQ(program.LayoutOf(of_one.node).labels.size(), 1U);
}

// A host that is down has no processes, as far as one knows: that is not none.
TEST(Builder, WhatNobodyHasDescribedCannotBeCounted) {
  ExprPtr awaited = Fetch("late", Singular());
  std::get<expr::Fetch>(awaited->node).descs[0].type = pmapi::Type::kUnknown;
  const ExprPtr never =
      Reduce({ast::Reducer::kCount}, ast::Domain::kInst, std::move(awaited));
  EXPECT_EQ(DumpOf({never.get()}),
            "%0 = column 0\n"
            "%1 = count inst %0\n"
            "%2 = awaits %1\n");
}

TEST(Builder, StringsAreNumbers) {
  const auto compare = [](const char* text) {
    return Two(ast::BinaryOp::kEqual, Fetch("m", Singular()),
               Make(expr::String{text}, Plain(), Sort::kString));
  };
  const ExprPtr idle = compare("idle");
  const ExprPtr busy = compare("busy");
  const ExprPtr again = compare("idle");
  Builder builder;
  for (const Expr* e : {idle.get(), busy.get(), again.get()}) {
    builder.AddView(*e);
  }
  const Program program = builder.Build();
  EXPECT_THAT(program.strings, ElementsAre("idle", "busy"));
  EXPECT_EQ(program.nodes.size(), 5u);
}

TEST(Builder, PatternsAreCompiledOnceAndTwoFormsAreTwoNodes) {
  const auto match = [](bool negated) {
    return Make(expr::Match{negated, "^sd",
                            Two(ast::BinaryOp::kGreater,
                                Fetch("m", Open(kDisks)), Number(1))},
                Open(kDisks), Sort::kTruth);
  };
  const ExprPtr yes = match(false);
  const ExprPtr no = match(true);
  Builder builder;
  const View a = builder.AddView(*yes);
  const View b = builder.AddView(*no);
  const Program program = builder.Build();
  const auto at = [&](const View& view) {
    return std::get<Match>(program.nodes[view.node].op);
  };
  EXPECT_EQ(at(a).pattern, at(b).pattern);
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n"
            "%1 = const 1.000000\n"
            "%2 = gt %0 %1\n"
            "%3 = match /^sd/ %2\n"
            "%4 = nomatch /^sd/ %2\n");
}

TEST(Builder, LastUseIsTheLastReaderOrTheCaller) {
  const ExprPtr double_m =
      Two(ast::BinaryOp::kMultiply, Fetch("m", Singular()), Number(2));
  const ExprPtr more =
      Two(ast::BinaryOp::kGreater,
          Two(ast::BinaryOp::kMultiply, Fetch("m", Singular()), Number(2)),
          Fetch("m", Singular()));
  Builder builder;
  builder.AddView(*more);
  const Program program = builder.Build();
  std::vector<NodeId> last;
  for (const Node& node : program.nodes) last.push_back(node.last_use);
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n"
            "%1 = const 2.000000\n"
            "%2 = mul %0 %1\n"
            "%3 = gt %2 %0\n");
  EXPECT_THAT(last, ElementsAre(3, 2, 3, kKept));
  Builder keeping;
  keeping.AddView(*more);
  keeping.AddView(*double_m);
  EXPECT_EQ(keeping.Build().nodes[2].last_use, kKept);
}

TEST(Builder, ABindingReadsLanesValuesAndWhereAnExtremeIsFrom) {
  const ExprPtr rule = Two(ast::BinaryOp::kGreater,
                           Reduce({ast::Reducer::kMax}, ast::Domain::kInst,
                                  Fetch("m", Open(kDisks))),
                           Number(5));
  const Expr* most = std::get<expr::Binary>(rule->node).left.get();
  Builder builder;
  builder.AddView(*rule);
  const BindingView binding = builder.AddBinding({most, {most}, {}});
  const Program program = builder.Build();
  EXPECT_EQ(Dump(program),
            "%0 = column 0\n"
            "%1 = max inst %0\n"
            "%2 = const 5.000000\n"
            "%3 = gt %1 %2\n");
  EXPECT_EQ(binding.lanes.node, 1);
  ASSERT_EQ(binding.values.size(), 1u);
  EXPECT_EQ(binding.values.front().node, 1);
  EXPECT_EQ(binding.lanes.extreme_of, 0);
  for (const NodeId kept : {0, 1, 3}) {
    EXPECT_EQ(program.nodes[kept].last_use, kKept);
  }
}

TEST(Builder, WithoutLanesABindingReadsNothing) {
  Builder builder;
  const BindingView binding = builder.AddBinding({});
  EXPECT_EQ(binding.lanes.node, kNoNode);
  EXPECT_EQ(binding.lanes.extreme_of, kNoNode);
  EXPECT_TRUE(builder.Build().nodes.empty());
}

TEST(Builder, IsEmptyOnceItHasBuilt) {
  const ExprPtr m = Fetch("m", Singular());
  Builder builder;
  builder.AddView(*m);
  EXPECT_EQ(builder.Build().nodes.size(), 1u);
  EXPECT_TRUE(builder.Build().nodes.empty());
}

TEST(Builder, PercentilesAreOneReductionWithTheirNumber) {
  Builder builder;
  for (const ast::Reduction& reduction :
       {ast::Reduction{ast::Reducer::kPercentile, 50},
        ast::Reduction{ast::Reducer::kPercentile, 99},
        ast::Reduction{ast::Reducer::kStddev}}) {
    builder.AddView(
        *Reduce(reduction, ast::Domain::kHost, Fetch("m", Open(kDisks))));
  }
  EXPECT_EQ(Dump(builder.Build()),
            "%0 = column 0\n"
            "%1 = p50 host %0\n"
            "%2 = p99 host %0\n"
            "%3 = stddev host %0\n");
}

}  // namespace
}  // namespace engine::program
