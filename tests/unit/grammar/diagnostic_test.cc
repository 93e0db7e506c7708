// What a diagnostic looks like.
#include "grammar/diagnostic.h"

#include <gtest/gtest.h>

namespace grammar {
namespace {

Diagnostic At(Span span, std::string message, std::string hint = {}) {
  Diagnostic diagnostic;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

TEST(Render, ShowsLineCaretAndHint) {
  const SourceText source("load.rules", "a = 1;\nb = foo;\n");
  EXPECT_EQ(Render(At({11, 14}, "no such thing", "try bar"), source),
            "load.rules:2:5: error: no such thing\n"
            "  b = foo;\n"
            "      ^~~\n"
            "  hint: try bar\n");
}

TEST(Render, WhereThereIsNoTextThereIsNoPlace) {
  EXPECT_EQ(Render(At({0, 0}, "is not there", "make it"), {"/etc/x", ""}),
            "/etc/x: error: is not there\n  hint: make it\n");
}

TEST(Render, OfAUrlSchemeAndHostAlone) {
  const SourceText source(
      "f",
      "x -> webhook \"https://u:p@h:1/s?t\" \"see http://a\" & b HTTP://c/s;");
  const std::string shown = Render(At({55, 56}, "m"), source);
  EXPECT_EQ(shown,
            "f:1:56: error: m\n"
            "  x -> webhook \"https://....h:1....\" \"see http://a\" & b "
            "HTTP://c..;\n" +
                std::string(57, ' ') + "^\n")
      << "the caret stands where it stood";
}

TEST(Render, WarningWithoutHint) {
  const SourceText source("f", "abc");
  Diagnostic diagnostic = At({0, 1}, "odd");
  diagnostic.severity = Severity::kWarning;
  EXPECT_EQ(Render(diagnostic, source),
            "f:1:1: warning: odd\n"
            "  abc\n"
            "  ^\n");
}

TEST(Render, CaretStandsUnderTheCharacterWhateverIsBefore) {
  const SourceText source("f", "\t\"\xc3\xa4\xc3\xb6\" x");
  EXPECT_EQ(Render(At({8, 9}, "m"), source),
            "f:1:9: error: m\n"
            "  \t\"\xc3\xa4\xc3\xb6\" x\n"
            "  \t     ^\n");
}

// Each of the two Han characters has two columns, the accent has none.
TEST(Render, CaretStandsUnderTheCharacterHoweverWideOthersAre) {
  const SourceText wide("f", "\xe7\xa3\x81\xe7\x9b\xa4 > x");
  EXPECT_EQ(Render(At({9, 10}, "m"), wide),
            "f:1:10: error: m\n"
            "  \xe7\xa3\x81\xe7\x9b\xa4 > x\n"
            "         ^\n");
  EXPECT_EQ(Render(At({0, 6}, "m"), wide),
            "f:1:1: error: m\n"
            "  \xe7\xa3\x81\xe7\x9b\xa4 > x\n"
            "  ^~~~\n");
  const SourceText narrow("f", "e\xcc\x81 > x");
  EXPECT_EQ(Render(At({6, 7}, "m"), narrow),
            "f:1:7: error: m\n"
            "  e\xcc\x81 > x\n"
            "      ^\n");
}

// With the indent the second tab goes from column 11 to 16.
TEST(Render, ATabIsMarkedAllItsWay) {
  const SourceText source("f", "\tabc\td\te");
  EXPECT_EQ(Render(At({3, 6}, "m"), source),
            "f:1:4: error: m\n"
            "  \tabc\td\te\n"
            "  \t  ^~~~~~~\n");
}

TEST(Render, SpanOverTheLinesEndIsCutThere) {
  const SourceText source("f", "abc\ndef");
  EXPECT_EQ(Render(At({1, 6}, "m"), source),
            "f:1:2: error: m\n"
            "  abc\n"
            "   ^~\n");
}

TEST(Render, AtTheEndOfTheText) {
  const SourceText source("f", "abc");
  EXPECT_EQ(Render(At({3, 3}, "m"), source),
            "f:1:4: error: m\n"
            "  abc\n"
            "     ^\n");
}

TEST(Render, ControlCharactersDoNotReachTheTerminal) {
  const SourceText source("f", std::string("a\x1b[2J\x7f") + '\0' + "b");
  EXPECT_EQ(Render(At({0, 1}, "m"), source),
            "f:1:1: error: m\n"
            "  a?[2J??b\n"
            "  ^\n");
}

// C1, bidirectional marks and what is no UTF-8, in each part that is shown.
TEST(Render, NoPartSteersTheTerminal) {
  const SourceText source("d/\x1b[31m", "a \xc2\x9b \xe2\x80\xae \xff b");
  Diagnostic diagnostic = At({11, 12}, "no \xe2\x80\xae\n", "try \xc2\x9b");
  diagnostic.macros = {{"\x1b", "\x7f", 3}};
  EXPECT_EQ(Render(diagnostic, source),
            "d/?[31m:1:12: error: no ??\n"
            "  a ? ? ? b\n"
            "          ^\n"
            "  in the expansion of $?, defined at ?:3\n"
            "  hint: try ?\n");
}

TEST(Render, OfALongPartTheMiddleIsLeftOut) {
  const std::string name(60'000, 'x');
  Diagnostic long_one = At({0, 1}, "no metric " + name + " there");
  long_one.hint = "did you mean " + name + "?";
  const std::string rendered = Render(long_one, SourceText("f", "x"));
  EXPECT_LT(rendered.size(), 2000u);
  EXPECT_NE(rendered.find("error: no metric xxx"), std::string::npos);
  EXPECT_NE(rendered.find("xxx there\n"), std::string::npos);
  EXPECT_NE(rendered.find("hint: did you mean xxx"), std::string::npos);
}

TEST(Render, LongLineIsShownRoundTheFault) {
  const SourceText source(
      "f", std::string(1000, 'x') + "!" + std::string(1000, 'y'));
  const std::string rendered = Render(At({1000, 1001}, "m"), source);
  EXPECT_EQ(rendered, "f:1:1001: error: m\n  " + std::string(80, 'x') + "!" +
                          std::string(79, 'y') + "\n  " + std::string(80, ' ') +
                          "^\n");
}

TEST(Render, ALongLineIsNotCutInACharacter) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "\xe2\x82\xac";
  const std::string rendered =
      Render(At({150, 153}, "m"), SourceText("f", text));
  EXPECT_EQ(rendered.find('?'), std::string::npos) << rendered;
}

}  // namespace
}  // namespace grammar
