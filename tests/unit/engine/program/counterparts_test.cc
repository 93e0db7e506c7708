// Counterparts: what of two programs is the same, wherever it stands in them.
#include "engine/program/counterparts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/expr/either.h"
#include "tests/support/program_dump.h"
#include "tests/unit/engine/program/expressions.h"

namespace engine::program {
namespace {

using ::testing::ElementsAre;

Program ProgramOf(const std::vector<ExprPtr>& all) {
  Builder builder;
  for (const ExprPtr& e : all) builder.AddView(*e);
  return builder.Build();
}

ExprPtr More(const std::string& metric, double than) {
  return Two(ast::BinaryOp::kGreater, Fetch(metric, Singular()), Number(than));
}

/// A string metric, `delay` ticks ago.
ExprPtr State(int delay) {
  ExprPtr fetch = Fetch("state", Singular(), delay, delay);
  std::get<expr::Fetch>(fetch->node).descs[0].type = pmapi::Type::kString;
  return fetch;
}

ExprPtr Is(ExprPtr state, const std::string& text) {
  return Two(ast::BinaryOp::kEqual, std::move(state),
             Make(expr::String{text}, Plain(), Sort::kString));
}

template <typename... Es>
Program Of(Es... es) {
  std::vector<ExprPtr> all;
  (all.push_back(std::move(es)), ...);
  return ProgramOf(all);
}

TEST(Counterparts, AreFoundWhereverTheyStand) {
  const Program before = Of(More("m", 1), More("n", 2));
  const Program now = Of(More("n", 2), More("m", 3));
  EXPECT_EQ(Dump(now),
            "%0 = column 0\n"
            "%1 = const 2.000000\n"
            "%2 = gt %0 %1\n"
            "%3 = column 1\n"
            "%4 = const 3.000000\n"
            "%5 = gt %3 %4\n");
  const Counterparts same = FindCounterparts(before, now);
  EXPECT_THAT(same.columns, ElementsAre(1, 0));
  EXPECT_THAT(same.nodes, ElementsAre(3, 4, 5, 0, kNoNode, kNoNode));
}

TEST(Counterparts, AMetricThatIsSomethingElseHasNone) {
  ExprPtr other = Fetch("m", Singular());
  std::get<expr::Fetch>(other->node).descs[0].units.space = 1;
  const Counterparts same = FindCounterparts(
      Of(More("m", 1)),
      Of(Two(ast::BinaryOp::kGreater, std::move(other), Number(1))));
  EXPECT_THAT(same.columns, ElementsAre(-1));
  EXPECT_THAT(same.nodes, ElementsAre(kNoNode, 1, kNoNode));
}

TEST(Counterparts, MetricsThatNobodyKnowsAreToldApart) {
  const Counterparts same =
      FindCounterparts(Of(More("m", 1)), Of(More("n", 1)));
  EXPECT_THAT(same.columns, ElementsAre(-1));
}

TEST(Counterparts, OtherInstancesAreAnotherColumn) {
  const auto disks = [](int second) {
    return Fetch("m", Explicit({{1, "sda"}, {second, "sdb"}}), 0, 2);
  };
  const Program unknown = Of(disks(-1));
  EXPECT_THAT(FindCounterparts(unknown, Of(disks(2))).nodes,
              ElementsAre(kNoNode, kNoNode));
  EXPECT_THAT(FindCounterparts(unknown, Of(disks(-1))).nodes,
              ElementsAre(0, 1));
}

TEST(Counterparts, TextsAreThoseThatSayTheSame) {
  const Program before = Of(Is(State(0), "idle"), Is(State(0), "busy"));
  const Program now = Of(Is(State(0), "busy"), Is(State(0), "dead"));
  EXPECT_EQ(Dump(now),
            "%0 = column 0\n"
            "%1 = text 0\n"
            "%2 = eq %0 %1\n"
            "%3 = text 1\n"
            "%4 = eq %0 %3\n");
  EXPECT_THAT(FindCounterparts(before, now).nodes,
              ElementsAre(0, 3, 4, kNoNode, kNoNode));
}

TEST(Counterparts, AStringOfThePastHasNone) {
  const Program program = Of(Is(State(2), "idle"));
  EXPECT_THAT(FindCounterparts(program, program).nodes,
              ElementsAre(0, kNoNode, 2, kNoNode));
}

ExprPtr Rising(ExprPtr truth) {
  const Layout layout = truth->layout;
  return Make(expr::Unary{ast::UnaryOp::kRising, std::move(truth)}, layout,
              Sort::kTruth);
}

/// It has risen above 1.
ExprPtr HasRisen(ExprPtr metric) {
  return Rising(Two(ast::BinaryOp::kGreater, std::move(metric), Number(1)));
}

ExprPtr Awaited(const std::string& metric, Layout layout = Singular()) {
  ExprPtr fetch = Fetch(metric, std::move(layout));
  std::get<expr::Fetch>(fetch->node).descs[0].type = pmapi::Type::kUnknown;
  return fetch;
}

TEST(Counterparts, OfWhatIsAwaitedEdgesAloneHaveThem) {
  const auto disk = [](int id) { return Explicit({{id, "sda"}}); };
  const auto check = [](ExprPtr there, ExprPtr awaited) {
    const Program known = Of(HasRisen(std::move(there)));
    const Program unknown = Of(HasRisen(std::move(awaited)));
    for (const bool gone : {true, false}) {
      const Counterparts same = gone ? FindCounterparts(known, unknown)
                                     : FindCounterparts(unknown, known);
      EXPECT_THAT(same.columns, ElementsAre(-1));
      EXPECT_THAT(same.nodes, ElementsAre(kNoNode, 1, kNoNode, 3));
    }
  };
  check(Fetch("m", Singular()), Awaited("m"));
  check(Fetch("m", Singular(), 0, 0, true), Awaited("m"));
  check(Fetch("m", Open(kDisks)), Awaited("m"));
  check(Fetch("m", disk(7)), Awaited("m", disk(-1)));
}

// There is nothing to count meanwhile.
TEST(Counterparts, AnEdgeOfACountGoesOnWhileItsMetricIsAwaited) {
  for (const auto domain : {ast::Domain::kInst, ast::Domain::kSample}) {
    const auto count = [&](ExprPtr metric) {
      ExprPtr many = Two(ast::BinaryOp::kGreater, std::move(metric), Number(1));
      return HasRisen(Reduce({ast::Reducer::kCount}, domain, std::move(many)));
    };
    const Program there = Of(count(Fetch("m", Open(kDisks))));
    const Program gone = Of(count(Awaited("m")));
    const auto last = [](const Program& one) {
      return static_cast<NodeId>(one.nodes.size()) - 1;
    };
    EXPECT_EQ(FindCounterparts(there, gone).nodes.back(), last(there));
    EXPECT_EQ(FindCounterparts(gone, there).nodes.back(), last(gone));
    EXPECT_EQ(FindCounterparts(there, Of(count(Awaited("n")))).nodes.back(),
              kNoNode);
  }
}

/// It has risen above 1 on some disk and on some net, or one of each.
ExprPtr HasRisenOnBoth(ExprPtr disks, ExprPtr nets, expr::Pairing pairing) {
  const auto more = [](ExprPtr metric) {
    return Two(ast::BinaryOp::kGreater, std::move(metric), Number(1));
  };
  ExprPtr both = Two(ast::BinaryOp::kAnd, more(std::move(disks)),
                     more(std::move(nets)), pairing);
  if (pairing == expr::Pairing::kEither) {
    both->layout = expr::EitherOf(Open(kDisks), Open(kNets));
  }
  return Rising(std::move(both));
}

// What becomes of `&&` hangs on the lanes, of which what is awaited has none.
TEST(Counterparts, AnEdgeOfLogicGoesOnHoweverItsOperandsPair) {
  using expr::Pairing;
  const auto program = [](bool awaited, Pairing pairing) {
    return Of(HasRisenOnBoth(awaited ? Awaited("m") : Fetch("m", Open(kDisks)),
                             Fetch("n", Open(kNets)), pairing));
  };
  for (const Pairing then : {Pairing::kEither, Pairing::kByPosition}) {
    for (const Pairing now : {Pairing::kBroadcast, Pairing::kStandIn}) {
      const Program there = program(false, then);
      const Program gone = program(true, now);
      const auto last = [](const Program& one) {
        return static_cast<NodeId>(one.nodes.size()) - 1;
      };
      EXPECT_EQ(FindCounterparts(there, gone).nodes.back(), last(there));
      EXPECT_EQ(FindCounterparts(gone, there).nodes.back(), last(gone));
    }
  }
}

TEST(Counterparts, AnEdgeOfSomethingElseHasNone) {
  const auto edge = [](ExprPtr there, ExprPtr awaited) {
    return FindCounterparts(Of(HasRisen(std::move(there))),
                            Of(HasRisen(std::move(awaited))))
        .nodes.back();
  };
  EXPECT_EQ(edge(Fetch("m", Singular()), Awaited("n")), kNoNode);
  EXPECT_EQ(edge(Fetch("m", Explicit({{7, "sda"}})),
                 Awaited("m", Explicit({{-1, "sdb"}}))),
            kNoNode);
  ExprPtr other = Fetch("m", Singular());
  std::get<expr::Fetch>(other->node).descs[0].units.space = 1;
  EXPECT_EQ(edge(Fetch("m", Singular()), std::move(other)), kNoNode);
}

// A counter and its rate are not told apart where nothing is known of it.
TEST(Counterparts, AnEdgeOfWhatMayBeEitherOfTwoHasNone) {
  const auto both = [] {
    return Of(HasRisen(Fetch("m", Singular(), 0, 0, true)),
              HasRisen(Fetch("m", Singular())));
  };
  const Program unknown = Of(HasRisen(Awaited("m")));
  EXPECT_EQ(FindCounterparts(both(), unknown).nodes.back(), kNoNode);
  for (const NodeId node : FindCounterparts(unknown, both()).nodes) {
    EXPECT_NE(node, 3);
  }
}

}  // namespace
}  // namespace engine::program
