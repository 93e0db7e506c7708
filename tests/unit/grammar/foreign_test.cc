// Characters and words of other languages: what is said of each, and where the
// caret stands.
#include "grammar/foreign.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"
#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

/// What is said of `text`, without the place at its front.
std::string Said(const std::string& text) {
  const std::string rendered = Rendered(text);
  return rendered.substr(rendered.find("error: "));
}

TEST(Foreign, AByteOrderMark) {
  EXPECT_EQ(Rendered("\ufeffa = x;"),
            "rules:1:1: error: an expression must stand here, not a byte order "
            "mark\n"
            "  \ufeffa = x;\n"
            "  ^\n"
            "  hint: save the file as UTF-8 without a byte order mark\n");
}

TEST(Foreign, SmartQuotes) {
  EXPECT_EQ(
      Rendered("x > 0 -> print \u201cy\u201d;"),
      "rules:1:16: error: a string must follow print, perhaps with a time "
      "before it, not \u201c\n"
      "  x > 0 -> print \u201cy\u201d;\n"
      "                 ^\n"
      "  hint: strings stand in straight double quotes: \"text\"\n");
  EXPECT_EQ(Rendered("x #\u2018y\u2019 > 0;"),
            "rules:1:4: error: the name of an instance must follow #, not "
            "\u2018\n"
            "  x #\u2018y\u2019 > 0;\n"
            "     ^\n"
            "  hint: names stand in straight single quotes: 'name'\n");
}

TEST(Foreign, APercentage) {
  EXPECT_EQ(Rendered("x > 90% -> print \"y\";"),
            "rules:1:7: error: an operator or a ; is missing before %\n"
            "  x > 90% -> print \"y\";\n"
            "        ^\n"
            "  hint: a number has no %: write it as the metric has it, 90 or "
            "0.9; % belongs to 90%_inst and its kin\n");
}

TEST(Foreign, UnitsOfBytesInSmallLetters) {
  for (const auto& [word, unit] :
       {std::pair("Mb", "Mbyte"), std::pair("mb", "Mbyte"),
        std::pair("Gb", "Gbyte"), std::pair("tb", "Tbyte")}) {
    const std::string hint = std::string("hint: the unit is ") + unit + '\n';
    EXPECT_NE(Said("x > 512 " + std::string(word) + ";").find(hint),
              std::string::npos);
  }
}

TEST(Foreign, AFunctionWithoutParentheses) {
  for (const char* text : {"abs x > 5;", "y > abs x;", "! abs x > 5;"}) {
    EXPECT_NE(Said(text).find("there is no function abs\n"), std::string::npos)
        << text;
  }
  EXPECT_EQ(Said("rat x > 5;").find("function"), std::string::npos);
  EXPECT_EQ(Said("abd x > 5;").find("function"), std::string::npos);
}

TEST(Foreign, AUrlWithoutQuotes) {
  const std::string said = Said("x > 1 -> webhook http://h/p \"t\";");
  EXPECT_NE(said.find("hint: a URL stands in double quotes: webhook "
                      "\"http://...\"; without them // begins a comment\n"),
            said.npos)
      << said;
}

TEST(Foreign, NamesInDoubleQuotes) {
  EXPECT_EQ(Rendered("x #\"1 minute\" > 0;"),
            "rules:1:4: error: the name of an instance must follow #, not a "
            "string\n"
            "  x #\"1 minute\" > 0;\n"
            "     ^~~~~~~~~~\n"
            "  hint: names stand in single quotes: #'1 minute'\n");
  EXPECT_EQ(Said("x :\"web1\";"),
            "error: the name of a host must follow :, not a string\n"
            "  x :\"web1\";\n"
            "     ^~~~~~\n"
            "  hint: names stand in single quotes: :web1\n");
}

TEST(Foreign, Brackets) {
  EXPECT_EQ(Rendered("x[sda] > 1;"),
            "rules:1:2: error: '[' means nothing in a rule\n"
            "  x[sda] > 1;\n"
            "   ^\n"
            "  hint: an instance is named behind a #: metric #'instance'\n");
}

TEST(Foreign, HexadecimalNumbers) {
  EXPECT_EQ(Rendered("x > 0x10;"),
            "rules:1:6: error: an operator or a ; is missing before x10\n"
            "  x > 0x10;\n"
            "       ^~~\n"
            "  hint: numbers are decimal: 16\n");
  const auto hint = [](const std::string& text) {
    const std::string said = Rendered(text);
    const std::size_t at = said.find("hint: ");
    return at == said.npos ? "" : said.substr(at + 6, said.size() - at - 7);
  };
  EXPECT_EQ(hint("x > 0XfF;"), "numbers are decimal: 255");
  EXPECT_EQ(hint("x > 0x1ffffffff;"), "numbers are decimal");
  EXPECT_EQ(hint("x > 0 x10;"), "") << "two words";
  EXPECT_EQ(hint("x > 0xyz;"), "");
  EXPECT_EQ(hint("x > 0x;"), "");
}

TEST(Foreign, UnitsOfOthers) {
  EXPECT_EQ(Rendered("x > 10 GiB;"),
            "rules:1:8: error: an operator or a ; is missing before GiB\n"
            "  x > 10 GiB;\n"
            "         ^~~\n"
            "  hint: the unit is Gbyte: 1024 Mbyte\n");
}

TEST(Foreign, Commas) {
  EXPECT_EQ(Rendered("x > 0,5;"),
            "rules:1:6: error: ',' means nothing in a rule\n"
            "  x > 0,5;\n"
            "       ^\n"
            "  hint: decimals stand behind a dot, 0.5, and thousands without a "
            "sign, 1000\n");
  EXPECT_EQ(Said("x > 0 -> print \"a\", \"b\";"),
            "error: ',' means nothing in a rule\n"
            "  x > 0 -> print \"a\", \"b\";\n"
            "                    ^\n"
            "  hint: the parts of a list have blanks between them\n");
}

TEST(Foreign, CharactersThatLookLikeOthers) {
  EXPECT_EQ(Said("x \u2265 1;"),
            "error: \u2265 means nothing in a rule\n"
            "  x \u2265 1;\n"
            "    ^\n"
            "  hint: write >= for it\n");
  EXPECT_EQ(Said("x > 1\u00a0;"),
            "error: a no-break space means nothing in a rule\n"
            "  x > 1\u00a0;\n"
            "       ^\n"
            "  hint: write an ordinary blank\n");
  EXPECT_EQ(Said("x \uff1e 1;"),
            "error: \uff1e means nothing in a rule\n"
            "  x \uff1e 1;\n"
            "    ^~\n"
            "  hint: write an ordinary >\n");
}

TEST(Foreign, OtherCharactersHaveANameAndNoAdvice) {
  const auto stray = [](const std::string& text) {
    return ReadStray(Scanned(text).tokens, 0);
  };
  EXPECT_EQ(stray("\u20ac").name, "\u20ac");
  EXPECT_EQ(stray("\u20ac").tokens, 3u);
  EXPECT_EQ(stray("\u202e").name, "the character U+202e");
  EXPECT_EQ(stray("\x01").name, "the character U+0001");
  EXPECT_EQ(stray("\xe2\x82").name, "the byte 0xe2") << "cut short";
  EXPECT_EQ(stray("\xe2\x82").tokens, 1u);
  EXPECT_EQ(stray("\xe2 \x80 \x9c").name, "the byte 0xe2") << "in pieces";
  EXPECT_EQ(stray("\xff").hint, "");
}

}  // namespace
}  // namespace grammar
