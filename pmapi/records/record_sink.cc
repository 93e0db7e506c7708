// An array is handed over once it is long enough to be worth it, and long
// before it is as long as one may be.
#include "pmapi/records/record_sink.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "pmapi/events/event_flags.h"

namespace pmapi::records {
namespace {

constexpr std::size_t kFullArray = std::size_t{1} << 20;

}  // namespace

RecordSink::~RecordSink() {
  if (missed_ > 0) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    writer_.AddMissed(now_,
                      static_cast<std::uint32_t>(std::min(missed_, kMost)));
    empty_ = false;
  }
  Flush();
}

EventWriter& RecordSink::BeginRecord(base::Timestamp time) {
  if (writer_.size() >= kFullArray) Flush();
  empty_ = false;
  writer_.BeginRecord(time, kEventPoint);
  return writer_;
}

void RecordSink::Flush() {
  if (std::exchange(empty_, true)) return;
  const auto array = writer_.Finish();
  given_ += array.size();
  take_(array);
}

}  // namespace pmapi::records
