// Which form is shown, and where none is.
#include "grammar/event_mistake.h"

#include <gtest/gtest.h>

#include "grammar/extension.h"
#include "tests/unit/grammar/parse_text.h"
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

/// Where it is, from 1 on, the message and the hint of what is wrong in `text`.
std::string Told(const std::string& text) {
  const Diagnostic told = Parse(text + ";").diagnostics.at(0);
  return std::to_string(told.span.begin + 1) + ": " + told.message + ": " +
         told.hint;
}

TEST(EventMistake, ATextThatIsMeantForAParameterIsShown) {
  const std::string hint =
      ": this is a text, and no parameter: a parameter stands without quotes, "
      "or in single ones: ";
  EXPECT_EQ(Told("count_event ( m where \"p\" =~ \"err\" )"),
            "23" + hint + "p");
  EXPECT_EQ(Told("count_event ( m where ! \"_p\" !~ \"err\" )"),
            "25" + hint + "'_p'");
  EXPECT_EQ(Told("count_event ( m where a > 1 && \"x\" contains \"y\" )"),
            "32" + hint + "x");
  EXPECT_EQ(Told("count_event ( m where \"x\" in ( 1, 2 ) )"),
            "23" + hint + "x");
  EXPECT_EQ(Told("filter f = \"x\" starts \"y\""), "12" + hint + "x");
  EXPECT_EQ(Told("count_event ( m where \"err\" in param_string )"),
            "23: this is a text, and no parameter: what is looked into stands "
            "before it: param_string contains \"err\"");
}

TEST(EventMistake, TheTimeStandsRightBehindTheWord) {
  for (const char* text :
       {"p90_event size 5 min ( m )", "p90_event by user 5 min ( m )"}) {
    EXPECT_NE(Told(text).find("the time stands right behind the function's "
                              "word: p90_event 5 min ..."),
              std::string::npos)
        << text << Told(text);
  }
  EXPECT_EQ(Hint("20%_event by user 5 min ( m )", 5), "the time");
}

TEST(EventMistake, ANameBehindByHasQuotes) {
  EXPECT_NE(Told("count_event by _pid ( m )").find("quotes: by '_pid'"),
            std::string::npos);
  EXPECT_NE(Told("count_event by unit, _pid ( m )").find("quotes: by '_pid'"),
            std::string::npos);
}

TEST(EventMistake, WhatIsOfMetricsStandsNotBehindTheFunction) {
  EXPECT_EQ(Told("count_event ( m ) @0..4 > 3"),
            "19: @ is of metrics, not of what is asked of records: a length of "
            "time stands behind the function's word: count_event 5 min ( ... "
            ")");
  EXPECT_EQ(Told("count_event ( m ) #x > 3"),
            "19: # stands behind the metric's name: as in: ( METRIC #instance "
            "where ... )");
  EXPECT_EQ(Told("some_inst count_event ( m ) :h > 3"),
            "29: : stands behind the metric's name: as in: ( METRIC :host "
            "where ... )");
}

TEST(EventMistake, AFilterCountsNothing) {
  const std::string rest =
      ": a filter is a condition over one record: a rule counts what it holds "
      "of: count_event ( METRIC where NAME )";
  EXPECT_EQ(Told("filter g = count_event ( m where a > 1 ) > 3"), "12" + rest);
  EXPECT_EQ(Told("filter g = some_inst x > 3"), "12" + rest);
  EXPECT_TRUE(Parse("filter g = a > 3;").diagnostics.empty());
}

TEST(EventMistake, ASemicolonMayBeMissingBehindAFilter) {
  for (const char* text :
       {"filter f = a > 1\ncount_event ( m where f ) > 2",
        "filter f = a contains \"x\"\nrule = count_event ( m where f ) > 2",
        "filter f = a contains \"x\"\nfilter g = b > 2",
        "filter f = a > 1\n20%_event ( m where f )"}) {
    EXPECT_NE(Told(text).find("is the ; behind the filter missing?"),
              std::string::npos)
        << Told(text);
  }
}

TEST(EventMistake, ALengthOfTimeStandsBehindTheWord) {
  const std::string said =
      "21: no length of time stands here: a length of time stands behind the "
      "function's word: count_event 5 min ( ... )";
  for (const char* word : {"in", "for", "over", "during", "within"}) {
    EXPECT_EQ(Told("count_event ( m ) > 3 " + std::string(word) +
                   " 5 min -> print \"x\""),
              "23" + said.substr(2))
        << word;
  }
  EXPECT_EQ(Told("count_event ( m ) in 5 min > 3"), "19" + said.substr(2));
  EXPECT_EQ(Told("count_event ( m ) > 3 -> print \"x\" for 5 min")
                .find("no length of time"),
            std::string::npos)
      << "an action's";
}

TEST(EventMistake, GroupsAreChosenByTheirNames) {
  EXPECT_EQ(Told("count_event by u ( m ) #alice > 3"),
            "24: # is of instances, and these are groups: groups are chosen by "
            "their names: some_inst match_inst \"...\" ( count_event by ... > "
            "3 )");
  EXPECT_TRUE(Parse("some_inst match_inst \"alice\" ( count_event by u ( m ) > "
                    "3 );")
                  .diagnostics.empty());
}

TEST(EventMistake, NamesBehindByAreAList) {
  const auto hint = [](const std::string& text) {
    return Parse(text + ";").diagnostics.at(0).hint;
  };
  EXPECT_EQ(hint("count_event by user status ( m ) > 3"),
            "a comma stands between two names: by user, status");
  for (const char* text :
       {"count_event by (a, b) ( m ) > 3", "count_event by (a) ( m ) > 3",
        "count_event 5 min by (a) ( m ) > 3"}) {
    EXPECT_EQ(hint(text),
              "names behind by stand without parentheses: by NAME, NAME")
        << text;
  }
  for (const char* text :
       {"count_event ( m where a > 1 by b ) > 3", "count_event ( m by b ) > 3",
        "count_event ( m ) by b > 3",
        "count_event ( m where a > 1 group by b ) > 3"}) {
    EXPECT_EQ(hint(text),
              "by stands behind the function's word: count_event by b ( METRIC "
              "where ... )")
        << text;
  }
  EXPECT_EQ(hint("count_event by user, ( m ) > 3"),
            "the form is: count_event 5 min by NAME, NAME ( METRIC where "
            "CONDITION ); 5 min, by and where may be left away");
}

TEST(EventMistake, AFilterHasNoWhere) {
  EXPECT_EQ(Told("filter bad = where code > 3"),
            "14: where does not belong here: a filter is the condition alone: "
            "filter bad = CONDITION;");
  EXPECT_TRUE(Parse("filter bad = where > 3;").diagnostics.empty())
      << "a parameter";
}

TEST(EventMistake, AMacroOfWordsIsAText) {
  for (const char* text : {"t = 5 min; count_event $t ( m )",
                           "t = 5; count_event ( m where a in "
                           "($t, 6) )",
                           "t = 5 min; count_event ( m then m within $t )"}) {
    const Diagnostic told = Parse(std::string(text) + ";").diagnostics.at(0);
    EXPECT_EQ(told.message,
              "$t does not belong here, in what is asked of event records");
    EXPECT_EQ(told.hint,
              "a macro that stands here is a text, as of: time = \"5 min\";");
  }
  EXPECT_TRUE(Parse("t = \"5 min\"; n = \"5, 6\"; k = 5; count_event $t ( m "
                    "where a in ($n) && b > $k then m within $t );")
                  .diagnostics.empty());
}

TEST(EventMistake, CurlyQuotesAreTold) {
  EXPECT_EQ(Told("count_event ( m where a == \xe2\x80\x9cx\xe2\x80\x9d )"),
            "28: \xe2\x80\x9c means nothing in a rule: strings stand in "
            "straight double quotes: \"text\"");
}

}  // namespace
}  // namespace grammar
