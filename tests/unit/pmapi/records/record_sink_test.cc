// Records to arrays: how long they are, and when there is no room for more.
#include "pmapi/records/record_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pmapi/events/event_array.h"
#include "pmapi/events/event_flags.h"
#include "tests/unit/pmapi/records/record_texts.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Pmid kText{7};

TEST(RecordSink, GivesRecordsAndOneWordOfWhatIsMissed) {
  EXPECT_THAT(tests::RecordsOf([](RecordSink* sink) {
                sink->AddMissed(2);
                sink->BeginRecord({}).AddText(kText, "one");
                sink->AddMissed(3);
                sink->BeginRecord({}).AddText(kText, "two");
              }),
              ElementsAre("one", "two", "missed 5"));
  EXPECT_THAT(tests::RecordsOf([](RecordSink* sink) { sink->AddMissed(0); }),
              IsEmpty());
}

TEST(RecordSink, KnowsWhetherItHasBeenGivenAnything) {
  const auto take = [](base::Bytes) {};
  RecordSink records({}, take);
  RecordSink missed({}, take);
  EXPECT_FALSE(records.has_given());
  records.BeginRecord({});
  missed.AddMissed(1);
  EXPECT_TRUE(records.has_given());
  EXPECT_TRUE(missed.has_given());
}

TEST(RecordSink, CountsNoMoreThanTheFormatHas) {
  EXPECT_THAT(
      tests::RecordsOf([](RecordSink* sink) { sink->AddMissed(1ull << 40); }),
      ElementsAre("missed 2147483647"));
}

TEST(RecordSink, RecordsAreMomentsOfTheirTime) {
  std::vector<std::uint8_t> array;
  {
    RecordSink sink(base::Timestamp{9}, [&](base::Bytes bytes) {
      array.assign(bytes.begin(), bytes.end());
    });
    EXPECT_EQ(sink.now(), base::Timestamp{9});
    sink.BeginRecord(base::Timestamp{5});
  }
  EventRecords records(Type::kHighresEvent, array);
  EventRecord record;
  ASSERT_TRUE(records.Next(&record));
  EXPECT_EQ(record.time, base::Timestamp{5});
  EXPECT_EQ(record.flags, kEventPoint);
}

TEST(RecordSink, HasRoomForSoMuchInSeveralArrays) {
  std::size_t arrays = 0;
  std::size_t bytes = 0;
  {
    RecordSink sink({}, [&](base::Bytes array) {
      EXPECT_TRUE(CheckEvents(Type::kHighresEvent, array));
      EXPECT_LE(array.size(), kMostEventBytes);
      ++arrays;
      bytes += array.size();
    });
    const std::string text(100'000, 'x');
    while (sink.has_room()) sink.BeginRecord({}).AddText(kText, text);
  }
  EXPECT_GT(arrays, 1u);
  EXPECT_GE(bytes, kMostOfTick);
  EXPECT_LT(bytes, kMostOfTick + 200'000);
}

}  // namespace
}  // namespace pmapi::records
