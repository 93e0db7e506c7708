// EventConditions: what is warned of, and what is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/check/event_condition.h"
#include "tests/unit/engine/check/event_world.h"

namespace engine::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The messages and hints of what is asked where `condition` holds.
constexpr auto Told = EventWorld::ToldWhere;

TEST(EventConditionWarnings, WarnsOfAMetricOfAnotherAgent) {
  EXPECT_THAT(
      Told("kernel.load > 5 || kernel.load < 1"),
      ElementsAre("kernel.load is no parameter of these records: a metric is "
                  "compared outside of where: count_event ( ... ) > 0 && "
                  "kernel.load > 0"));
}

TEST(EventConditionWarnings, WarnsOfMixedLogicWithoutParentheses) {
  EXPECT_THAT(Told("size > 1 || size < 5 && size != 3"),
              ElementsAre("&& and || have one precedence: this is (... || ...) "
                          "&& ...: write the parentheses"));
  EXPECT_THAT(Told("(size > 1 || size < 5) && size != 3"), IsEmpty());
}

TEST(EventConditionWarnings, WarnsOfARepetitionThatIsCountedHigh) {
  EXPECT_THAT(Told("unit =~ \"ERR.{1,200}[0-9]\""), IsEmpty());
  EXPECT_THAT(Told("unit =~ \"(a|bc|def|ghij.{1,5}){1,100}z\""),
              ElementsAre("a repetition is counted high: a megabyte of text "
                          "that is made for it may hold up all rules for a "
                          "second: use * or +, count less, or ask for no ends "
                          "of words"));
  EXPECT_THAT(Told("unit =~ \"ERR.*[0-9]\""), IsEmpty());
}

TEST(EventConditionWarnings, WarnsOfATextThatANumberIsAskedFor) {
  for (const char* condition : {"size == \"5\"", "size =~ \"5\"",
                                "size in (\"5\", \"6\") || size == \"7\""}) {
    EXPECT_THAT(
        Told(condition),
        ElementsAre("size is a number: what is asked of its text is unknown: "
                    "compare it with a number, as in: size > 0"))
        << condition;
  }
  EXPECT_THAT(Told("event.time == \"now\""),
              ElementsAre(testing::StartsWith("event.time is a number")));
  EXPECT_THAT(Told("unit > 5 && size in (5, \"x\") && event.id == \"x\""),
              IsEmpty());
  EXPECT_THAT(Told("unit =~ \"\\\\d\""),
              ElementsAre(testing::StartsWith("\\d in a regular")));
  EXPECT_THAT(Told("unit =~ \"\\bx\""),
              ElementsAre(testing::StartsWith("\\b in a string is a back")));
}

TEST(EventConditionWarnings, WhereTheNamesOfTextsAreKnownAnotherIsWarnedOf) {
  const auto told = [](const std::string& condition) {
    return EventWorld().ToldWithNames(
        "count_event ( kmsg.records where " + condition + " );", {"status"});
  };
  EXPECT_THAT(told("STATUS > 5 && priority > 3"), IsEmpty());
  EXPECT_THAT(told("stauts > 5"),
              ElementsAre("no parameter is called stauts: did you mean "
                          "\"status\"?"));
  EXPECT_THAT(told("message > 5"),
              ElementsAre("no parameter is called message: there are: "
                          "priority, status"));
}

TEST(EventConditionWarnings, WarnsOfNumbersInQuotesThatHaveAnOrder) {
  EXPECT_THAT(Told("unit >= \"500\" && unit > \"500\""),
              ElementsAre("texts are compared byte by byte: \"9\" is more than "
                          "\"10\": without quotes it is a number: 500"));
  EXPECT_THAT(Told("unit == \"500\" && unit > \"a\""), IsEmpty());
}

TEST(EventConditionWarnings, WarnsOfTheNameOfAPriority) {
  const auto told = [](const std::string& condition) {
    return EventWorld().Told("count_event ( kmsg.records where " + condition +
                             " );");
  };
  EXPECT_THAT(told("PRIORITY == \"err\""),
              ElementsAre("priority is a number from 0 (emerg) to 7 (debug): "
                          "errors and worse are: priority <= 3"));
  EXPECT_THAT(told("PRIORITY == \"3\""), IsEmpty());
}

TEST(EventConditionWarnings, ANameThatMayBeATextIsToldOfQuotes) {
  EXPECT_THAT(Told("unit == sshd || unit != sshd"),
              ElementsAre("no parameter is called sshd: strings stand in "
                          "double quotes: \"sshd\""));
  EXPECT_THAT(Told("unit == sise"),
              ElementsAre("no parameter is called sise: did you mean "
                          "\"size\"?"));
}

TEST(EventConditionWarnings,
     WhereAnyNameIsAParameterAPlainWordIsToldOfQuotesToo) {
  const auto told = [](const std::string& condition) {
    return EventWorld().Told("count_event ( kmsg.records where " + condition +
                             " );");
  };
  EXPECT_THAT(told("vendor == acme || device != acme"),
              ElementsAre("acme is the name of another parameter here, and no "
                          "text: strings stand in double quotes: \"acme\""));
  EXPECT_THAT(told("vendor == '_pid' || vendor == syslog_pid || vendor == PID "
                   "|| vendor > acme || vendor == priority"),
              IsEmpty());
}

TEST(EventConditionWarnings, WarnsOfAnUsualFieldThatIsMisspelt) {
  EXPECT_THAT(EventWorld().Told("count_event ( kmsg.records where subsytem == "
                                "\"usb\" || subsytem == \"pci\" ) > 1;"),
              ElementsAre("hardly any record has a field subsytem: did you "
                          "mean subsystem?"));
  EXPECT_THAT(EventWorld().Told(
                  "count_event ( kmsg.records where vendor == \"x\" ) > 1;"),
              IsEmpty());
}

TEST(EventConditionWarnings, WarnsOfUnitsWhereTheParameterHasNone) {
  EXPECT_THAT(Told("app.param.code > 5 sec || app.param.code < 1 sec"),
              ElementsAre(testing::StartsWith(
                  "app.param.code has no units, and this number has: a num")));
  EXPECT_THAT(EventWorld().Told("count_event ( kmsg.records where any > 5 sec "
                                ");"),
              ElementsAre(testing::StartsWith("any has no units")));
  EXPECT_THAT(Told("size > 5 Kbyte && event.age > 5 sec && size > 5"),
              IsEmpty());
}

TEST(EventConditionWarnings, WarnsOfConstantsThatAreCompared) {
  const std::string same =
      "two constants are compared: it is the same of every record: ";
  const std::string quotes =
      "a parameter stands without quotes, or in single ones: ";
  EXPECT_THAT(Told("\"unit\" == \"sshd\""),
              ElementsAre(same + quotes + "unit"));
  EXPECT_THAT(Told("size > 5 && \"_COMM\" != \"sshd\""),
              ElementsAre(same + quotes + "'_COMM'"));
  EXPECT_THAT(Told("\"a\" < \"b\" || size > 3"),
              ElementsAre(same + quotes + "a"));
  EXPECT_THAT(
      Told("5 > 3"),
      ElementsAre(same + "what is compared is a parameter, as in: code > 3"));
  EXPECT_THAT(Told("true"), IsEmpty());
}

TEST(EventConditionWarnings, TellsOfPlainTextsOnce) {
  EXPECT_THAT(Told("unit contains \"a|b\""),
              ElementsAre("contains takes \"a|b\" as it stands, and it looks "
                          "like a pattern: =~ matches a regular expression: "
                          "unit =~ \"a|b\""));
  EXPECT_THAT(Told("unit starts \"^ERR\" || \"ERR*\" != unit"),
              ElementsAre(testing::StartsWith("starts takes \"^ERR\""),
                          testing::StartsWith("!= takes \"ERR*\"")));
  EXPECT_THAT(EventWorld().Told("filter f = unit contains \"a|b\"; count_event "
                                "( app.log where f || f ) > 1;"),
              ElementsAre(testing::StartsWith("contains takes")));
  EXPECT_THAT(Told("unit > \"a*\" && unit =~ \"a*\""), IsEmpty());
}

TEST(EventConditionWarnings, TellsOfEmptyAlternatives) {
  EXPECT_THAT(Told("unit =~ \"alice || bob\""),
              ElementsAre(testing::StartsWith("an alternative is empty")));
}

TEST(EventConditionWarnings, TellsOfTheNameOfAPriorityWithoutQuotesToo) {
  const std::string said =
      "priority is a number from 0 (emerg) to 7 (debug): errors and worse are: "
      "priority <= 3";
  for (const char* condition : {"priority <= err", "Warning >= priority",
                                "priority == ERROR && priority < crit"}) {
    EXPECT_THAT(EventWorld().Told("count_event ( kmsg.records where " +
                                  std::string(condition) + " );"),
                ElementsAre(said))
        << condition;
  }
  EXPECT_THAT(EventWorld().Told("count_event ( kmsg.records where priority <= "
                                "least );"),
              IsEmpty());
}

}  // namespace
}  // namespace engine::check
