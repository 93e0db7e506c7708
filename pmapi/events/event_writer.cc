// Event arrays as bytes; each count is set once it is known.
#include "pmapi/events/event_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/format.h"
#include "pmapi/metric/number_type.h"

namespace pmapi {
namespace {

/// The last of 32 bits of seconds.
constexpr base::Timestamp kLastSecond = JoinEventTime(0xffffffff, 999'999'999);

constexpr std::uint32_t kMostMissed = std::numeric_limits<std::int32_t>::max();

}  // namespace

EventWriter::EventWriter(Type type) : type_(type), bytes_(kEventCountSize) {
  CHECK(IsEvent(type));
}

void EventWriter::BeginRecord(base::Timestamp time, std::uint32_t flags) {
  CHECK((flags & kEventMissed) == 0);
  AddHead(time, flags, 0);
  parameters_ = 0;
  count_at_ = bytes_.size() - 4;
}

void EventWriter::AddMissed(base::Timestamp time, std::uint32_t count) {
  AddHead(time, kEventMissed, std::min(count, kMostMissed));
  count_at_ = 0;
}

void EventWriter::AddParameter(Pmid pmid, Type type, base::Bytes value) {
  CHECK(count_at_ != 0);
  CHECK(!IsEvent(type));
  CHECK(value.size() <= kMostEventLength - kParameterLengthSize);
  const auto length =
      static_cast<std::uint32_t>(value.size() + kParameterLengthSize);
  Add32(static_cast<std::uint32_t>(pmid));
  Add32(static_cast<std::uint32_t>(type) << 24 | length);
  bytes_.insert(bytes_.end(), value.begin(), value.end());
  bytes_.resize(PaddedEventSize(bytes_.size()), kEventPadding);
  Set32(count_at_, ++parameters_);
}

void EventWriter::AddNumber(Pmid pmid, Type type, std::uint64_t bits) {
  const std::size_t size =
      WithNumberType(type, [](auto zero) { return sizeof zero; });
  std::uint8_t value[8];
  for (std::size_t i = 0; i < size; ++i) {
    value[i] = static_cast<std::uint8_t>(bits >> 8 * (size - 1 - i));
  }
  AddParameter(pmid, type, {value, size});
}

void EventWriter::AddText(Pmid pmid, std::string_view text) {
  AddParameter(
      pmid, Type::kString,
      {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::vector<std::uint8_t> EventWriter::Finish() {
  Set32(0, records_);
  std::vector<std::uint8_t> payload = std::move(bytes_);
  *this = EventWriter(type_);
  return payload;
}

void EventWriter::AddHead(base::Timestamp time, std::uint32_t flags,
                          std::uint32_t count) {
  ++records_;
  AddTime(time);
  Add32(flags);
  Add32(count);
}

void EventWriter::AddTime(base::Timestamp time) {
  if (type_ == Type::kHighresEvent) {
    Add64(static_cast<std::uint64_t>(time.Seconds()));
    Add64(static_cast<std::uint64_t>(time.Nanoseconds()));
    return;
  }
  time = std::clamp(time, base::Timestamp{}, kLastSecond);
  Add32(static_cast<std::uint32_t>(time.Seconds()));
  Add32(static_cast<std::uint32_t>(time.Nanoseconds() / base::kNanosPerMicro));
}

void EventWriter::Add32(std::uint32_t word) {
  bytes_.resize(bytes_.size() + 4);
  Set32(bytes_.size() - 4, word);
}

void EventWriter::Add64(std::uint64_t word) {
  Add32(static_cast<std::uint32_t>(word >> 32));
  Add32(static_cast<std::uint32_t>(word));
}

void EventWriter::Set32(std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i) {
    bytes_[at + i] = static_cast<std::uint8_t>(word >> 8 * (3 - i));
  }
}

}  // namespace pmapi
