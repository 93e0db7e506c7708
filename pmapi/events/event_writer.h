// EventWriter: an event array made of records and their parameters.
// Source: pmapi/events/FORMAT.md, "The array".
#ifndef TOCSIN_PMAPI_EVENTS_EVENT_WRITER_H_
#define TOCSIN_PMAPI_EVENTS_EVENT_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/time.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// Makes one payload after the other, each an array of its own.
class EventWriter {
 public:
  /// REQUIRES: kEvent or kHighresEvent.
  explicit EventWriter(Type type);

  /// Begins a record, which has the parameters that are added next. A kEvent
  /// one's time is cut to microseconds; where it is before 1970 or after 2106,
  /// it is the first or last that is not. REQUIRES: no kEventMissed.
  void BeginRecord(base::Timestamp time, std::uint32_t flags);
  /// A record that tells of `count` lost ones, or of as many as fit into 31
  /// bits. Nothing can be added to it.
  void AddMissed(base::Timestamp time, std::uint32_t count);

  /// REQUIRES: a record has begun; no event type; 16 MiB less 5 at most.
  void AddParameter(Pmid pmid, Type type, base::Bytes value);
  /// As EventNumber gives them. REQUIRES: as above; IsNumeric(type).
  void AddNumber(Pmid pmid, Type type, std::uint64_t bits);
  /// Without a NUL behind it, as agents do. REQUIRES: as above.
  void AddText(Pmid pmid, std::string_view text);

  /// Bytes so far. A value block has room for kMostEventBytes (format.h): to
  /// finish in time is the caller's.
  std::size_t size() const { return bytes_.size(); }
  /// The payload. The writer begins anew.
  std::vector<std::uint8_t> Finish();

 private:
  void AddHead(base::Timestamp time, std::uint32_t flags, std::uint32_t count);
  void AddTime(base::Timestamp time);
  void Add32(std::uint32_t word);
  void Add64(std::uint64_t word);
  void Set32(std::size_t at, std::uint32_t word);

  Type type_;
  std::vector<std::uint8_t> bytes_;
  std::uint32_t records_ = 0;
  std::uint32_t parameters_ = 0;
  std::size_t count_at_ = 0;  // of the record that has begun; 0: none has
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_EVENTS_EVENT_WRITER_H_
