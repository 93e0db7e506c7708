// Every kind of node is looked into.
#include "grammar/fetches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grammar/parser.h"

namespace grammar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> MetricsOf(const std::string& text) {
  std::vector<std::string> metrics;
  const ParsedFile file = Parser().Parse(SourceText("rules", text));
  for (const ParsedStatement& one : file.statements) {
    if (!one.statement.expr) continue;
    ForEachFetch(*one.statement.expr,
                 [&metrics](const ast::Fetch& fetch, Span) {
                   metrics.push_back(fetch.metric);
                 });
  }
  return metrics;
}

TEST(ForEachFetch, InTheOrderOfTheText) {
  EXPECT_THAT(MetricsOf("b; x = -a + sum_inst c * a;"),
              ElementsAre("b", "a", "c", "a"));
}

TEST(ForEachFetch, BelowEveryKindOfNode) {
  EXPECT_THAT(MetricsOf("some_inst match_inst \"p\" d > 1;"
                        "all_sample (e @0..2 > 1) -> print \"x\";"
                        "ruleset f > 1 -> print \"x\" else g > rate h -> print "
                        "\"y\" unknown -> print \"z\";"),
              ElementsAre("d", "e", "f", "g", "h"));
}

TEST(ForEachFetch, TellsWhereItStands) {
  const ParsedFile file = Parser().Parse(SourceText("rules", "x = 1 + b :h;"));
  ForEachFetch(*file.statements.front().statement.expr,
               [](const ast::Fetch&, Span span) {
                 EXPECT_EQ(span.begin, 8u);
                 EXPECT_EQ(span.end, 12u);
               });
}

TEST(ForEachFetch, WhatSpeaksOfNoMetric) {
  EXPECT_THAT(MetricsOf("$hour > 1; print \"x\"; $hour > 1 -> print \"y\";"),
              IsEmpty());
}

TEST(ForEachParameter, InConditionsAndInTexts) {
  std::vector<std::string> names;
  const ParsedFile file = Parser().Parse(SourceText(
      "rules",
      "count_event ( m where a > 1 then m within 5 sec ) > 0 && sum_event b "
      "by c ( m ) > 1 -> print \"%n %{d} %{first.e}\"; x > 1 -> print "
      "\"%{f}\"; ruleset some_event ( m ) -> print \"%{g}\" else x > 1 -> "
      "print \"%{h}\";"));
  for (const ParsedStatement& one : file.statements) {
    ForEachParameter(*one.statement.expr,
                     [&names](const ast::Fetch&, const std::string& name) {
                       names.push_back(name);
                     });
  }
  EXPECT_THAT(names, ElementsAre("a", "b", "c", "d", "e", "g"));
}

}  // namespace
}  // namespace grammar
