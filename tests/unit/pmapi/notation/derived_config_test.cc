// Files of definitions: what is taken, and what PCP says of the other lines.
#include "pmapi/notation/derived_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pmapi::notation {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Names(const DerivedConfig& config) {
  std::vector<std::string> names;
  for (const auto& definition : config.definitions()) {
    names.push_back(definition.name);
  }
  return names;
}

std::string Complaints(const DerivedConfig& config) {
  std::string text;
  for (const auto& diagnostic : config.diagnostics()) {
    text += DiagnosticText(diagnostic);
  }
  return text;
}

TEST(DerivedConfig, Definitions) {
  DerivedConfig config;
  config.Read("d",
              "# a comment\n\nq.a = x\nq.b=1\n\tq.c\t= x + 1  \r\n"
              "q.a(oneline) = short\n"
              "q.a ( helptext ) = '\\\nlong \\' text = (\n\nq.no = 1\n'\n"
              "q.last = x");
  EXPECT_THAT(Names(config), ElementsAre("q.a", "q.b", "q.c", "q.last"));
  EXPECT_EQ(Complaints(config), "");
  EXPECT_EQ(config.Find("q.c"), 2u);
  EXPECT_EQ(config.Find("q.no"), std::nullopt);
}

TEST(DerivedConfig, TheFirstOfANameCounts) {
  DerivedConfig config;
  config.Read("one", "q.a = x\n");
  config.Read("two", "q.a = y\nq.b = 1\n");
  EXPECT_EQ(config.definitions()[0].expr.nodes[0].text, "x");
  EXPECT_THAT(Names(config), ElementsAre("q.a", "q.b"));
  EXPECT_EQ(Complaints(config),
            "[two:1] Error: pmRegisterDerived(q.a, ...) syntax error\n"
            " y\n"
            " ^\n"
            "Duplicate global derived metric name\n");
}

TEST(DerivedConfig, AMistakeInAnExpression) {
  DerivedConfig config;
  config.Read("d", "q.a =\tx +\nq.b = 1 2\nq.c = 1\n");
  EXPECT_THAT(Names(config), ElementsAre("q.c"));
  EXPECT_EQ(Complaints(config),
            "[d:1] Error: pmRegisterDerived(q.a, ...) syntax error\n"
            "\tx +\n"
            "\t  ^\n"
            "Arithmetic expression expected to follow PLUS\n"
            "[d:2] Error: pmRegisterDerived(q.b, ...) syntax error\n"
            " 1 2\n"
            "   ^\n");
}

TEST(DerivedConfig, LinesThatAreNone) {
  DerivedConfig config;
  config.Read("d",
              "no\n = x\n1bad = x\nq..g = x\nq.h-i = x\nq.k = \nq.l x = 1\n");
  EXPECT_THAT(Names(config), IsEmpty());
  const std::string load = "Error: pmLoadDerivedConfig: ";
  EXPECT_EQ(Complaints(config),
            "[d:1] " + load + "missing ``='' after derived metric name\nno\n" +
                "[d:2] " + load + "derived metric name missing\n = x\n" +
                "[d:3] " + load + "illegal derived metric name (1bad)\n" +
                "[d:4] " + load + "illegal derived metric name (q..g)\n" +
                "[d:5] " + load + "illegal derived metric name (q.h-i)\n" +
                "[d:6] " + load + "expression missing\nq.k = \n" + "[d:7] " +
                load + "illegal derived metric name (q.l x)\n");
}

TEST(DerivedConfig, Attributes) {
  DerivedConfig config;
  config.Read("d",
              "q.a = 1\nq.a(oneline) = x\nq.a(oneline) = y\nq.a(other) = x\n"
              "q.z(oneline) = x\nq.a(oneline = x\nq.a() = x\n"
              "q.a(helptext) =\nq.a(helptext) = \"a\nb\" more\nq.b = 1\n"
              "q.b(oneline) = \"open\nq.c = 1\n");
  EXPECT_THAT(Names(config), ElementsAre("q.a", "q.b"));
  const std::string load = "Error: pmLoadDerivedConfig: ";
  EXPECT_EQ(
      Complaints(config),
      "[d:3] " + load +
          "duplicate value for attribute (oneline) of metric (q.a)\n"
          "q.a(oneline) = y\n"
          "[d:4] " +
          load +
          "attribute (other) is unknown for metric (q.a)\nq.a(other) = x\n"
          "[d:5] " +
          load +
          "cannot set attribute, derived metric (q.z) not defined\n"
          "q.z(oneline) = x\n"
          "[d:6] " +
          load + "missing ')' after attribute\nq.a(oneline = x\n" + "[d:7] " +
          load + "attribute name missing\nq.a() = x\n" + "[d:8] " + load +
          "attribute value missing\nq.a(helptext) =\n" +
          "[d:9] Warning: pmLoadDerivedConfig: extra text (more) after "
          "attribute value will be ignored\n"
          "[d:12] " +
          load + "missing termination (\") for value\n");
}

TEST(DerivedConfig, TextsStandInQuotesOrNot) {
  DerivedConfig config;
  config.Read("d",
              "q.a = hinv.ncpu\nq.a(oneline) =  how many \n"
              "q.a(helptext) = \"of \\\"them\\\",\n\\\nall\"\n"
              "q.a(oneline) = again\nq.b = hinv.ncpu\n"
              "q.b(helptext) = \"no end\\");
  EXPECT_EQ(config.Help("q.a"), (HelpText{"how many", "of \"them\",\nall"}));
  EXPECT_EQ(config.Help("q.b"), HelpText());
}

}  // namespace
}  // namespace pmapi::notation
