// What is a selector, and what is text.
#include "grammar/record_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grammar/parser.h"

namespace grammar {
namespace {

using ::testing::ElementsAre;

TEST(RecordText, ASelectorHasANameAndEnds) {
  EXPECT_EQ(RecordSelectorAt("a %{message} b", 2), "%{message}");
  EXPECT_EQ(RecordSelectorAt("%{first._PID}", 0), "%{first._PID}");
  EXPECT_EQ(RecordSelectorAt("%n%n", 0), "%n");
  for (const char* text :
       {"", "%", "%{", "%{}", "%{a", "%{a b}", "%{a-b}", "%i", "%{a{}", "n"}) {
    EXPECT_EQ(RecordSelectorAt(text, 0), "") << text;
  }
}

TEST(RecordText, OfAllTextsOfAllCalls) {
  const ParsedFile file = Parser().Parse(
      SourceText("rules",
                 "m > 1 -> print \"%n %{a}\" \"%%{b.c}\" & (print \"%{a}\" | "
                 "print \"%{first.d}\");"));
  const auto& rule =
      std::get<ast::Rule>(file.statements.at(0).statement.expr->node);
  EXPECT_THAT(RecordSelectors(*rule.action),
              ElementsAre("%n", "%{a}", "%{b.c}", "%{first.d}"));
}

TEST(RecordText, FirstIsAWordBeforeAName) {
  const auto read = [](const char* selector) {
    const RecordSelector one = ReadRecordSelector(selector);
    return (one.first ? "first " : "last ") + one.parameter;
  };
  EXPECT_EQ(read("%n"), "last ");
  EXPECT_EQ(read("%{n}"), "last n");
  EXPECT_EQ(read("%{first.a.b}"), "first a.b");
  EXPECT_EQ(read("%{first}"), "last first");
  EXPECT_EQ(read("%{first.}"), "last first.");
}

}  // namespace
}  // namespace grammar
