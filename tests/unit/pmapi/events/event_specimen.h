// An event array with a value of every type, and what is read of one, so that
// two can be compared.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_EVENTS_EVENT_SPECIMEN_H_
#define TOCSIN_TESTS_UNIT_PMAPI_EVENTS_EVENT_SPECIMEN_H_

#include <bit>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "pmapi/events/event_array.h"
#include "pmapi/events/event_writer.h"

namespace pmapi {

/// A parameter that outlives its array.
using ReadParameter = std::tuple<Pmid, Type, std::string>;

/// A record that outlives its array.
struct ReadRecord {
  base::Timestamp time;
  std::uint32_t flags = 0;
  std::uint32_t missed = 0;
  std::vector<ReadParameter> parameters;

  friend bool operator==(const ReadRecord&, const ReadRecord&) = default;
};

/// All that the iterators reach.
inline std::vector<ReadRecord> ReadEvents(Type type, base::Bytes payload) {
  std::vector<ReadRecord> read;
  EventRecords records(type, payload);
  std::vector<ReadParameter> parameters;
  const auto visit = [&parameters](const EventParameter& one) {
    parameters.emplace_back(one.pmid, one.type,
                            std::string(one.value.begin(), one.value.end()));
  };
  for (EventRecord record; records.Next(&record, visit); parameters.clear()) {
    read.push_back({record.time, record.flags, record.missed, parameters});
  }
  return read;
}

/// Units: microseconds after an arbitrary second.
inline base::Timestamp EventTime(std::int64_t micros) {
  return {1'415'836'841 * base::kNanosPerSecond +
          micros * base::kNanosPerMicro};
}

/// Three records with a value of every type and strings of 0 to 5 bytes, and
/// one that tells of 7 lost ones.
inline std::vector<std::uint8_t> EventSpecimen(Type type) {
  EventWriter writer(type);
  writer.BeginRecord(EventTime(1), kEventStart | kEventId);
  writer.AddNumber(Pmid{1}, Type::k32, static_cast<std::uint64_t>(-14));
  writer.AddNumber(Pmid{2}, Type::kU32, 4'000'000'000u);
  writer.AddNumber(Pmid{3}, Type::k64, static_cast<std::uint64_t>(-15));
  writer.AddNumber(Pmid{4}, Type::kU64, 1ull << 63 | 5);
  writer.AddNumber(Pmid{5}, Type::kFloat, std::bit_cast<std::uint32_t>(-17.f));
  writer.AddNumber(Pmid{6}, Type::kDouble, std::bit_cast<std::uint64_t>(0.5));
  writer.BeginRecord(EventTime(2), kEventPoint);
  for (const char* text : {"", "a", "ab", "abc", "abcd", "abcde"}) {
    writer.AddText(Pmid{7}, text);
  }
  const std::uint8_t bytes[] = {1, 3, 7, 0, 0x1f};
  writer.AddParameter(Pmid{8}, Type::kAggregate, bytes);
  writer.AddMissed(EventTime(3), 7);
  writer.BeginRecord(EventTime(4), 0);
  return writer.Finish();
}

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_EVENTS_EVENT_SPECIMEN_H_
