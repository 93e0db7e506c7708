// Nodes of words, and trees that are as high as they may be.
#include "grammar/tree_builder.h"

#include <gtest/gtest.h>

#include "grammar/fold.h"
#include "tests/support/ast_dump.h"

namespace grammar {
namespace {

using K = TokenKind;

class TreeBuilderTest : public testing::Test {
 protected:
  static ExprWithHeight Metric(const char* name) {
    return {MakeExpr(ast::Fetch{name, {}, {}, 0, 0}, {})};
  }
  static Token Text(const char* text) {
    Token token;
    token.kind = K::kString;
    token.text = text;
    return token;
  }
  ActionWithHeight Action(K word) {
    TreeBuilder::WrittenCall written;
    written.word = word;
    written.texts = {&text_};
    return {build_.Call(written)};
  }

  Limits limits_;
  ReceiverNames receivers_;
  PmiePlace end_;
  std::vector<std::string> no_macros_;
  SourceText source_{"rules", "a"};
  PmieMessages pmie_{source_, no_macros_};
  Token text_ = Text("5 hours");
  TreeBuilder build_{limits_, receivers_, 10, pmie_, end_};
};

TEST_F(TreeBuilderTest, MakesTheNodesOfWords) {
  ExprWithHeight sum = build_.Binary(K::kPlus, Metric("a"), Metric("b"), {});
  EXPECT_EQ(sum.height, 2u);
  EXPECT_EQ(Dump(*build_.Unary(K::kMinus, std::move(sum), {}).tree),
            "(- (+ (fetch a) (fetch b)))");
  EXPECT_EQ(Dump(*build_.Unary(K::kRate, Metric("a"), {}).tree),
            "(rate (fetch a))");
  const ExprWithHeight most = build_.Reduce(
      {ast::Reducer::kPercentile, 99}, ast::Domain::kHost, Metric("a"), {});
  EXPECT_EQ(Dump(*most.tree), "(p99_host (fetch a))");
  EXPECT_EQ(
      Dump(*build_.Combine(K::kEither, Action(K::kPrint), Action(K::kAlarm))
                .tree),
      "(| (print \"5 hours\") (alarm \"5 hours\"))");
}

TEST_F(TreeBuilderTest, WhatIsConstantHasNoHeight) {
  const auto number = [] {
    return ExprWithHeight{MakeExpr(ast::Number{1}, {})};
  };
  EXPECT_EQ(build_.Binary(K::kPlus, number(), number(), {}).height, 1u);
}

TEST_F(TreeBuilderTest, GivesUpWhatIsTooHigh) {
  limits_.tree_depth = 2;
  ExprWithHeight sum = build_.Binary(K::kPlus, Metric("a"), Metric("b"), {});
  EXPECT_FALSE(build_.too_high());
  sum = build_.Binary(K::kPlus, std::move(sum), Metric("c"), {});
  EXPECT_TRUE(build_.too_high());
  EXPECT_EQ(Dump(*sum.tree), "0");
  ActionWithHeight both =
      build_.Combine(K::kBoth, Action(K::kPrint), Action(K::kAlarm));
  both = build_.Combine(K::kBoth, std::move(both), Action(K::kShell));
  EXPECT_EQ(Dump(*both.tree), "(& (print \"5 hours\") (alarm \"5 hours\"))");
  EXPECT_EQ(build_.TakeDiagnostics().size(), 1u) << "it is told once";
}

TEST_F(TreeBuilderTest, WarnsOfHoldoffsThatAreNone) {
  TreeBuilder::WrittenCall written;
  written.word = K::kPrint;
  written.texts = {&text_, &text_};
  build_.Call(written);
  written.holdoff = Quantity(5);
  written.holdoff->ApplyUnit({UnitWord::Dimension::kSpace, 0}, 1, false);
  build_.Call(written);
  EXPECT_EQ(build_.TakeDiagnostics().size(), 2u);
}

TEST_F(TreeBuilderTest, AWebhookBeginsWithItsReceiver) {
  const Token url = Text("https://a.example/b?c");
  TreeBuilder::WrittenCall written;
  written.word = K::kWebhook;
  written.texts = {&url, &text_};
  EXPECT_EQ(Dump(*build_.Call(written)),
            "(webhook to \"https://a.example/b?c\" \"5 hours\")");
  EXPECT_TRUE(build_.TakeDiagnostics().empty());
}

TEST_F(TreeBuilderTest, AReceiverIsAUrl) {
  text_.span = {7, 16};
  Action(K::kWebhook);
  const auto wrong = build_.TakeDiagnostics();
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].severity, Severity::kError);
  EXPECT_EQ(wrong[0].span, (Span{7, 16}));
  EXPECT_EQ(wrong[0].message, "a URL begins with http:// or https://");
  EXPECT_EQ(wrong[0].hint,
            "the receiver comes first: webhook "
            "\"https://alerts.example.com\" \"text\"");
}

TEST_F(TreeBuilderTest, SamplesHaveALimit) {
  Token number;
  number.value = 2.9;
  EXPECT_EQ(build_.Sample(number), 2);
  number.value = 1e9;
  EXPECT_EQ(build_.Sample(number), 0);
  const auto diagnostics = build_.TakeDiagnostics();
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message, "more than 1000000 samples");
}

TEST_F(TreeBuilderTest, ParametersOfSamplesAreWhole) {
  Token number;
  number.kind = TokenKind::kNumber;
  number.text = "minutes";
  number.value = 2.0;
  EXPECT_EQ(build_.Sample(number), 2);
  EXPECT_TRUE(build_.TakeDiagnostics().empty());
  number.value = 2.5;
  EXPECT_EQ(build_.Sample(number), 0);
  const auto diagnostics = build_.TakeDiagnostics();
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message,
            "the value of $minutes is no whole number of samples");
  number.text = "2.5";
  EXPECT_EQ(build_.Sample(number), 2);
}

}  // namespace
}  // namespace grammar
