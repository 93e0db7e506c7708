// Functions as words: which kind, and where they stand.
#include "grammar/event_operands.h"

#include <gtest/gtest.h>

#include "grammar/extension.h"
#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

std::optional<StatementText> OperandsOf(const std::string& text) {
  const auto extended = WithExtensions(Scanned(text), {});
  return extended ? WithEventOperands(*extended) : std::nullopt;
}

TEST(EventOperands, AFunctionIsANumber) {
  const auto text = OperandsOf("1 + count_event ( m where (a > 1) ) > 2;");
  ASSERT_TRUE(text);
  ASSERT_EQ(text->tokens.size(), 6u);
  EXPECT_EQ(text->tokens[2].kind, TokenKind::kIdentifier);
  EXPECT_EQ(text->tokens[2].span, (Span{4, 35}));
  EXPECT_EQ(text->tokens[3].kind, TokenKind::kGreater);
}

TEST(EventOperands, AQuantifierIsATruth) {
  for (const char* one : {"some_event ( m )", "20%_event ( m )"}) {
    const auto text = OperandsOf(std::string(one) + ";");
    ASSERT_TRUE(text) << one;
    ASSERT_EQ(text->tokens.size(), 2u) << one;
    EXPECT_EQ(text->tokens[0].kind, TokenKind::kTrue) << one;
    EXPECT_EQ(text->tokens[0].span.begin, 0u) << one;
  }
}

TEST(EventOperands, AFaultBehindItStaysBehindIt) {
  const auto text = OperandsOf("count_event ( m ) > 2 -> print \"$x\";");
  ASSERT_TRUE(text);
  ASSERT_TRUE(text->fault);
  EXPECT_EQ(text->fault->token, 5u);
  EXPECT_EQ(text->tokens.back().kind, TokenKind::kEnd);
}

TEST(EventOperands, WhatIsNotClosedStays) {
  EXPECT_FALSE(OperandsOf("count_event ( m;"));
  EXPECT_FALSE(OperandsOf("count_event ) > 1;"));
}

}  // namespace
}  // namespace grammar
