// tocsin events: which records are printed, how, and the exit status.
#include "cli/events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pmapi/events/event_writer.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

constexpr pmapi::InDom kLogs{0x0f000001};

/// A record for each text, with a number that counts them; then one that tells
/// of `missed` lost ones, if any were.
std::string Array(const std::vector<std::string>& texts, int missed = 0) {
  pmapi::EventWriter writer(pmapi::Type::kEvent);
  std::uint64_t number = 0;
  for (const std::string& text : texts) {
    writer.BeginRecord(tests::At(kSmallStart, 500'000'000), 1);
    writer.AddNumber(pmapi::Pmid{2}, pmapi::Type::kU32, ++number);
    writer.AddText(pmapi::Pmid{3}, text);
  }
  if (missed > 0) writer.AddMissed(tests::At(kSmallStart), missed);
  const auto array = writer.Finish();
  return {array.begin(), array.end()};
}

class EventsTest : public testing::Test {
 protected:
  EventsTest() {
    tests::ArchiveOptions options;
    options.host = "web1";
    tests::ArchiveWriter writer(options);
    writer.Metric("log.lines", {pmapi::Pmid{1},
                                pmapi::Type::kEvent,
                                kLogs,
                                pmapi::Semantics::kInstant,
                                {}});
    writer.Metric("log.number", {pmapi::Pmid{2},
                                 pmapi::Type::kU32,
                                 pmapi::kNullInDom,
                                 pmapi::Semantics::kDiscrete,
                                 {}});
    writer.Metric("log.text", {pmapi::Pmid{3},
                               pmapi::Type::kString,
                               pmapi::kNullInDom,
                               pmapi::Semantics::kDiscrete,
                               {}});
    writer.Members(tests::At(kSmallStart), kLogs, {{0, "app"}, {1, "db"}});
    writer.Record(tests::At(kSmallStart + 1),
                  {{"log.lines", {{0, Array({"a", "b\x01"}, 7)}}}});
    writer.Record(tests::At(kSmallStart + 5),
                  {{"log.lines", {{0, Array({"c"})}, {1, Array({"d"})}}}});
    tests::WriteImage(writer.Image(), folder_ / "logs");
    options_.archives = {folder_ / "logs"};
    options_.zone = "UTC";
  }

  /// "status: what is printed".
  std::string Events(const std::string& records) {
    options_.records = records;
    Printed out;
    Printed err;
    const int status = RunEvents(options_, SmallProcess(&out, &err));
    errors_ = err.Text();
    return std::to_string(status) + ": " + out.Text();
  }

  tests::TemporaryFolder folder_;
  EventsOptions options_;
  std::string errors_;
};

TEST_F(EventsTest, PrintsALineARecord) {
  EXPECT_EQ(Events("log.lines"),
            "0: 2001-09-09T01:46:40.5Z [app] point number=1 text=\"a\"\n"
            "2001-09-09T01:46:40.5Z [app] point number=2 text=\"b?\"\n"
            "2001-09-09T01:46:40.5Z [app] point number=1 text=\"c\"\n"
            "2001-09-09T01:46:40.5Z [db] point number=1 text=\"d\"\n");
  EXPECT_EQ(errors_, "");
}

TEST_F(EventsTest, OrThoseThatMatch) {
  EXPECT_EQ(Events("log.lines #db where text == \"d\""),
            "0: 2001-09-09T01:46:40.5Z [db] point number=1 text=\"d\"\n");
  EXPECT_EQ(Events("log.lines where text == \"x\""), "1: ");
  EXPECT_EQ(Events("log.lines where event.missed > 0"),
            "0: 2001-09-09T01:46:40Z [app] missed 7\n");
}

TEST_F(EventsTest, OrHowManyThereAre) {
  options_.count = true;
  EXPECT_EQ(Events("log.lines where number == 1"), "0: 3\n");
  EXPECT_EQ(Events("log.lines where number == 9"), "1: 0\n");
}

TEST_F(EventsTest, OrAnObjectARecord) {
  options_.json = true;
  EXPECT_EQ(Events("log.lines where text starts \"b\""),
            "0: {\"time\":\"2001-09-09T01:46:40.5Z\",\"host\":\"web1\","
            "\"instance\":\"app\",\"flags\":\"point\",\"parameters\":"
            "{\"number\":[2.0],\"text\":[\"b\\u0001\"]}}\n");
}

TEST_F(EventsTest, OfAWindow) {
  options_.window.start = "3sec";
  EXPECT_EQ(Events("log.lines where number == 1"),
            "0: 2001-09-09T01:46:40.5Z [app] point number=1 text=\"c\"\n"
            "2001-09-09T01:46:40.5Z [db] point number=1 text=\"d\"\n");
}

TEST_F(EventsTest, ShowsWhatWasTypedOfWhatIsWrong) {
  EXPECT_EQ(Events("log.lines where nope > 3"), "1: ");
  EXPECT_THAT(errors_, HasSubstr("<command line>:1:17: warning: no parameter "
                                 "is called nope\n"
                                 "  log.lines where nope > 3\n"
                                 "                  ^~~~\n"));
}

TEST_F(EventsTest, SaysWhatIsWrong) {
  EXPECT_EQ(Events("log.lines where"), "2: ");
  EXPECT_THAT(errors_, HasSubstr("does not belong here"));
  EXPECT_EQ(Events("log.lines ) + 1 + count_event ( log.lines"), "2: ");
  EXPECT_THAT(errors_, HasSubstr("what is wanted is METRIC, or METRIC where "
                                 "CONDITION, of event records"));
  EXPECT_EQ(Events("log.nope"), "2: ");
  EXPECT_THAT(errors_, HasSubstr("no metric log.nope"));
  for (const char* function :
       {"count_event ( log.lines where number > 1 )", "some_event(log.lines)",
        "p90_event 5 min number ( log.lines )"}) {
    EXPECT_EQ(Events(function), "2: ");
    EXPECT_THAT(errors_, HasSubstr("METRIC where CONDITION stands alone here"))
        << function;
  }
  options_.archives = {"/nowhere"};
  EXPECT_EQ(Events("log.lines"), "2: ");
  EXPECT_THAT(errors_, HasSubstr("cannot open archive /nowhere"));
}

TEST_F(EventsTest, PrintsNoPairsAndNothingThatFollows) {
  for (const bool count : {false, true}) {
    options_.count = count;
    EXPECT_EQ(Events("log.lines where text == \"a\" then log.lines within 5 "
                     "sec"),
              "2: ");
    EXPECT_THAT(
        errors_,
        HasSubstr("<command line>:1:29: error: then does not belong here: of "
                  "records METRIC where CONDITION stands alone\n"
                  "  log.lines where text == \"a\" then log.lines within 5 "
                  "sec\n"
                  "                              ^~~~\n"
                  "  hint: what follows is counted by: tocsin eval "
                  "'count_event ( ... )'\n"));
    EXPECT_EQ(Events("log.lines without log.lines within 1 min by number"),
              "2: ");
    EXPECT_THAT(errors_, HasSubstr(":1:11: error: without does not belong"));
    EXPECT_EQ(Events("pair log.lines by event.id"), "2: ");
    EXPECT_THAT(errors_, HasSubstr(":1:1: error: pair does not belong here"));
    EXPECT_THAT(errors_, HasSubstr("hint: pairs are counted by: "));
  }
}

TEST_F(EventsTest, AParameterMayBeCalledSo) {
  EXPECT_EQ(Events("log.lines where then > 1 || number == 2"),
            "0: 2001-09-09T01:46:40.5Z [app] point number=2 text=\"b?\"\n");
}

}  // namespace
}  // namespace cli
