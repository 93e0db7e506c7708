// Event functions as typed fetches, and what none of them can be.
#include "engine/check/event_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "pmapi/events/event_fold.h"
#include "pmapi/events/event_writer.h"
#include "tests/unit/engine/check/event_world.h"

namespace engine::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> Told(const std::string& text) {
  return EventWorld().Told(text);
}

TEST(EventFunctions, AreNumbersAndTruthsOfEachInstance) {
  for (const char* text :
       {"some_inst ( count_event ( app.log ) > 2 ) -> print \"%i\";",
        "some_inst some_event ( app.log where size > 5 ) -> print \"%i\";",
        "sum_inst sum_event 5 min size ( app.log #x ) / 2;",
        "all_inst ! 50%_event ( app.log where size > 5 : unit == \"x\" );",
        "count_event ( app.log where size > 1 then app.log where size > 2 "
        "within 5 sec by unit );",
        "max_event duration ( pair app.log by event.id );",
        "p95_event size ( app.log ) > 5 Mbyte;",
        "stddev_event 5 min size ( app.log );",
        "some_inst ( count_event by unit ( app.log where size > 5 ) > 2 ) "
        "-> print \"%i %v\";",
        "count_event by inst, unit ( app.log #x ) / count_event by inst, unit "
        "( app.log );"}) {
    EXPECT_THAT(Told(text), IsEmpty()) << text;
  }
}

TEST(EventFunctions, WarnsOfWhatIsNeverTrueOrNeverThere) {
  EXPECT_THAT(Told("some_inst 120%_event ( app.log );"),
              ElementsAre("of no records more than all of them match: this is "
                          "never true: 100%_event asks for all"));
  EXPECT_THAT(Told("max_event duration ( app.log );"),
              ElementsAre("no parameter is called duration: there are: code, "
                          "size, unit",
                          "there are durations of pairs alone: as in: "
                          "max_event duration ( pair METRIC by event.id )"));
}

TEST(EventFunctions, WarnsOfCountsThatAreNeverSo) {
  const auto told = [](const std::string& compared) {
    return Told("some_inst ( " + compared + " ) -> print \"x\";");
  };
  for (const char* never :
       {"count_event ( app.log ) < 0", "count_event ( app.log ) == -1",
        "count_event ( app.log ) <= -1", "0 > count_event ( app.log )"}) {
    EXPECT_THAT(told(never),
                ElementsAre("a count is 0 at least: this is never true: no "
                            "record at all is: count_event ( ... ) == 0"))
        << never;
  }
  for (const char* compared :
       {"count_event ( app.log ) <= 0", "count_event ( app.log ) >= 1",
        "count_event ( app.log ) > 0", "count_event ( app.log ) < 0.5",
        "max_event size ( app.log ) < 0 Kbyte"}) {
    EXPECT_THAT(told(compared), IsEmpty()) << compared;
  }
}

TEST(EventFunctions, WarnsOfShareThatThereAlwaysIs) {
  EXPECT_THAT(Told("some_inst 0%_event ( app.log where size > 5 );"),
              ElementsAre("0 percent of the records always match: this is "
                          "never false: some_event asks for one at least"));
  EXPECT_THAT(Told("some_inst 1%_event ( app.log where size > 5 );"),
              IsEmpty());
}

TEST(EventFunctions, WarnsOfGroupsThatFallSilent) {
  const auto told = [](const std::string& compared) {
    return Told("some_inst ( " + compared + " ) -> print \"x\";");
  };
  for (const char* silent : {"count_event by unit ( app.log ) == 0",
                             "count_event 5 min by unit ( app.log ) < 1",
                             "count_event by unit ( app.log ) < 5",
                             "0 >= count_event by inst, unit ( app.log )"}) {
    EXPECT_THAT(told(silent),
                ElementsAre(StartsWith("a group without records is there")))
        << silent;
  }
  for (const char* compared :
       {"count_event by unit ( app.log where size > 5 ) < 5 && count_event by "
        "unit ( app.log ) > 10",
        "count_event ( app.log ) < 2", "count_event by unit ( app.log ) == 1",
        "count_event by unit ( app.log ) > 0",
        "sum_event size by unit ( app.log ) == 0",
        "count_event ( app.log ) == 0"}) {
    EXPECT_THAT(told(compared), IsEmpty()) << compared;
  }
}

TEST(EventFunctions, WarnOfATimeBetweenTwoTicks) {
  EXPECT_THAT(
      Told("delta = 10 sec; count_event 5 sec ( kmsg.records ) > 1;"),
      ElementsAre(StartsWith("this time is shorter than the interval")));
  EXPECT_THAT(Told("delta = 10 sec; count_event 10 sec ( kmsg.records ) > 1;"),
              IsEmpty());
}

TEST(EventFunctions, WarnOfNumbersWithUnitsThatTheyHaveNot) {
  for (const auto& [function, said] :
       {std::pair("avg_event app.param.code ( app.log ) > 500 msec;",
                  "sec cannot be compared with what has no units: "),
        std::pair("max_event 5 min app.param.code ( app.log ) < 4 Kbyte;",
                  "byte cannot be compared with what has no units: "),
        std::pair("500 msec < p90_event app.param.code by unit ( app.log );",
                  "sec cannot be compared with what has no units: "),
        std::pair("sum_event any ( kmsg.records ) > 4 Kbyte;",
                  "byte cannot be compared with what has no units: "),
        std::pair("min_event event.flags ( app.log ) == 5 sec;",
                  "sec cannot be compared with what has no units: "),
        std::pair("avg_event size ( app.log ) > 5 sec;",
                  "byte cannot be compared with sec: "),
        std::pair("count_event ( app.log ) > 1 Mbyte;",
                  "count cannot be compared with byte: ")}) {
    EXPECT_THAT(Told(function), ElementsAre(StartsWith(said))) << function;
  }
}

TEST(EventFunctions, ACountIsNoRate) {
  const std::string hint =
      ": a length of time stands behind the function's word: count_event 1 min "
      "( ... ) > 5";
  for (const char* count :
       {"count_event ( app.log )", "count_event 1 min ( app.log )",
        "sum_event event.missed ( app.log )"}) {
    EXPECT_THAT(Told(std::string(count) + " > 5 count/min;"),
                ElementsAre("count cannot be compared with count / sec" + hint))
        << count;
    EXPECT_THAT(Told("5 /min < " + std::string(count) + ";"),
                ElementsAre("/ sec cannot be compared with count" + hint))
        << count;
  }
  EXPECT_THAT(EventWorld::ToldWithoutSources("count_event ( x.y ) > 5 "
                                             "count/min;"),
              ElementsAre("count cannot be compared with count / sec" + hint));
}

TEST(EventFunctions, LinesOfAFileOfThisHostAreToldOfTheOption) {
  const std::string text = "count_event ( logger.perfile.app.records ) > 3;";
  EXPECT_THAT(EventWorld().ToldOfThisHost(text),
              ElementsAre("no metric logger.perfile.app.records in this host: "
                          "the lines of a log file are records by the option "
                          "--follow app=PATH"));
  EXPECT_THAT(Told(text), ElementsAre(testing::EndsWith("(host host): ")));
}

TEST(EventFunctions, WarnOfPairsOfMoments) {
  EXPECT_THAT(Told("count_event ( pair kmsg.records where priority > 3 );"),
              ElementsAre(StartsWith("these records are moments: ")));
  for (const char* text :
       {"max_event duration ( pair logger.perfile.app.records by x );",
        "count_event ( pair systemd.journal.records );"}) {
    EXPECT_THAT(EventWorld::ToldWithoutSources(text),
                ElementsAre(StartsWith("these records are moments: ")))
        << text;
  }
}

TEST(EventFunctions, WarnOfNoUnitsThatMayBeMeant) {
  for (const char* text :
       {"avg_event size ( app.log ) > 4 Mbyte;",
        "avg_event size ( app.log ) > 5000;",
        "sum_event 5 min size ( app.log ) / 5 min > 3 Kbyte/sec;",
        "count_event 5 min ( app.log ) / 5 min > 3 /sec;",
        "count_event ( app.log ) > 5 count;",
        "count_event ( app.log ) / count_event ( app.log ) > 0.05;",
        "max_event duration ( pair app.log ) > 5 min;",
        "max_event event.age ( app.log ) > 5 min;",
        "max_event event.id ( app.log ) > 5 min;",
        "some_inst some_event ( app.log ) -> print \"x\";"}) {
    EXPECT_THAT(Told(text), IsEmpty()) << text;
  }
  EXPECT_THAT(EventWorld::ToldWithoutSources("avg_event x ( a.b ) > 5 sec;"),
              IsEmpty());
}

TEST(EventFunctions, AreOfEventRecordsAlone) {
  EXPECT_THAT(
      Told("count_event ( kernel.load );"),
      ElementsAre("kernel.load has type U32: it has no event records: "));
  EXPECT_THAT(Told("app.log > 5;"),
              ElementsAre("app.log has type EVENT: only numbers and strings "
                          "can be used: its records are counted by: "
                          "count_event (app.log)"));
  EXPECT_THAT(Told("count_event ( app.lgo );"),
              ElementsAre(StartsWith("no metric app.lgo in ")));
  EXPECT_THAT(Told("count_event ( app.log #nope );"),
              ElementsAre(StartsWith("app.log has no instance")));
}

TEST(EventFunctions, NotAllReductionsAreMadeOfRecords) {
  EXPECT_THAT(
      Told("max_event size ( pair app.log );"),
      ElementsAre("of pairs there are their number and their duration: as in: "
                  "max_event duration ( pair ... )"));
  EXPECT_THAT(
      Told("all_event ( app.log then app.log within 5 sec );"),
      ElementsAre("what follows another record is counted: use count_event or "
                  "some_event"));
  EXPECT_THAT(
      Told("count_event ( app.log then kernel.load within 5 sec );"),
      ElementsAre("both records must be of one metric and its instances: write "
                  "the same metric on both sides"));
}

TEST(EventFunctions, GroupsGoByParametersThatThereAre) {
  EXPECT_THAT(
      Told("count_event by unti ( app.log );"),
      ElementsAre("no parameter is called unti: did you mean \"unit\"?"));
  EXPECT_THAT(
      Told("count_event by unit ( app.log then app.log within 5 sec );"),
      ElementsAre("what follows another record has no groups: leave this by "
                  "away, and write it behind within"));
}

/// Of the condition of the only rule in `text`, whose left operand or right one
/// is a count over 5 min: whether two records are enough to judge it after two.
bool IsKnownOfTwo(const std::string& text) {
  const Checked checked = EventWorld().Check(text + " -> print \"x\";");
  EXPECT_THAT(checked.diagnostics, IsEmpty()) << text;
  const auto& rule = std::get<expr::Rule>(checked.statements.at(0).body);
  const expr::Expr* some = rule.condition.get();
  const auto& reduce = std::get<expr::Reduce>(some->node);
  const auto& binary = std::get<expr::Binary>(reduce.operand->node);
  const auto* fetch = std::get_if<expr::Fetch>(&binary.left->node);
  if (fetch == nullptr) fetch = std::get_if<expr::Fetch>(&binary.right->node);
  const auto tally = fetch->folds.at(0)->Begin(pmapi::Type::kEvent, {0});
  tally->Finish({});
  pmapi::EventWriter writer(pmapi::Type::kEvent);
  for (int i = 0; i < 2; ++i) writer.BeginRecord({}, 0);
  EXPECT_TRUE(tally->Add(0, {1}, writer.Finish()));
  const pmapi::EventRow& row = tally->Finish({1}).front();
  EXPECT_THAT(row.instances, ElementsAre(0));
  return row.cells.empty();
}

TEST(EventFunctions, ACountIsToldWhatItIsComparedWith) {
  const std::string count = "count_event 5 min ( app.log )";
  for (const char* known : {"> 1", ">= 2", "< 2", "== 1", "!= 0"}) {
    EXPECT_TRUE(IsKnownOfTwo("some_inst " + count + known)) << known;
  }
  for (const char* unknown : {"> 2", ">= 3", "< 3", "== 2", "!= 5"}) {
    EXPECT_FALSE(IsKnownOfTwo("some_inst " + count + unknown)) << unknown;
  }
  EXPECT_TRUE(IsKnownOfTwo("some_inst 2 > " + count));
  EXPECT_FALSE(IsKnownOfTwo("some_inst 3 > " + count));
  EXPECT_TRUE(IsKnownOfTwo("some_inst " + count + " > kernel.load"));
  EXPECT_FALSE(IsKnownOfTwo("some_inst " + count + " < kernel.load"));
}

TEST(EventFunctions, AskOfRecordsWhatOnlyTheyCanAnswer) {
  EXPECT_THAT(Told("filter f = size > 5; some_inst kernel.load > 5;"),
              IsEmpty());
}

TEST(EventFunctions, WithoutSourcesTheirFormIsChecked) {
  EXPECT_THAT(
      EventWorld::ToldWithoutSources("count_event ( x.y where nope > 5 ) > 1;"),
      IsEmpty());
  EXPECT_THAT(
      EventWorld::ToldWithoutSources("count_event ( x.y where a @1 > 5 ) > 1;"),
      ElementsAre(StartsWith("this is no condition over a record")));
}

}  // namespace
}  // namespace engine::check
