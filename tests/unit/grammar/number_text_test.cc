// Numbers of other files than rules.
#include "grammar/number_text.h"

#include <gtest/gtest.h>

#include <string>

namespace grammar {
namespace {

double ValueOf(const std::string& text) {
  const auto number = ReadNumberText(text);
  return number ? number->value : -12345;
}

TEST(NumberText, IsAsInRules) {
  EXPECT_EQ(ValueOf("5"), 5);
  EXPECT_EQ(ValueOf(" -2.5e1 "), -25);
  EXPECT_EQ(ValueOf("10 min"), 600);
  EXPECT_EQ(ValueOf("2 Kbyte / sec"), 2048);
  EXPECT_EQ(ReadNumberText("2 Kbyte / sec")->units.time, -1);
  EXPECT_EQ(ReadNumberText("5")->units, pmapi::Units());
}

TEST(NumberText, AnythingElseIsNone) {
  for (const char* text :
       {"",       "x",          "5 x",    "5; 6",      "5 6",    "1 + 2",
        "$x",     "- - 5",      "\"5\"",  "5;",        "5 }",    "-",
        "5 > 4",  "10 furlong", "5 // x", "5 /* x */", "/**/ 5", "5 // x\nsec",
        "5 /* x", "5 #x",       "; 5"}) {
    EXPECT_FALSE(ReadNumberText(text)) << text;
  }
  EXPECT_FALSE(ReadNumberText(std::string(1000, '1')));
  EXPECT_FALSE(ReadNumberText(std::string("5\0", 2)));
}

}  // namespace
}  // namespace grammar
