// Which form is shown, and where none is.
#include "grammar/event_mistake.h"

#include <gtest/gtest.h>

#include "grammar/extension.h"
#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

/// The hint's beginning at the token `at` of `text`; empty where there is none.
std::string Hint(const std::string& text, std::size_t at) {
  const auto extended = WithExtensions(Scanned(text), {});
  EXPECT_TRUE(extended) << text;
  const auto mistake = DescribeEventMistake(extended->tokens, at, {});
  return mistake ? mistake->hint.substr(0, 8) : "";
}

constexpr char kFunction[] = "the form";
constexpr char kCondition[] = "a condit";

TEST(EventMistake, ShowsTheFormOfWhatIsOpen) {
  // x > count_ _event ( m where a > 1 ) > 2
  const std::string text = "x > count_event ( m where a > 1 ) > 2";
  EXPECT_EQ(Hint(text, 1), "");
  EXPECT_EQ(Hint(text, 3), "") << "the function's own word";
  EXPECT_EQ(Hint(text, 4), kFunction);
  EXPECT_EQ(Hint(text, 6), kFunction);
  EXPECT_EQ(Hint(text, 7), kCondition);
  EXPECT_EQ(Hint(text, 10), kCondition);
  EXPECT_EQ(Hint(text, 11), "") << "behind it";
  EXPECT_EQ(Hint(text, 99), "");
}

TEST(EventMistake, ThenASecondMetricIsNoCondition) {
  const std::string text =
      "count_event ( m where a > 1 then m where b > 1 within 5 sec )";
  EXPECT_EQ(Hint(text, 8), kCondition);
  EXPECT_EQ(Hint(text, 9), kFunction);
  EXPECT_EQ(Hint(text, 11), kCondition);
}

TEST(EventMistake, AFilterIsACondition) {
  EXPECT_EQ(Hint("filter f = a > 1", 3), kCondition);
}

TEST(EventMistake, ANameThatStandsAloneMayBeMeantForAFilter) {
  const auto told = [](const char* text, std::size_t at) {
    const auto extended = WithExtensions(Scanned(text), {});
    const NamedFilters filters{{"known", {}}};
    const auto mistake = DescribeEventMistake(extended->tokens, at, filters);
    return mistake->message + ": " + mistake->hint;
  };
  const std::string lone =
      " is compared with nothing, and no filter before this statement is "
      "called so: ";
  EXPECT_EQ(told("count_event ( m where konwn )", 6),
            "konwn" + lone + "did you mean \"known\"?");
  EXPECT_EQ(told("filter f = x && a > 1", 4),
            "x" + lone +
                "compare it: x > 0; a filter is: filter x = "
                "CONDITION;");
}

TEST(EventMistake, AdvisesOnLengthsOfTimeAndQuotes) {
  EXPECT_EQ(Hint("count_event 1 hour 30 min ( m )", 4), "a length");
  EXPECT_EQ(Hint("count_event ( m where _comm == \"x\" )", 5), "a name t");
}

}  // namespace
}  // namespace grammar
