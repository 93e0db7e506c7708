// EventRecords, EventParameters: an event array in place, looked into without
// copying. What a parameter's bytes mean is event_value.h's.
// Source: pmapi/events/FORMAT.md, "The array", "What is refused".
#ifndef TOCSIN_PMAPI_EVENTS_EVENT_ARRAY_H_
#define TOCSIN_PMAPI_EVENTS_EVENT_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/format.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// What an array holds. A record that tells of lost ones is none of `records`;
/// `missed` is how many it tells of, all of them together.
struct EventCounts {
  std::int64_t records = 0;
  std::int64_t missed = 0;

  friend bool operator==(const EventCounts&, const EventCounts&) = default;
};

/// Looks at everything in `payload`, the bytes of a value block behind its
/// head; `type` is the block's own. After success the iterators below reach
/// all of it. Errors: kCorrupt, which says what is wrong and at which byte.
base::Result<EventCounts> CheckEvents(Type type, base::Bytes payload);

/// A parameter: a value of the metric `pmid`. Its type is its own, whatever
/// that metric's is; kUnknown stands for a number that is no type.
struct EventParameter {
  Pmid pmid = kNullPmid;
  Type type = Type::kUnknown;
  base::Bytes value;
};

/// A record, with its parameters one after the other as bytes.
struct EventRecord {
  base::Timestamp time;
  std::uint32_t flags = 0;
  /// If is_missed(): how many records were lost, and there are no parameters.
  std::uint32_t missed = 0;
  base::Bytes parameters;

  bool is_missed() const { return (flags & kEventMissed) != 0; }
};

/// Bytes of the first parameter in `bytes` with its padding; 0 if it is not
/// wholly there or less than its head.
inline std::size_t ParameterExtent(base::Bytes bytes) {
  if (bytes.size() < kParameterHeadSize) return 0;
  const std::size_t length =
      base::LoadBig32(bytes.data() + 4) & kMostEventLength;
  const std::size_t extent = 4 + PaddedEventSize(length);
  const bool whole = length >= kParameterLengthSize && extent <= bytes.size();
  return whole ? extent : 0;
}

/// The type of the parameter whose head stands at `p`.
inline Type ParameterTypeAt(const std::uint8_t* p) {
  const std::uint32_t number = base::LoadBig32(p + 4) >> 24;
  const bool known = number <= static_cast<std::uint32_t>(Type::kHighresEvent);
  return known ? Type{static_cast<std::int32_t>(number)} : Type::kUnknown;
}

/// The parameter whose head stands at `p`. REQUIRES: it is wholly there.
inline EventParameter ParameterAt(const std::uint8_t* p) {
  const std::size_t length = base::LoadBig32(p + 4) & kMostEventLength;
  return {Pmid{base::LoadBig32(p)},
          ParameterTypeAt(p),
          {p + kParameterHeadSize, length - kParameterLengthSize}};
}

/// The parameters of a record, in order. Lifetime: views the array's bytes.
class EventParameters {
 public:
  explicit EventParameters(const EventRecord& record)
      : bytes_(record.parameters) {}

  /// Moves to the next parameter; false after the last.
  bool Next(EventParameter* parameter) {
    const std::size_t extent = ParameterExtent(bytes_);
    if (extent == 0) return false;
    *parameter = ParameterAt(bytes_.data());
    bytes_ = bytes_.subspan(extent);
    return true;
  }

 private:
  base::Bytes bytes_;
};

/// The records of an array, in order. Never reads outside the payload: what
/// CheckEvents refuses ends the records early. Lifetime: views the payload.
class EventRecords {
 public:
  /// REQUIRES: kEvent or kHighresEvent.
  EventRecords(Type type, base::Bytes payload) : type_(type), bytes_(payload) {
    whole_ = payload.size() >= kEventCountSize;
    if (!whole_) return;
    left_ = base::LoadBig32(payload.data());
    bytes_ = payload.subspan(kEventCountSize);
    if (IsNegative(left_)) Refuse();
  }

  /// Moves to the next record; false after the last. Of its parameters the
  /// lengths alone are read.
  bool Next(EventRecord* record) { return Next(record, nullptr); }

  /// The same, and calls `visit` with each EventParameter on the way. Those of
  /// a record that turns out to be none have been visited in part.
  template <typename Visit>
  bool Next(EventRecord* record, Visit visit) {
    const std::size_t head_size = EventHeadSize(type_);
    if (left_ == 0) return false;
    if (bytes_.size() < head_size) return Refuse();
    --left_;
    const std::uint8_t* counts = bytes_.data() + head_size - 8;
    record->time = Time(bytes_.data());
    record->flags = base::LoadBig32(counts);
    const std::uint32_t count = base::LoadBig32(counts + 4);
    bytes_ = bytes_.subspan(head_size);
    record->missed = 0;
    record->parameters = {};
    if (IsNegative(count)) return Refuse();
    if (!record->is_missed()) return Take(count, record, visit);
    record->missed = LostEvents(type_, count);
    return record->flags == kEventMissed || Refuse();
  }

  /// After the last: whether CheckEvents finds nothing wrong either, if the
  /// parameters were visited.
  bool whole() const { return whole_; }

 private:
  static bool IsNegative(std::uint32_t count) { return count >> 31 != 0; }

  bool Refuse() {
    left_ = 0;
    return whole_ = false;
  }

  base::Timestamp Time(const std::uint8_t* p) const {
    if (type_ == Type::kHighresEvent) {
      return JoinEventTime(static_cast<std::int64_t>(base::LoadBig64(p)),
                           static_cast<std::int64_t>(base::LoadBig64(p + 8)));
    }
    return JoinEventTime(base::LoadBig32(p),
                         base::LoadBig32(p + 4) * base::kNanosPerMicro);
  }

  /// Steps over `count` parameters, of which these are the bytes.
  template <typename Visit>
  bool Take(std::uint32_t count, EventRecord* record, Visit& visit) {
    const base::Bytes from = bytes_;
    for (; count > 0; --count) {
      const std::size_t extent = ParameterExtent(bytes_);
      if (extent == 0) return Refuse();
      if constexpr (!std::is_null_pointer_v<Visit>) {
        if (IsEvent(ParameterTypeAt(bytes_.data()))) return Refuse();
        visit(ParameterAt(bytes_.data()));
      }
      bytes_ = bytes_.subspan(extent);
    }
    record->parameters = from.first(from.size() - bytes_.size());
    return true;
  }

  Type type_;
  bool whole_ = true;
  std::uint32_t left_ = 0;
  base::Bytes bytes_;  // not yet stepped over
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_EVENT_ARRAY_H_
