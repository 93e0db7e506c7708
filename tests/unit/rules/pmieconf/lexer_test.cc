// Lexer: words, strings, comments, and what has no end.
#include "rules/pmieconf/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Texts(std::string_view text) {
  Lexer lexer(text);
  std::vector<std::string> texts;
  for (Token token = lexer.Next(); token.kind == Token::Kind::kText;
       token = lexer.Next()) {
    texts.push_back(token.text);
  }
  return texts;
}

TEST(Lexer, WordsEndAtBlanksEqualsAndSemicolons) {
  EXPECT_THAT(Texts("a b=c;d\n\t= ;"),
              ElementsAre("a", "b", "=", "c", ";", "d", "=", ";"));
  EXPECT_THAT(Texts("x\xc3\xa4y"), ElementsAre("x", "y"));
  EXPECT_THAT(Texts(""), IsEmpty());
}

TEST(Lexer, ACommentBeginsWhereAWordWould) {
  EXPECT_THAT(Texts("a # b\nc;#d\ne#f"), ElementsAre("a", "c", ";", "e#f"));
}

TEST(Lexer, InAStringABackslashTakesTheNextByte) {
  EXPECT_THAT(Texts(R"("a \" \\ \n" ab"c"d)"),
              ElementsAre("a \" \\ n", "ab\"c\"d"));
  EXPECT_THAT(Texts("\"a\nb\" \"\""), ElementsAre("a\nb", ""));
}

TEST(Lexer, LinesAreCountedAsPmieconfCountsThem) {
  Lexer lexer("a\nb ;\n\"c\nd\" e");
  EXPECT_EQ(lexer.Next().line, 2u) << "behind the end of its line";
  EXPECT_EQ(lexer.Next().line, 2u);
  EXPECT_EQ(lexer.Next().line, 2u) << "a sign is read without what follows";
  EXPECT_EQ(lexer.Next().line, 4u) << "where it ends";
  EXPECT_EQ(lexer.Next().line, 4u);
}

TEST(Lexer, AStringWithoutItsEndIsToldWithTheLastLine) {
  Lexer lexer("a\n\"b\nc");
  lexer.Next();
  const Token token = lexer.Next();
  EXPECT_EQ(token.kind, Token::Kind::kUnended);
  EXPECT_EQ(token.line, 3u);
  EXPECT_EQ(token.Found(), "b\nc");
  EXPECT_EQ(lexer.Next().Found(), "end-of-file");
  EXPECT_EQ(Lexer("\"\\").Next().kind, Token::Kind::kUnended);
}

TEST(Lexer, ATokenSaysWhereItStands) {
  Lexer lexer(" ab \"c\\\"\" # d");
  Token token = lexer.Next();
  EXPECT_EQ(token.begin, 1u);
  EXPECT_EQ(token.end, 3u);
  token = lexer.Next();
  EXPECT_EQ(token.begin, 4u) << "the quote is part of it";
  EXPECT_EQ(token.end, 9u);
  token = lexer.Next();
  EXPECT_EQ(token.begin, 13u);
  EXPECT_EQ(token.end, 13u);
}

}  // namespace
}  // namespace rules::pmieconf
