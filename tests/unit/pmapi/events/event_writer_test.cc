// What is written: byte for byte, bounds of times and counts.
#include "pmapi/events/event_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/unit/pmapi/events/event_specimen.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// The time of a record of `type`, written and read.
base::Timestamp Again(Type type, base::Timestamp time) {
  EventWriter writer(type);
  writer.BeginRecord(time, kEventPoint);
  return ReadEvents(type, writer.Finish()).at(0).time;
}

TEST(EventWriter, WritesAnArrayOfEvents) {
  EventWriter writer(Type::kEvent);
  writer.BeginRecord(base::Timestamp{2'000'003'999}, kEventPoint);
  writer.AddText(Pmid{0x07400086}, "abcde");
  EXPECT_EQ(writer.size(), 36u);
  EXPECT_THAT(writer.Finish(),
              ElementsAre(0, 0, 0, 1,                    //
                          0, 0, 0, 2, 0, 0, 0, 3,        //
                          0, 0, 0, 1, 0, 0, 0, 1,        //
                          7, 0x40, 0, 0x86, 6, 0, 0, 9,  //
                          'a', 'b', 'c', 'd', 'e', '~', '~', '~'));
}

TEST(EventWriter, WritesAnArrayOfHighresEvents) {
  EventWriter writer(Type::kHighresEvent);
  writer.AddMissed(base::Timestamp{-1}, 5);
  EXPECT_THAT(writer.Finish(),
              ElementsAre(0, 0, 0, 1,                              //
                          255, 255, 255, 255, 255, 255, 255, 255,  //
                          0, 0, 0, 0, 0x3b, 0x9a, 0xc9, 0xff,      //
                          0x80, 0, 0, 0, 0, 0, 0, 5));
}

TEST(EventWriter, BeginsAnew) {
  EventWriter writer(Type::kEvent);
  writer.BeginRecord(EventTime(1), 0);
  EXPECT_THAT(writer.Finish(), SizeIs(20));
  EXPECT_THAT(writer.Finish(), ElementsAre(0, 0, 0, 0));
}

TEST(EventWriter, KeepsHighresTimesWhatever) {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t ns :
       {Limits::min(), Limits::min() + 1, std::int64_t{-1}, std::int64_t{0},
        std::int64_t{1}, Limits::max() - 1, Limits::max()}) {
    EXPECT_EQ(Again(Type::kHighresEvent, {ns}), base::Timestamp{ns});
  }
}

TEST(EventWriter, KeepsTimesOfEventsAsFarAsTheyFit) {
  const base::Timestamp last{0xffffffff * base::kNanosPerSecond + 999'999'000};
  EXPECT_EQ(Again(Type::kEvent, {-1}), base::Timestamp{0});
  EXPECT_EQ(Again(Type::kEvent, {1'999}), base::Timestamp{1'000});
  EXPECT_EQ(Again(Type::kEvent, last), last);
  EXPECT_EQ(Again(Type::kEvent, {last.ns + 1'000}), last);
}

TEST(EventWriter, CountsLostRecordsIn31Bits) {
  EventWriter writer(Type::kEvent);
  writer.AddMissed(EventTime(1), 0);
  writer.AddMissed(EventTime(1), 0xffffffffu);
  const auto payload = writer.Finish();
  const auto read = ReadEvents(Type::kEvent, payload);
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[0].missed, 0u);
  EXPECT_EQ(read[1].missed, 0x7fffffffu);
  EXPECT_TRUE(CheckEvents(Type::kEvent, payload));
}

TEST(EventWriter, TakesParametersUpToTheLengthTheyCanSay) {
  const std::vector<std::uint8_t> most(kMostEventLength - 4, 1);
  EventWriter writer(Type::kEvent);
  writer.BeginRecord(EventTime(1), 0);
  writer.AddParameter(Pmid{1}, Type::kAggregate, most);
  const auto payload = writer.Finish();
  EventRecords records(Type::kEvent, payload);
  EventRecord record;
  ASSERT_TRUE(records.Next(&record));
  EventParameters parameters(record);
  EventParameter parameter;
  ASSERT_TRUE(parameters.Next(&parameter));
  EXPECT_TRUE(std::ranges::equal(parameter.value, most));
}

}  // namespace
}  // namespace pmapi
