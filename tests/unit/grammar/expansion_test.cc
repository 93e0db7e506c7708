// Mistakes inside macros: told at the use, and at each definition.
#include "grammar/expansion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t kFile = 0;

TEST(Expansions, OneNumberForTheSameInTheSame) {
  Expansions expansions;
  const MacroOrigin a{"a", "f", 1};
  const MacroOrigin b{"b", "f", 2};
  const std::uint32_t in_a = expansions.Number(a, kFile);
  EXPECT_EQ(expansions.Number(a, kFile), in_a);
  EXPECT_NE(expansions.Number({"a", "f", 9}, kFile), in_a) << "defined again";
  EXPECT_NE(expansions.Number(b, in_a), expansions.Number(b, kFile));
}

TEST(Expansions, ChainsHaveAnEnd) {
  Expansions expansions;
  std::uint32_t deep = kFile;
  for (int i = 0; i < 2 * Expansions::kDeepest; ++i) {
    deep = expansions.Number({"m", "f", i}, deep);
  }
  EXPECT_EQ(expansions.Trace({0, 1, deep, deep}).size(),
            static_cast<std::size_t>(Expansions::kDeepest));
}

TEST(Expansions, ATraceIsOfWhatHoldsBothEnds) {
  Expansions expansions;
  const MacroOrigin a{"a", "f", 1};
  const MacroOrigin b{"b", "f", 2};
  const MacroOrigin c{"c", "f", 3};
  const std::uint32_t in_a = expansions.Number(a, kFile);
  const std::uint32_t b_in_a = expansions.Number(b, in_a);
  const std::uint32_t c_in_a = expansions.Number(c, in_a);
  EXPECT_THAT(expansions.Trace({0, 1, b_in_a, b_in_a}), ElementsAre(b, a));
  EXPECT_THAT(expansions.Trace({0, 1, b_in_a, c_in_a}), ElementsAre(a));
  EXPECT_THAT(expansions.Trace({0, 1, in_a, c_in_a}), ElementsAre(a));
  EXPECT_THAT(expansions.Trace({0, 1, kFile, c_in_a}), IsEmpty());
  EXPECT_THAT(expansions.Trace({0, 1}), IsEmpty());
}

TEST(Expansions, AMistakeInAMacroHasTwoPlaces) {
  EXPECT_EQ(Rendered("m = \"> >\";\n\na $m 3;\n"),
            "rules:3:3: error: a number or a metric must follow >, not >\n"
            "  a $m 3;\n    ^~\n"
            "  in the expansion of $m, defined at line 1\n");
}

TEST(Expansions, AMistakeInAMacroInAMacroHasThree) {
  EXPECT_EQ(Rendered("inner = \"> >\";\nouter = \"a \\$inner\";\n$outer 3;\n"),
            "rules:3:1: error: a number or a metric must follow >, not >\n"
            "  $outer 3;\n  ^~~~~~\n"
            "  in the expansion of $inner, defined at line 1\n"
            "  in the expansion of $outer, defined at line 2\n");
}

TEST(Expansions, AMistakeBesideAMacroHasOne) {
  EXPECT_EQ(Rendered("m = \"a\";\n$m > > 3;\n"),
            "rules:2:6: error: a number or a metric must follow >, not >\n"
            "  $m > > 3;\n       ^\n");
}

// As many traces as there are mistakes would be work and memory of the length
// of all names times the number of statements.
TEST(Expansions, OnlyTheFirstMistakesAreTraced) {
  std::string text = "m0 = \"1+;1+;1+;1+;\";";
  for (int i = 1; i < 10; ++i) {
    const std::string below = "\\$m" + std::to_string(i - 1) + " ";
    text += "m" + std::to_string(i) + " = \"" + below + below + "\";";
  }
  const auto diagnostics = Parse(text + "$m9").diagnostics;
  ASSERT_EQ(diagnostics.size(), 2048u);
  std::size_t traced = 0;
  for (const Diagnostic& one : diagnostics) traced += one.macros.size();
  EXPECT_EQ(diagnostics[999].macros.size(), 10u);
  EXPECT_EQ(traced, kMostTraced * 10);
}

TEST(Expansions, MacrosOfAnotherFileSaySo) {
  Parser parser;
  parser.Parse(SourceText("first", "m = \"> >\";\n"));
  const SourceText second("second", "a $m 3;\n");
  const auto diagnostics = parser.Parse(second).diagnostics;
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(Render(diagnostics[0], second),
            "second:1:3: error: a number or a metric must follow >, not >\n"
            "  a $m 3;\n    ^~\n"
            "  in the expansion of $m, defined at first:1\n");
}

}  // namespace
}  // namespace grammar
