// EventConditions: the names of parameters found, and what is no condition.
#include "engine/check/event_condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/engine/check/event_world.h"

namespace engine::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The messages and hints of what is asked where `condition` holds.
constexpr auto Told = EventWorld::ToldWhere;

TEST(EventCondition, FindsParametersByTheLastPartOfTheirNames) {
  EXPECT_THAT(Told("size > 5 && app.param.unit == \"x\" && event.flags == 1"),
              IsEmpty());
  EXPECT_THAT(Told("5 < size || (! (unit =~ \"x\") && unit in (\"a\", 5))"),
              IsEmpty());
}

TEST(EventCondition, WarnsOfANameOnceAndOffersTheNearest) {
  EXPECT_THAT(
      Told("unti == \"x\" || unti == \"y\""),
      ElementsAre("no parameter is called unti: did you mean \"unit\"?"));
  EXPECT_THAT(Told("load > 5"),
              ElementsAre("no parameter is called load: there are: "
                          "code, size, unit"))
      << "another agent's";
}

TEST(EventCondition, WhereTextsHaveNamesAnyNameIsAParameter) {
  EXPECT_THAT(EventWorld().Told("count_event ( kmsg.records where priority <= "
                                "3 && vendor == \"x\" );"),
              IsEmpty());
}

TEST(EventCondition, ATextBesideANumberIsNoParameter) {
  const std::string text =
      "this is a text, and no parameter: a parameter stands without quotes, or "
      "in single ones: ";
  EXPECT_THAT(Told("\"status\" >= 500"), ElementsAre(text + "status"));
  EXPECT_THAT(Told("500 == \"_status\""), ElementsAre(text + "'_status'"));
}

TEST(EventCondition, ANameOfTwoIsWrong) {
  EXPECT_THAT(
      Told("code > 5"),
      ElementsAre("several parameters are called code: write the whole name: "
                  "app.other.code or app.param.code"));
  EXPECT_THAT(Told("app.param.code > 5"), IsEmpty());
}

TEST(EventCondition, ComparesParametersWithEachOther) {
  for (const char* condition :
       {"size > app.param.code", "5 > 4 + size", "size + 1 > 5",
        "-size * 2 / app.other.code - 3 < 1 Mbyte", "unit != unit",
        "event.time - size > event.age"}) {
    EXPECT_THAT(Told(condition), IsEmpty()) << condition;
  }
}

TEST(EventCondition, WhatIsNoConditionIsRefused) {
  const std::string form =
      "this is no condition over a record: compare parameters with constants "
      "or with each other, as in: code > 0 && unit == \"sshd\"";
  for (const char* condition : {"size @1 > 5", "some_inst size > 5",
                                "rising (size > 5)", "size + rate size > 5"}) {
    EXPECT_THAT(Told(condition), ElementsAre(form)) << condition;
  }
  EXPECT_THAT(Told("unit =~ \"(\""),
              ElementsAre(testing::StartsWith("illegal regular expression: ")));
}

}  // namespace
}  // namespace engine::check
