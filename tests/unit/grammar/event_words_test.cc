// What is asked of event records: its words, its trees, its mistakes.
#include <gtest/gtest.h>

#include <string>

#include "grammar/print.h"
#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

TEST(EventWords, FunctionsHaveRecordsAndAConditionOverThem) {
  EXPECT_EQ(LastDump("count_event ( a.b )"), "(count_event (fetch a.b))");
  EXPECT_EQ(LastDump("count_event ( a #i where code > 0 && ! (u == \"x\") )"
                     " > 2 -> print \"%v\""),
            "(rule (> (count_event (fetch a #i) (&& (> (fetch code) 0) "
            "(! (== (fetch u) \"x\")))) 2) (print \"%v\"))");
  EXPECT_EQ(LastDump("sum_inst count_event ( a where true ) + 1"),
            "(+ (sum_inst (count_event (fetch a) true)) 1)");
  EXPECT_EQ(LastDump("some_event ( a where c > 1 : d > 2 )"),
            "(some_event (fetch a) (> (fetch c) 1) (holds (> (fetch d) 2)))");
  EXPECT_EQ(LastDump("25%_event ( a where c > 1 ) -> print \"x\""),
            "(rule (25%_event (fetch a) (> (fetch c) 1)) (print \"x\"))");
}

TEST(EventWords, AggregatesAreOfAParameterAndMayHaveAWindow) {
  EXPECT_EQ(LastDump("sum_event bytes ( a )"), "(sum_event bytes (fetch a))");
  EXPECT_EQ(LastDump("max_event 5 min bytes ( a where by == 1 )"),
            "(max_event 300 bytes (fetch a) (== (fetch 'by') 1))");
  EXPECT_EQ(LastDump("count_event 90 sec ( a )"), "(count_event 90 (fetch a))");
  EXPECT_EQ(LastDump("sum_event by ( a )"), "(sum_event by (fetch a))");
  EXPECT_EQ(LastDump("sum_event count ( a where bytes > 2 Kbytes/sec )"),
            "(sum_event count (fetch a) (> (fetch 'bytes') 2048))");
}

TEST(EventWords, ConditionsHaveTestsOfTheirOwn) {
  EXPECT_EQ(LastDump("count_event ( a where m =~ \"^x\" || m !~ \"y\" )"),
            "(count_event (fetch a) (|| (=~ (fetch m) \"^x\") "
            "(!~ (fetch m) \"y\")))");
  EXPECT_EQ(
      LastDump("count_event (a where m contains \"x\" && m starts \"y\")"),
      "(count_event (fetch a) (&& (contains (fetch m) \"x\") "
      "(starts (fetch m) \"y\")))");
  EXPECT_EQ(LastDump("count_event ( a where m in (\"x\", -1, 2 Kbyte) )"),
            "(count_event (fetch a) (in (fetch m) \"x\" -1 2048))");
}

TEST(EventWords, TextsHaveAnOrder) {
  EXPECT_EQ(LastDump("count_event ( a where m < \"x\" && \"y\" >= m )"),
            "(count_event (fetch a) (&& (< (fetch m) \"x\") "
            "(>= \"y\" (fetch m))))");
  EXPECT_EQ(Print(First("count_event (a where m <= \"x\");").statement),
            "count_event (a where m <= \"x\");");
  EXPECT_EQ(LastDump("a < \"x\""), "rejected");
  EXPECT_EQ(LastDump("count_event ( a ) > \"x\""), "rejected");
}

TEST(EventWords, GroupsAndSequels) {
  EXPECT_EQ(LastDump("count_event by inst, unit ( a where b > 1 )"),
            "(count_event (fetch a) (> (fetch b) 1) by inst by unit)");
  EXPECT_EQ(LastDump("sum_event 5 min bytes by unit ( a )"),
            "(sum_event 300 bytes (fetch a) by unit)");
  EXPECT_EQ(LastDump("count_event ( a where b > 1 then a where c > 1 "
                     "within 30 sec by pid, tid )"),
            "(count_event (fetch a) (> (fetch b) 1) "
            "(then (fetch a) (> (fetch c) 1) 30 by pid by tid))");
  EXPECT_EQ(LastDump("some_event ( a without a within 1 min ) -> print \"x\""),
            "(rule (some_event (fetch a) (without (fetch a) 60)) "
            "(print \"x\"))");
  EXPECT_EQ(LastDump("max_event duration ( pair a where b > 1 by event.id )"),
            "(max_event duration (fetch a) (> (fetch b) 1) "
            "(pair by event.id))");
  EXPECT_EQ(LastDump("count_event ( pair where b > 1 )"),
            "(count_event (fetch 'pair') (> (fetch b) 1))");
}

TEST(EventWords, AreNamesElsewhere) {
  EXPECT_EQ(LastDump("count_event > where"),
            "(> (fetch 'count_event') (fetch 'where'))");
  EXPECT_EQ(First("where = x").statement.name, "where");
  EXPECT_EQ(First("filter = x").statement.name, "filter");
  EXPECT_EQ(LastDump("p95_inst where"), "(p95_inst (fetch 'where'))");
  EXPECT_EQ(LastDump("count_event ( where where where > 1 )"),
            "(count_event (fetch 'where') (> (fetch 'where') 1))");
  EXPECT_EQ(LastDump("count_event ( a where in in (1) && contains > 1 )"),
            "(count_event (fetch a) (&& (in (fetch 'in') 1) "
            "(> (fetch 'contains') 1)))");
}

TEST(EventWords, AFilterIsKnownByItsName) {
  const std::string filters =
      "filter big = size > 1 Kbyte; filter odd = ! big && code == 3;";
  EXPECT_EQ(LastDump(filters + "count_event ( a where odd || big )"),
            "(count_event (fetch a) (|| (filter odd) (filter big)))");
  EXPECT_EQ(LastDump("filter 'my-bad' = code == 3; count_event ( a where "
                     "! 'my-bad' && 'x' > 1 )"),
            "(count_event (fetch a) (&& (! (filter my-bad)) "
            "(> (fetch x) 1)))");
  EXPECT_EQ(Print(First("count_event (a where x > 1) > 2;").statement),
            "count_event (a where x > 1) > 2;");
  // It is one whatever follows a condition.
  for (const std::string form :
       {"pair a where FILTER by unit",
        "pair a where x == \"A\" && FILTER by unit",
        "a where FILTER then a where FILTER by unit",
        "a where FILTER then a where FILTER within 1 min by unit",
        "a where FILTER without a where FILTER within 1 min"}) {
    const auto dump = [&](const std::string& condition) {
      std::string text = filters + "count_event ( " + form + " )";
      for (std::size_t at; (at = text.find("FILTER")) != std::string::npos;) {
        text.replace(at, 6, condition);
      }
      return LastDump(text);
    };
    EXPECT_EQ(dump("odd"), dump("( odd )")) << form;
  }
  // Outside conditions, and where it is compared, it is a name.
  EXPECT_EQ(LastDump(filters + "big > 1"), "(> (fetch big) 1)");
  EXPECT_EQ(LastDump(filters + "count_event ( big where big > 1 )"),
            "(count_event (fetch big) (> (fetch big) 1))");
}

TEST(EventWords, ArePrintedAsTheyCanBeRead) {
  for (const char* text :
       {"count_event (a.b where code > 0 && unit == \"x\") > 2;",
        "some_event 300 sec (a where c > 1 : d !~ \"y\");",
        "10%_event (a where c contains \"z\");",
        "sum_event 60 sec 'bytes' (a :h #i where c in (\"x\", -1)) / 2;",
        "count_event by unit, pid (a);",
        "count_event (a where b > 1 then a within 30 sec by pid) > 1;",
        "max_event duration (pair a where b > 1 by event.id);"}) {
    EXPECT_EQ(Print(First(text).statement), text);
  }
}

struct Wrong {
  std::string text;
  std::string message;
};
const Wrong kWrong[] = {
    {"count_event bytes ( a )", "records are counted, not a parameter of them"},
    {"sum_event ( a )", "this is of a parameter, and none is named"},
    {"count_event 5 Kbyte ( a )", "this is no length of time"},
    {"count_event 0.0000000001 sec ( a )", "this is no length of time"},
    {"count_event ( a @3 )", "records are not asked for by samples"},
    {"count_event ( a where b > 1 : c > 2 )",
     "what is to hold of the records is for some_event, all_event and "
     "N%_event"},
    {"count_event ( a wher b > 1 )",
     "wher does not belong here, in what is asked of event records"},
    {"count_event ( a where )",
     ") does not belong here, in what is asked of event records"},
    {"count_event ( a where b > 1",
     "the statement ends before what is asked of event records does"},
    {"count_event ( a where b =~ 5 )",
     "this does not belong here, in what is asked of event records"},
    {"filter x = ",
     "the statement ends before what is asked of event records "
     "does"},
};

TEST(EventWords, AMacroThatIsNoneIsToldInsideThem) {
  EXPECT_EQ(Parse("count_event ( a where b == \"$nope\" ); b")
                .diagnostics.at(0)
                .message,
            "there is no macro $nope");
}

TEST(EventWords, MistakesAreToldWhereTheyAre) {
  for (const Wrong& wrong : kWrong) {
    const auto diagnostics = Parse(wrong.text + "; b").diagnostics;
    ASSERT_EQ(diagnostics.size(), 1u) << wrong.text;
    EXPECT_EQ(diagnostics[0].message, wrong.message) << wrong.text;
    EXPECT_FALSE(diagnostics[0].hint.empty()) << wrong.text;
  }
}

}  // namespace
}  // namespace grammar
