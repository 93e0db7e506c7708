// Event arrays read: all that is in them, everything that is refused, and
// every byte damaged.
#include "pmapi/events/event_array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "pmapi/events/event_value.h"
#include "tests/unit/pmapi/events/event_specimen.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using Payload = std::vector<std::uint8_t>;

class EventArrays : public testing::TestWithParam<Type> {
 protected:
  /// `payload` with `word` at `at`.
  static Payload Patch(Payload payload, std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4; ++i) {
      payload.at(at + i) = static_cast<std::uint8_t>(word >> 8 * (3 - i));
    }
    return payload;
  }

  /// One record at `time` with a string of 5 bytes and a number.
  Payload Small(base::Timestamp time = EventTime(1)) const {
    EventWriter writer(GetParam());
    writer.BeginRecord(time, kEventPoint);
    writer.AddText(Pmid{7}, "abcde");
    writer.AddNumber(Pmid{1}, Type::kU32, 12);
    return writer.Finish();
  }

  base::Result<EventCounts> Check(const Payload& payload) const {
    // A copy of its own, so that ASan sees a byte read beyond it.
    const Payload copy(payload.begin(), payload.end());
    auto counts = CheckEvents(GetParam(), copy);
    EventRecords records(GetParam(), copy);
    const auto visit = [](const EventParameter&) {};
    for (EventRecord record; records.Next(&record, visit);) continue;
    EXPECT_EQ(records.whole(), counts.has_value());
    const auto read = ReadEvents(GetParam(), copy);
    EXPECT_TRUE(!counts || *counts == Count(read));
    return counts;
  }

  static EventCounts Count(const std::vector<ReadRecord>& read) {
    EventCounts counts;
    for (const ReadRecord& record : read) {
      const bool missed = (record.flags & kEventMissed) != 0;
      counts.records += missed ? 0 : 1;
      counts.missed += record.missed;
    }
    return counts;
  }

  std::string Refusal(const Payload& payload) const {
    const auto counts = Check(payload);
    if (counts) return "none";
    EXPECT_EQ(counts.error().code, base::ErrorCode::kCorrupt);
    return counts.error().message;
  }

  /// Where the first record's flags are, its parameters, and the head of the
  /// first one.
  const std::size_t head_ = EventHeadSize(GetParam());
  const std::size_t flags_ = head_ - 4;
  const std::size_t count_ = head_;
  const std::size_t first_ = 4 + head_;
};

TEST_P(EventArrays, HaveRecordsInOrder) {
  const Payload payload = EventSpecimen(GetParam());
  EXPECT_EQ(*Check(payload), (EventCounts{3, 7}));
  const auto read = ReadEvents(GetParam(), payload);
  ASSERT_THAT(read, SizeIs(4));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(read[i].time, EventTime(static_cast<std::int64_t>(i) + 1));
  }
  EXPECT_EQ(read[0].flags, kEventStart | kEventId);
  EXPECT_THAT(read[0].parameters, SizeIs(6));
  EXPECT_EQ(read[2].flags, kEventMissed);
  EXPECT_EQ(read[2].missed, 7u);
  EXPECT_THAT(read[2].parameters, IsEmpty());
  EXPECT_THAT(read[3].parameters, IsEmpty());
}

TEST_P(EventArrays, HaveParametersOfEveryType) {
  const Payload payload = EventSpecimen(GetParam());
  EventRecords records(GetParam(), payload);
  EventRecord record;
  ASSERT_TRUE(records.Next(&record));
  std::vector<std::uint64_t> numbers;
  EventParameters parameters(record);
  for (EventParameter one; parameters.Next(&one);) {
    EXPECT_EQ(one.pmid, Pmid{static_cast<std::uint32_t>(one.type) + 1});
    numbers.push_back(EventNumber(one).value());
  }
  EXPECT_THAT(numbers, ElementsAre(-14, 4'000'000'000u, -15, 1ull << 63 | 5,
                                   std::bit_cast<std::uint32_t>(-17.f),
                                   std::bit_cast<std::uint64_t>(0.5)));
}

TEST_P(EventArrays, HaveValuesWithoutTheirPadding) {
  const auto read = ReadEvents(GetParam(), EventSpecimen(GetParam()));
  std::vector<std::string> values;
  for (const auto& [pmid, type, value] : read.at(1).parameters) {
    values.push_back(value);
  }
  EXPECT_THAT(values, ElementsAre("", "a", "ab", "abc", "abcd", "abcde",
                                  std::string("\1\3\7\0\x1f", 5)));
}

TEST_P(EventArrays, MayBeEmpty) {
  EXPECT_EQ(*Check(Payload(4)), EventCounts{});
  EXPECT_THAT(ReadEvents(GetParam(), Payload(4)), IsEmpty());
}

TEST_P(EventArrays, MayHaveBytesBehindTheLastRecord) {
  Payload payload = Small();
  payload.push_back(1);
  EXPECT_EQ(*Check(payload), (EventCounts{1, 0}));
}

TEST_P(EventArrays, KeepParametersWhoseTypeIsNone) {
  const Payload payload = Patch(Small(), first_ + 4, 11u << 24 | 9);
  EXPECT_EQ(*Check(payload), (EventCounts{1, 0}));
  EXPECT_EQ(std::get<Type>(ReadEvents(GetParam(), payload)[0].parameters[0]),
            Type::kUnknown);
}

TEST_P(EventArrays, CarryFractionsOfMoreThanASecond) {
  const std::size_t fraction = GetParam() == Type::kEvent ? 8 : 16;
  const std::uint32_t half =
      GetParam() == Type::kEvent ? 1'500'000 : 1'500'000'000;
  const Payload payload = Patch(Small(base::Timestamp{}), fraction, half);
  EXPECT_TRUE(Check(payload));
  EXPECT_EQ(ReadEvents(GetParam(), payload)[0].time.ns, 1'500'000'000);
}

TEST_P(EventArrays, AreRefusedWithoutTheirCount) {
  for (std::size_t size = 0; size < 4; ++size) {
    EXPECT_EQ(Refusal(Payload(size)),
              "byte 0: the number of event records is not there");
  }
}

TEST_P(EventArrays, AreRefusedForNegativeCounts) {
  for (const std::uint32_t count : {0x80000000u, 0xffffffffu}) {
    EXPECT_EQ(Refusal(Patch(Small(), 0, count)),
              "byte 0: the number of event records is negative");
    EXPECT_EQ(Refusal(Patch(Small(), count_, count)),
              "byte " + std::to_string(count_) +
                  ": the count of the event record is negative");
    const Payload missed = Patch(Small(), flags_, kEventMissed);
    EXPECT_EQ(Refusal(Patch(missed, count_, count)),
              "byte " + std::to_string(count_) +
                  ": the count of the event record is negative");
  }
}

TEST_P(EventArrays, AreRefusedForCountsThatAreTooLarge) {
  const auto size = std::to_string(Small().size());
  for (const std::uint32_t count : {2u, 0x10000000u, 0x7ffffffeu}) {
    EXPECT_EQ(Refusal(Patch(Small(), 0, count)),
              "byte " + size + ": event record 1 does not fit into the array");
    EXPECT_EQ(
        Refusal(Patch(Small(), count_, count + 1)),
        "byte " + size + ": the parameter does not fit into the event array");
  }
}

TEST_P(EventArrays, AreRefusedForMissedWithAnotherFlag) {
  for (const std::uint32_t flag : {kEventPoint, kEventParent, 0x40u}) {
    EXPECT_EQ(Refusal(Patch(Small(), flags_, kEventMissed | flag)),
              "byte " + std::to_string(flags_) +
                  ": the event record is missed and something else");
  }
}

TEST_P(EventArrays, AreRefusedForLengthsThatCannotBe) {
  for (const std::uint32_t length : {0u, 1u, 3u, 29u, 0xfffffdu, 0xffffffu}) {
    EXPECT_EQ(Refusal(Patch(Small(), first_ + 4, 6u << 24 | length)),
              "byte " + std::to_string(first_) +
                  ": the parameter does not fit into the event array")
        << length;
  }
}

TEST_P(EventArrays, AreRefusedWherePaddingIsCut) {
  EventWriter writer(GetParam());
  writer.BeginRecord(EventTime(1), kEventPoint);
  writer.AddText(Pmid{7}, "abcde");
  Payload payload = writer.Finish();
  EXPECT_EQ(Refusal(payload), "none");
  payload.pop_back();
  EXPECT_EQ(Refusal(payload),
            "byte " + std::to_string(first_) +
                ": the parameter does not fit into the event array");
}

TEST_P(EventArrays, AreRefusedForArraysInside) {
  for (const std::uint32_t type : {9u, 10u}) {
    EXPECT_EQ(Refusal(Patch(Small(), first_ + 4, type << 24 | 9)),
              "byte " + std::to_string(first_ + 4) +
                  ": a parameter is an event array itself");
  }
}

TEST_P(EventArrays, CutAnywhereAreRefused) {
  const Payload whole = EventSpecimen(GetParam());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Payload cut(whole.begin(),
                      whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(Refusal(cut), StartsWith("byte ")) << size;
  }
}

/// Check() iterates over what it accepts, and over what it refuses, too.
TEST_P(EventArrays, DamagedAnywhereAreReadOrRefused) {
  const Payload whole = EventSpecimen(GetParam());
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int value : {0, 1, 3, 4, 9, 0x7f, 0x80, 0xfe, 0xff}) {
      Payload payload = whole;
      payload[at] = static_cast<std::uint8_t>(value);
      if (!Check(payload)) ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

INSTANTIATE_TEST_SUITE_P(Types, EventArrays,
                         testing::Values(Type::kEvent, Type::kHighresEvent));

TEST(EventArray, OfAnotherTypeIsNone) {
  for (const Type type : {Type::kString, Type::kAggregate, Type::kUnknown}) {
    const auto counts = CheckEvents(type, EventSpecimen(Type::kEvent));
    ASSERT_FALSE(counts);
    EXPECT_EQ(
        counts.error().message,
        "byte 0: a value of type " + TypeName(type) + " is no event array");
  }
}

TEST(EventArray, OfHighresMissedRecordsWithoutCountLostOne) {
  EventWriter writer(Type::kHighresEvent);
  writer.AddMissed(EventTime(1), 0);
  const Payload payload = writer.Finish();
  EXPECT_EQ(*CheckEvents(Type::kHighresEvent, payload), (EventCounts{0, 1}));
  EXPECT_EQ(ReadEvents(Type::kHighresEvent, payload)[0].missed, 1u);
}

TEST(EventArray, TimesThatNoTimestampHoldsAreTheFirstOrLast) {
  using Limits = std::numeric_limits<std::int64_t>;
  const auto join = [](std::int64_t s, std::int64_t ns) {
    return JoinEventTime(s, ns).ns;
  };
  EXPECT_EQ(join(Limits::max(), 0), Limits::max());
  EXPECT_EQ(join(Limits::max(), Limits::max()), Limits::max());
  EXPECT_EQ(join(Limits::min(), Limits::min()), Limits::min());
  EXPECT_EQ(join(9'223'372'036, 854'775'807), Limits::max());
  EXPECT_EQ(join(9'223'372'036, 854'775'808), Limits::max());
  EXPECT_EQ(join(-9'223'372'037, 145'224'192), Limits::min());
  EXPECT_EQ(join(-9'223'372'037, 145'224'193), Limits::min() + 1);
  EXPECT_EQ(join(5, -1), 4'999'999'999);
}

}  // namespace
}  // namespace pmapi
