// Typed trees as text, made by hand: tests of the checker rest on it.
#include <gtest/gtest.h>

#include <utility>

#include "tests/support/expr_dump.h"

namespace engine::expr {
namespace {

template <typename Node>
ExprPtr Make(Node node, Sort sort = Sort::kNumber) {
  auto made = std::make_unique<Expr>();
  made->node = std::move(node);
  made->sort = sort;
  made->layout.labels = {{}};
  return made;
}

ExprPtr FetchOf(const std::string& metric) {
  Fetch fetch;
  fetch.metric = metric;
  ExprPtr made = Make(std::move(fetch));
  made->shape = {1, 1, 1};
  made->layout.sources = {0};
  made->layout.labels = {{0, pmapi::kNullInstance, {}}};
  return made;
}

template <typename Node>
ExprPtr Above(Node node, ExprPtr operand) {
  node.operand = std::move(operand);
  return Make(std::move(node));
}

TEST(Dumps, OfLayoutsNameEachLane) {
  Layout layout;
  layout.labels = {{}};
  EXPECT_EQ(Dump(layout), "single");
  layout.labels = {{0, 3, "red"}};
  EXPECT_EQ(Dump(layout), "single h0[red]");
  layout.kind = Layout::Kind::kFixed;
  layout.labels = {{0, 3, "red"}, {1, pmapi::kNullInstance, {}}};
  EXPECT_EQ(Dump(layout), "fixed h0[red] h1");
}

TEST(Dumps, OfOpenLayoutsHaveDomainsOnceAndSources) {
  Layout layout;
  layout.kind = Layout::Kind::kOpen;
  layout.sources = {2, 0};
  // 245 << 22 is a domain of 245.
  layout.indoms = {pmapi::InDom{(245u << 22) | 1},
                   pmapi::InDom{(245u << 22) | 1}};
  EXPECT_EQ(Dump(layout), "open 245.1 on 2 0");
  layout.indoms[1] = pmapi::InDom{(245u << 22) | 2};
  EXPECT_EQ(Dump(layout), "open 245.1,245.2 on 2 0");
  layout.parts = 2;
  EXPECT_EQ(Dump(layout), "open 245.1,245.2 on 2 0 in 2 parts");
  layout.parts = 1;
  layout.indoms.clear();
  EXPECT_EQ(Dump(layout), "open any on 2 0") << "without sources";
}

TEST(Dumps, NameNodesByTheirOperator) {
  const auto name = [](ExprPtr e) { return NodeName(*e); };
  EXPECT_EQ(name(Make(Number{0.5})), "0.5");
  EXPECT_EQ(name(Make(Truth{true})), "true");
  EXPECT_EQ(name(Make(Truth{false})), "false");
  EXPECT_EQ(name(Make(String{"idle"})), "\"idle\"");
  EXPECT_EQ(name(Make(ClockVariable{ast::ClockField::kDayOfWeek})),
            "$day_of_week");
  EXPECT_EQ(name(FetchOf("a.b")), "a.b");
  Fetch late;
  late.metric = "a.b";
  late.rate = true;
  late.delay = 2;
  EXPECT_EQ(name(Make(std::move(late))), "a.b rate delay 2");
  Unary rising;
  rising.op = ast::UnaryOp::kRising;
  EXPECT_EQ(name(Above(std::move(rising), FetchOf("a"))), "rising");
  Reduce average;
  average.reduction.reducer = ast::Reducer::kAvg;
  average.domain = ast::Domain::kSample;
  EXPECT_EQ(name(Above(std::move(average), FetchOf("a"))), "avg_sample");
  Reduce some;
  some.reduction.reducer = ast::Reducer::kSome;
  EXPECT_EQ(name(Above(std::move(some), FetchOf("a"))), "some_inst");
  Reduce half;
  half.reduction.reducer = ast::Reducer::kPercent;
  half.reduction.percent = 50;
  half.domain = ast::Domain::kHost;
  EXPECT_EQ(name(Above(std::move(half), FetchOf("a"))), "50%_host");
  Match match;
  match.pattern = "^sd";
  EXPECT_EQ(name(Above(std::move(match), FetchOf("a"))), "match_inst \"^sd\"");
  Match negated;
  negated.negated = true;
  EXPECT_EQ(name(Above(std::move(negated), FetchOf("a"))), "nomatch_inst \"\"");
}

TEST(Dumps, OfTreesIndentOperands) {
  Binary above;
  above.op = ast::BinaryOp::kGreater;
  above.left = FetchOf("a");
  above.right = Make(Number{1});
  above.left_leads = false;
  above.pairing = Pairing::kByPosition;
  Unary no;
  no.op = ast::UnaryOp::kNot;
  no.operand = Make(std::move(above), Sort::kTruth);
  EXPECT_EQ(Dump(*Make(std::move(no), Sort::kTruth)),
            "!: truth -1/-1/-1 single\n"
            "  >: truth -1/-1/-1 single, right leads, by position\n"
            "    a: number 1/1/1 single h0\n"
            "    1: number -1/-1/-1 single\n");
}

TEST(Dumps, OfStatementsSayWhatTheyAre) {
  Statement statement;
  statement.name = "x";
  statement.interval = base::Duration{1500};
  statement.body = Observe{Make(Number{1}), {}};
  EXPECT_EQ(Dump(statement),
            "x every 1500 ns\nobserve\n1: number -1/-1/-1 single\n"
            "binding: none\n");
  statement.body = Perform{};
  EXPECT_EQ(Dump(statement), "x every 1500 ns\nperform\n");

  const ast::Action action;
  Ruleset set;
  for (const bool bound : {true, false}) {
    Rule rule{Make(Truth{bound}, Sort::kTruth), {}, &action};
    if (bound)
      rule.binding = {rule.condition.get(), {rule.condition.get()}, {}, 1};
    set.rules.push_back(std::move(rule));
  }
  set.unknown = &action;
  set.otherwise = &action;
  statement.body = std::move(set);
  EXPECT_EQ(Dump(statement),
            "x every 1500 ns\nruleset\n"
            "true: truth -1/-1/-1 single\nbinding: true values true\n"
            "false: truth -1/-1/-1 single\nbinding: none\n"
            "unknown\notherwise\n");
  statement.body = Rule{Make(Truth{true}, Sort::kTruth), {}, &action};
  EXPECT_EQ(Dump(statement),
            "x every 1500 ns\nrule\n"
            "true: truth -1/-1/-1 single\nbinding: none\n");
}

}  // namespace
}  // namespace engine::expr
