// A value or a fault, and the two lines that point at one.
#include "pmapi/notation/parsed.h"

#include <gtest/gtest.h>

namespace pmapi::notation {
namespace {

TEST(Parsed, IsAValueOrAFault) {
  const Parsed<int> good = 5;
  EXPECT_TRUE(good);
  EXPECT_EQ(*good, 5);
  const Parsed<std::string> text = std::string("abc");
  EXPECT_EQ(text->size(), 3u);
  const Parsed<int> bad = Fault{3, "why"};
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.fault(), (Fault{3, "why"}));
}

TEST(FaultText, PointsAtTheFault) {
  EXPECT_EQ(FaultText("abc", {0, "why"}), "abc\n^ -- why\n");
  EXPECT_EQ(FaultText("abc", {2, "why"}), "abc\n  ^ -- why\n");
  EXPECT_EQ(FaultText("abc", {3, "why"}), "abc\n   ^ -- why\n");
  EXPECT_EQ(FaultText("", {0, "why"}), "\n^ -- why\n");
}

TEST(FaultText, KeepsWhiteSpaceAsWideAsItIs) {
  EXPECT_EQ(FaultText("a\tb c", {4, "why"}), "a\tb c\n \t  ^ -- why\n");
}

TEST(FaultText, CountsColumnsNotBytes) {
  EXPECT_EQ(FaultText("\xc3\xa4\xe7\xa3\x81x", {5, "why"}),
            "\xc3\xa4\xe7\xa3\x81x\n   ^ -- why\n");
}

TEST(FaultText, SteersNoTerminal) {
  EXPECT_EQ(FaultText("\x1b[2J\nx", {5, "why"}), "?[2J?x\n     ^ -- why\n");
}

TEST(FaultText, StaysWithinTheText) {
  EXPECT_EQ(FaultText("ab", {99, "why"}), "ab\n  ^ -- why\n");
}

}  // namespace
}  // namespace pmapi::notation
