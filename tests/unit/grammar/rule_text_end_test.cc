// Where texts of rules end, and where they do not.
#include "grammar/rule_text_end.h"

#include <gtest/gtest.h>

#include <sstream>

namespace grammar {
namespace {

/// The text, "|", and what is left to be read.
std::string Split(const std::string& input) {
  std::istringstream in(input);
  const std::string text = ReadRuleText(&in);
  in.clear();
  const std::string rest((std::istreambuf_iterator<char>(in)), {});
  return text + '|' + rest;
}

TEST(RuleTextEnd, EndAtADotBehindATerminator) {
  EXPECT_EQ(Split("a = b; .\nl\n"), "a = b; |\nl\n");
  EXPECT_EQ(Split("a = b;\n\t.l\n"), "a = b;\n\t|l\n");
  EXPECT_EQ(Split("a = b } . q"), "a = b } | q");
  EXPECT_EQ(Split("\n .q"), "\n |q") << "nothing is a text, too";
}

TEST(RuleTextEnd, OtherDotsArePartOfThem) {
  EXPECT_EQ(Split("a.b > .5; c .\n; ."), "a.b > .5; c .\n; |");
  EXPECT_EQ(Split("a\\; . b; ."), "a\\; . b; |");
  EXPECT_EQ(Split("\"; .\" '; .'; ."), "\"; .\" '; .'; |");
  EXPECT_EQ(Split("\"\\\"; .\"; ."), "\"\\\"; .\"; |");
  EXPECT_EQ(Split("'\"'; ."), "'\"'; |");
}

TEST(RuleTextEnd, CommentsHideDots) {
  EXPECT_EQ(Split("/*/; .*/a; ."), "/*/; .*/a; |");
  EXPECT_EQ(Split("/* * ; . **/; ."), "/* * ; . **/; |");
  EXPECT_EQ(Split("// ; . '\n; ."), "// ; . '\n; |");
  EXPECT_EQ(Split("a; // b\n. ; ."), "a; // b\n. ; |");
  EXPECT_EQ(Split("/**// ; ."), "/**// ; |") << "a slash of its own";
}

TEST(RuleTextEnd, TheEndOfInputEndsThem) {
  EXPECT_EQ(Split(""), "|");
  EXPECT_EQ(Split("a > 1"), "a > 1|");
  EXPECT_EQ(Split("a > 1; /* ; . "), "a > 1; /* ; . |");
}

}  // namespace
}  // namespace grammar
