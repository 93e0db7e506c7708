// RecordSink: event records of one tick, made into arrays that fit, and no more
// of them than a tick may have.
#ifndef TOCSIN_PMAPI_RECORDS_RECORD_SINK_H_
#define TOCSIN_PMAPI_RECORDS_RECORD_SINK_H_

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/byte_reader.h"
#include "base/time.h"
#include "pmapi/events/event_writer.h"

namespace pmapi::records {

/// What most feeds may give at a tick. Units: bytes of arrays.
inline constexpr std::size_t kMostOfTick = std::size_t{8} << 20;

/// Arrays are HIGHRES_EVENT.
class RecordSink {
 public:
  using Take = std::function<void(base::Bytes array)>;

  /// Of the tick at `now`. Arrays go to `take` as they are full, the last one
  /// when the sink goes; with `most` bytes of them, or a little more, there is
  /// no room left.
  RecordSink(base::Timestamp now, Take take, std::size_t most = kMostOfTick)
      : now_(now), take_(std::move(take)), most_(most) {}
  ~RecordSink();
  RecordSink(const RecordSink&) = delete;
  RecordSink& operator=(const RecordSink&) = delete;

  base::Timestamp now() const { return now_; }
  /// Whether there may be another record.
  bool has_room() const { return given_ + writer_.size() < most_; }

  /// Whether there has been a record, or one that is lost.
  bool has_given() const { return given_ > 0 || !empty_ || missed_ > 0; }

  /// Begins a record, a moment's. Its parameters are added to what is returned.
  /// Lifetime: of that, until the next call.
  EventWriter& BeginRecord(base::Timestamp time);
  /// `count` more records are lost. All of a tick are told by one record.
  void AddMissed(std::uint64_t count) { missed_ += count; }

 private:
  void Flush();

  base::Timestamp now_;
  Take take_;
  std::size_t most_;
  EventWriter writer_{Type::kHighresEvent};
  bool empty_ = true;
  std::size_t given_ = 0;  // bytes that `take_` has had
  std::uint64_t missed_ = 0;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_RECORD_SINK_H_
