// Texts: strings and quoted names, and what is warned of in them.
#include <gtest/gtest.h>

#include "grammar/scanner.h"
#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

using Strings = std::vector<std::string>;

TEST(Text, Strings) {
  EXPECT_EQ(LastDump("print \"a\\tb\\\"c\\$d\\0\\x\""),
            "(print \"a\tb\\\"c\\$d0x\")");
  EXPECT_EQ(LastDump("print \"two\nlines\""), "(print \"two\\nlines\")");
  EXPECT_EQ(LastDump("print \"a;b}c/*d*///e\""), "(print \"a;b}c/*d*///e\")");
}

// B15: pmie cuts words at 254 characters.
TEST(Text, LongWordsAreWhole) {
  const std::string name(5000, 'n');
  EXPECT_EQ(LastDump(name + " > 1"), "(> (fetch " + name + ") 1)");
  EXPECT_EQ(LastDump("print \"" + name + "\""), "(print \"" + name + "\")");
}

TEST(Text, AnyByteIsLegalInStringsAndQuotedNames) {
  EXPECT_EQ(LastDump("print \"\xff\xfe\xc3\""), "(print \"\xff\xfe\xc3\")");
  EXPECT_EQ(LastDump("'\xff' > 1"), "(> (fetch '\xff') 1)");
  EXPECT_EQ(LastDump("a \xa0> 1"), "rejected");
  EXPECT_EQ(LastDump(std::string("a ") + '\0' + "> 1"), "rejected");
}

// Whoever is given the text would read no further.
TEST(Text, ANulIsPartOfNoText) {
  EXPECT_EQ(Rendered(std::string("x > 0 -> shell \"a;\0 b\"; y;", 26)),
            "rules:1:16: error: the character U+0000 ends a text and cannot be "
            "part of one\n"
            "  x > 0 -> shell \"a;? b\"; y;\n"
            "                 ^~~~\n"
            "  hint: take it out, or save the file as UTF-8\n");
  for (const std::string& wrong :
       {std::string("print \"a\\\0b\"", 11), std::string("'a\0b' > 1", 9)}) {
    EXPECT_EQ(LastDump(wrong), "rejected") << wrong;
  }
  EXPECT_EQ(LastDump(std::string("a // \0", 6)), "(fetch a)");
}

TEST(Text, UnclosedTextsRunToTheEndAndAreWarnedOf) {
  EXPECT_EQ(Dumps("print \"x; b;\nc"), Strings{"(print \"x; b;\\nc\")"});
  EXPECT_EQ(Rendered("a; /* b;"),
            "rules:1:4: warning: this comment is not closed; it runs to the "
            "end of the text\n"
            "  a; /* b;\n"
            "     ^\n");
  EXPECT_EQ(AsPmie("print \"x"), "");
}

TEST(Text, ABackslashThatIsLeftOutIsWarnedOf) {
  const std::string twice = "match_inst \"a\\.\\d\" x > 1";
  EXPECT_EQ(Rendered(twice),
            "rules:1:12: warning: \\. is no escape: the \\ is left out\n"
            "  " +
                twice +
                "\n"
                "             ^~~~\n"
                "  hint: a \\ in a string is written twice: \\\\.\n");
  EXPECT_EQ(Rendered("print \"\\n\\t\\v\\b\\r\\f\\a \\\"\\$\\\\ \\' \\\n\""),
            "");
  EXPECT_EQ(Rendered("'a\\.b' > 1"), "");
}

// The quote that is left over is the last one; the one that is missing may be
// that of any string over the end of a line.
TEST(Text, OfAnUnclosedStringTheFirstOverALineIsToldToo) {
  EXPECT_EQ(Rendered("a;\nprint \"two\nlines\";\nprint \"x"),
            "rules:4:7: warning: this string is not closed; it runs to the end "
            "of the text\n"
            "  print \"x\n"
            "        ^\n"
            "  hint: or one before: that in line 2 is the first that runs over "
            "the end of its line\n");
  EXPECT_EQ(Rendered("print \"two\nlines\" \"and more\";"), "");
}

TEST(Text, AQuotedNameOverTheEndOfALineIsWarnedOf) {
  EXPECT_EQ(Rendered("a #'x > 1;\nb #'y' > 1;").substr(0, 64),
            "rules:1:4: warning: this quoted name runs over the end of its li");
}

}  // namespace
}  // namespace grammar
