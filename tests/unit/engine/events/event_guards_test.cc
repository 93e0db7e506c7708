// EventGuards: which filters a record is worth.
#include "engine/events/event_guards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;
using pmapi::Pmid;
using testing::UnorderedElementsAre;

constexpr Pmid kUnit{1};
constexpr Pmid kMessage{2};
constexpr Pmid kCode{3};

Field Of(Pmid pmid) { return {{{pmid, 1}}, std::nullopt}; }

Term HasText(const std::string& text) { return {Of(kMessage), Contains{text}}; }

std::vector<std::size_t> Possible(const std::vector<const EventFilter*>& all,
                                  const std::string& unit,
                                  const std::string& message) {
  pmapi::EventWriter writer(pmapi::Type::kEvent);
  writer.BeginRecord({}, 0);
  writer.AddNumber(kCode, pmapi::Type::kU32, 5);
  writer.AddText(kUnit, unit);
  writer.AddText(kMessage, message);
  const auto array = writer.Finish();
  pmapi::EventRecords records(pmapi::Type::kEvent, array);
  Arrival arrival;
  EXPECT_TRUE(arrival.Next(&records));
  EventGuards guards(all);
  const auto first = guards.Possible(arrival);
  EXPECT_EQ(guards.Possible(arrival), first) << "and again";
  return first;
}

TEST(EventGuards, ATextThatARecordLacksRulesItOut) {
  EventFilter either, both, none, number;
  either.AddBoth(either.AddTerm(HasText("error")),
                 either.AddTerm({Of(kUnit), Comparison{BinaryOp::kEqual,
                                                       std::string("sshd")}}),
                 false);
  both.AddBoth(both.AddTerm({Of(kCode), Comparison{BinaryOp::kEqual, 5.0}}),
               both.AddJudged(both.AddTerm(HasText("error"))), true);
  none.AddNot(none.AddTerm(HasText("error")));
  number.AddTerm({Of(kCode), Comparison{BinaryOp::kEqual, 7.0}});
  const std::vector<const EventFilter*> all = {&either, &both, &none, &number,
                                               nullptr};
  EXPECT_THAT(Possible(all, "cron", "an error"),
              UnorderedElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(Possible(all, "sshd", "fine"), UnorderedElementsAre(0, 2, 3, 4));
  EXPECT_THAT(Possible(all, "cron", "fine"), UnorderedElementsAre(2, 3, 4));
}

TEST(EventGuards, TextsOfAnotherNameAreNone) {
  const auto named = [](const char* key, const char* text) {
    EventFilter filter;
    filter.AddTerm({{{{kMessage, 1, key}}, {}}, Contains{text}});
    return filter;
  };
  const EventFilter message = named("message", "error");
  const EventFilter unit = named("unit", "error");
  EXPECT_THAT(Possible({&message, &unit}, "x", "MESSAGE=an error"),
              UnorderedElementsAre(0));
  EXPECT_THAT(Possible({&message, &unit}, "x", "UNIT=error.service"),
              UnorderedElementsAre(1));
}

TEST(EventGuards, TextsOfAnotherFieldAreNone) {
  EventFilter filter;
  filter.AddTerm(
      {Of(kUnit), Among{{std::string("sshd"), std::string("sudo")}}});
  EXPECT_THAT(Possible({&filter}, "x", "sshd"), UnorderedElementsAre());
  EXPECT_THAT(Possible({&filter}, "sudo", "x"), UnorderedElementsAre(0));
}

TEST(EventGuards, NumbersAmongTextsAreNoGuard) {
  EventFilter filter;
  filter.AddTerm({Of(kUnit), Among{{std::string("sshd"), 5.0}}});
  EXPECT_THAT(Possible({&filter}, "x", "y"), UnorderedElementsAre(0));
}

}  // namespace
}  // namespace engine::events
