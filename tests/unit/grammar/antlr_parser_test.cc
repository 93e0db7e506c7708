// What the generated parser and the table of words must agree upon.
#include "grammar/antlr_parser.h"

#include <gtest/gtest.h>

#include <iterator>
#include <utility>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

constexpr std::pair<Symbol, const char*> kNames[] = {
    {Symbol::kEnd, "EOF"},
    {Symbol::kIdentifier, "IDENTIFIER"},
    {Symbol::kString, "STRING"},
    {Symbol::kNumber, "NUMBER"},
    {Symbol::kVariable, "VARIABLE"},
    {Symbol::kUnit, "UNIT"},
    {Symbol::kTruth, "TRUTH"},
    {Symbol::kNumberPrefix, "NUMBER_PREFIX"},
    {Symbol::kTruthPrefix, "TRUTH_PREFIX"},
    {Symbol::kAggregate, "AGGREGATE"},
    {Symbol::kCount, "COUNT"},
    {Symbol::kQuantifier, "QUANTIFIER"},
    {Symbol::kPercent, "PERCENT"},
    {Symbol::kWhere, "WHERE"},
    {Symbol::kBy, "BY"},
    {Symbol::kWithin, "WITHIN"},
    {Symbol::kSequel, "SEQUEL"},
    {Symbol::kPair, "PAIR"},
    {Symbol::kFilter, "FILTER"},
    {Symbol::kFilterName, "FILTER_NAME"},
    {Symbol::kTextTest, "TEXT_TEST"},
    {Symbol::kIn, "IN"},
    {Symbol::kDomain, "DOMAIN"},
    {Symbol::kEventDomain, "EVENT_DOMAIN"},
    {Symbol::kMatch, "MATCH"},
    {Symbol::kActionPrefix, "ACTION_PREFIX"},
    {Symbol::kAction, "ACTION"},
    {Symbol::kRuleset, "RULESET"},
    {Symbol::kElse, "ELSE"},
    {Symbol::kUnknown, "UNKNOWN"},
    {Symbol::kOtherwise, "OTHERWISE"},
    {Symbol::kArrow, "ARROW"},
    {Symbol::kOrdering, "ORDERING"},
    {Symbol::kEquality, "EQUALITY"},
    {Symbol::kLogical, "LOGICAL"},
    {Symbol::kJoin, "JOIN"},
    {Symbol::kPlus, "PLUS"},
    {Symbol::kMinus, "MINUS"},
    {Symbol::kMultiply, "MULTIPLY"},
    {Symbol::kUnitSlash, "UNIT_SLASH"},
    {Symbol::kLeftParen, "LEFT_PAREN"},
    {Symbol::kRightParen, "RIGHT_PAREN"},
    {Symbol::kColon, "COLON"},
    {Symbol::kHash, "HASH"},
    {Symbol::kAt, "AT"},
    {Symbol::kRange, "RANGE"},
    {Symbol::kCaret, "CARET"},
    {Symbol::kAssign, "ASSIGN"},
    {Symbol::kComma, "COMMA"},
    {Symbol::kHolds, "HOLDS"},
    {Symbol::kStray, "STRAY"},
};

TEST(AntlrParser, NumbersSymbolsAsTheTableDoes) {
  ASSERT_EQ(std::size(kNames), static_cast<std::size_t>(Symbol::kStray) + 1);
  const AntlrParser parser;
  for (const auto& [symbol, name] : kNames) {
    EXPECT_EQ(parser.NameOf(symbol), name);
  }
}

TEST(AntlrParser, HasATreeOfAStatementAndNoneOfOthers) {
  AntlrParser parser;
  EXPECT_NE(parser.Parse(Scanned("a > 1 -> print \"x\"").tokens), nullptr);
  EXPECT_EQ(parser.Parse(Scanned("a >").tokens), nullptr);
  EXPECT_NE(parser.Parse(Scanned("a").tokens), nullptr) << "after an error";
}

}  // namespace
}  // namespace grammar
