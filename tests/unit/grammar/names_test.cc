// Words, numbers and texts as they must be written to be read again.
#include "grammar/names.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

TEST(Names, OfNumbersAreReadAsTheSame) {
  EXPECT_EQ(NumberText(0), "0");
  EXPECT_EQ(NumberText(-1.5), "-1.5");
  EXPECT_EQ(NumberText(1e20), "1e20") << "1e+20 is 1e, then + 20";
  EXPECT_EQ(NumberText(1e-7), "1e-07");
  EXPECT_EQ(NumberText(0.1), "0.1");
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(NumberText(most), "1.7976931348623157e308");
}

TEST(Names, OfWhatIsNoFiniteNumberMakeIt) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(NumberText(infinite), "1e999");
  EXPECT_EQ(NumberText(-infinite), "-1e999");
  EXPECT_EQ(NumberText(std::numeric_limits<double>::quiet_NaN()), "(0 / 0)");
}

TEST(Names, OfTextsAreReadAsTheSame) {
  for (const std::string& text :
       {std::string(), std::string("plain"), std::string("\"\\$'"),
        std::string("a\nb\tc"), std::string("\xff\x01", 2)}) {
    const StatementText read = Scanned("print " + QuotedText(text));
    ASSERT_GE(read.tokens.size(), 2u) << text;
    EXPECT_EQ(read.tokens[1].kind, TokenKind::kString);
    EXPECT_EQ(read.tokens[1].text, text);
  }
  EXPECT_EQ(QuotedText("a\nb"), "\"a\\nb\"");
}

TEST(Names, OfIdentifiersAreBareWhereTheyCanBe) {
  EXPECT_EQ(IdentifierText("kernel.all.load_1"), "kernel.all.load_1");
  EXPECT_EQ(IdentifierText("%x"), "%x");
  EXPECT_EQ(IdentifierText(""), "''");
  EXPECT_EQ(IdentifierText("1x"), "'1x'");
  EXPECT_EQ(IdentifierText("a b"), "'a b'");
  EXPECT_EQ(IdentifierText("min"), "'min'") << "a unit";
  EXPECT_EQ(IdentifierText("some_inst"), "'some_inst'") << "an operator";
  EXPECT_EQ(IdentifierText("it's"), "'it\\'s'");
  for (const char* name : {"a b", "min", "it's", "\\$x", "1"}) {
    const StatementText read = Scanned(IdentifierText(name) + " > 1");
    EXPECT_EQ(read.tokens.at(0).kind, TokenKind::kIdentifier) << name;
    EXPECT_EQ(read.tokens.at(0).text, name);
  }
}

TEST(Names, OfOperatorsAreTheirWords) {
  EXPECT_EQ(Name(ast::Domain::kHost), "host");
  EXPECT_EQ(Name(ast::Domain::kSample), "sample");
  EXPECT_EQ(Name(ast::ClockField::kDayOfWeek), "day_of_week");
  EXPECT_EQ(Name(ast::UnaryOp::kNot), "!");
  EXPECT_EQ(Name(ast::UnaryOp::kInstant), "instant");
  EXPECT_EQ(Name(ast::BinaryOp::kGreaterEqual), ">=");
  EXPECT_EQ(Name(ast::BinaryOp::kOr), "||");
  EXPECT_EQ(Name(ast::Reduction{ast::Reducer::kCount}), "count");
  EXPECT_EQ(Name(ast::Reduction{ast::Reducer::kSome}), "some");
  EXPECT_EQ(Name(ast::Reduction{ast::Reducer::kPercentile, 95}), "p95");
  EXPECT_EQ(Name(ast::Reduction{ast::Reducer::kPercent, 12.5}), "12.5%");
  EXPECT_EQ(Name(ast::ActionKind::kStomp), "stomp");
}

}  // namespace
}  // namespace grammar
