// Fuzz target: an event array, checked, looked into and packed again. The first
// byte's lowest bit says which of the two types. What is accepted is, packed
// again, accepted and the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "pmapi/events/event_array.h"
#include "pmapi/events/event_value.h"
#include "pmapi/events/event_writer.h"

namespace {

using pmapi::EventParameter;
using pmapi::EventParameters;
using pmapi::EventRecord;
using pmapi::EventRecords;
using pmapi::EventWriter;
using pmapi::Type;

void PackParameters(const EventRecord& record, EventWriter* writer) {
  EventParameters parameters(record);
  for (EventParameter one; parameters.Next(&one);) {
    const auto number = pmapi::EventNumber(one);
    const auto text = pmapi::EventText(one);
    CHECK(!text || text->size() <= one.value.size());
    if (number) {
      writer->AddNumber(one.pmid, one.type, *number);
    } else if (text && text->size() == one.value.size()) {
      writer->AddText(one.pmid, *text);
    } else {
      writer->AddParameter(one.pmid, one.type, one.value);
    }
  }
}

std::vector<std::uint8_t> Packed(Type type, base::Bytes payload) {
  EventWriter writer(type);
  EventRecords records(type, payload);
  for (EventRecord record; records.Next(&record);) {
    if (record.is_missed()) {
      writer.AddMissed(record.time, record.missed);
    } else {
      writer.BeginRecord(record.time, record.flags);
      PackParameters(record, &writer);
    }
  }
  return writer.Finish();
}

bool SameParameters(const EventRecord& a, const EventRecord& b) {
  EventParameters all(a), others(b);
  EventParameter one, other;
  while (all.Next(&one)) {
    if (!others.Next(&other) || one.pmid != other.pmid ||
        one.type != other.type || !std::ranges::equal(one.value, other.value)) {
      return false;
    }
  }
  return !others.Next(&other);
}

/// The last time that kEvent can hold; a fraction may carry a read one beyond.
base::Timestamp Cut(Type type, base::Timestamp time) {
  const auto last = pmapi::JoinEventTime(0xffffffff, 999'999'000);
  return type == Type::kEvent ? std::min(time, last) : time;
}

void CheckSame(Type type, base::Bytes payload, base::Bytes packed) {
  EventRecords records(type, payload), others(type, packed);
  EventRecord one, other;
  while (records.Next(&one)) {
    CHECK(others.Next(&other));
    CHECK(Cut(type, one.time) == other.time);
    CHECK(one.flags == other.flags && one.missed == other.missed);
    CHECK(SameParameters(one, other));
  }
  CHECK(!others.Next(&other));
}

/// Of what is refused nothing is expected but that it is survived.
void LookAtAll(Type type, base::Bytes payload) {
  EventRecords records(type, payload);
  for (EventRecord record; records.Next(&record);) {
    SameParameters(record, record);
  }
}

/// Whether an array is whole is known after one pass, too.
bool IsWhole(Type type, base::Bytes payload) {
  EventRecords records(type, payload);
  const auto visit = [](const pmapi::EventParameter&) {};
  for (EventRecord record; records.Next(&record, visit);) continue;
  return records.whole();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const Type type = (data[0] & 1) != 0 ? Type::kHighresEvent : Type::kEvent;
  const base::Bytes payload(data + 1, size - 1);
  const auto counts = pmapi::CheckEvents(type, payload);
  CHECK(counts.has_value() == IsWhole(type, payload));
  if (!counts) {
    LookAtAll(type, payload);
    return 0;
  }
  const std::vector<std::uint8_t> packed = Packed(type, payload);
  const auto again = pmapi::CheckEvents(type, packed);
  CHECK(again && *again == *counts);
  CheckSame(type, payload, packed);
  return 0;
}
