// Trees as s-expressions: tests rest on it, so that these are made by hand.
#include <gtest/gtest.h>

#include <utility>

#include "grammar/fold.h"
#include "tests/support/ast_dump.h"

namespace grammar {
namespace {

std::string Dumped(ast::Expr::Node node) {
  return Dump(*MakeExpr(std::move(node), {}));
}

ast::ExprPtr Fetch() {
  ast::Fetch fetch;
  fetch.metric = "a";
  return MakeExpr(std::move(fetch), {});
}

ast::ActionPtr Print(const std::string& text) {
  auto action = std::make_unique<ast::Action>();
  ast::Call call;
  call.arguments = {text};
  action->node = std::move(call);
  return action;
}

TEST(Dumps, OfLeaves) {
  EXPECT_EQ(Dumped(ast::Number{0.5}), "0.5");
  EXPECT_EQ(Dumped(ast::Truth{true}), "true");
  EXPECT_EQ(Dumped(ast::Truth{false}), "false");
  EXPECT_EQ(Dumped(ast::String{"say \"x\""}), "\"say \\\"x\\\"\"");
  EXPECT_EQ(Dumped(ast::ClockVariable{ast::ClockField::kDelta}), "$delta");
}

TEST(Dumps, OfFetchesHaveWhatIsGiven) {
  ast::Fetch fetch;
  fetch.metric = "a b";
  EXPECT_EQ(Dump(*MakeExpr(ast::Fetch(fetch), {})), "(fetch 'a b')");
  fetch.metric = "a.b";
  fetch.hosts = {"h", "10.0.0.1"};
  fetch.instances = {"i"};
  fetch.first = fetch.last = 3;
  EXPECT_EQ(Dump(*MakeExpr(ast::Fetch(fetch), {})),
            "(fetch a.b :h :'10.0.0.1' #i @3)");
  fetch.first = 0;
  EXPECT_EQ(Dump(*MakeExpr(ast::Fetch(fetch), {})),
            "(fetch a.b :h :'10.0.0.1' #i @0..3)");
}

TEST(Dumps, OfOperatorsPutThemFirst) {
  EXPECT_EQ(Dumped(ast::Unary{ast::UnaryOp::kFalling, Fetch()}),
            "(falling (fetch a))");
  EXPECT_EQ(Dumped(ast::Binary{ast::BinaryOp::kNotEqual, Fetch(), Fetch()}),
            "(!= (fetch a) (fetch a))");
  EXPECT_EQ(
      Dumped(ast::Reduce{{ast::Reducer::kMin}, ast::Domain::kSample, Fetch()}),
      "(min_sample (fetch a))");
  EXPECT_EQ(
      Dumped(ast::Reduce{{ast::Reducer::kAll}, ast::Domain::kHost, Fetch()}),
      "(all_host (fetch a))");
  EXPECT_EQ(Dumped(ast::Reduce{
                {ast::Reducer::kPercent, 12.5}, ast::Domain::kInst, Fetch()}),
            "(12.5%_inst (fetch a))");
  EXPECT_EQ(Dumped(ast::Match{true, "^x", Fetch()}),
            "(nomatch_inst \"^x\" (fetch a))");
}

TEST(Dumps, OfActions) {
  ast::Action action;
  ast::Call call;
  call.kind = ast::ActionKind::kSyslog;
  call.holdoff = 60;
  call.syslog_priority = 0;
  call.syslog_tag = "t";
  call.arguments = {"x", "y"};
  action.node = call;
  EXPECT_EQ(Dump(action),
            "(syslog holdoff 60 priority 0 tag \"t\" \"x\" \"y\")");
  action.node = ast::Combine{true, Print("x"), Print("y")};
  EXPECT_EQ(Dump(action), "(& (print \"x\") (print \"y\"))");
  action.node = ast::Combine{false, Print("x"), Print("y")};
  EXPECT_EQ(Dump(action), "(| (print \"x\") (print \"y\"))");
}

TEST(Dumps, OfRules) {
  EXPECT_EQ(Dumped(ast::Rule{Fetch(), Print("x")}),
            "(rule (fetch a) (print \"x\"))");
  EXPECT_EQ(Dumped(ast::Perform{Print("x")}), "(print \"x\")");
  ast::Ruleset set;
  set.rules.push_back({Fetch(), Print("x")});
  set.otherwise = Print("o");
  EXPECT_EQ(Dumped(std::move(set)),
            "(ruleset (rule (fetch a) (print \"x\")) (otherwise (print "
            "\"o\")))");
}

TEST(Dumps, OfStatements) {
  ast::Statement statement;
  statement.interval = 0.5;
  EXPECT_EQ(Dump(statement), "(statement _ every 0.5)");
  statement.name = "a b";
  statement.expr = Fetch();
  EXPECT_EQ(Dump(statement), "(statement 'a b' every 0.5 (fetch a))");
}

}  // namespace
}  // namespace grammar
