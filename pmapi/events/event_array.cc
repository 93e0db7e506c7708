// CheckEvents: every length and count of an event array, before it is used.
#include "pmapi/events/event_array.h"

#include <string>

namespace pmapi {
namespace {

base::Error Corrupt(std::size_t offset, const std::string& what) {
  return base::Error{base::ErrorCode::kCorrupt,
                     "byte " + std::to_string(offset) + ": " + what};
}

bool IsNegative(std::uint32_t count) {
  return static_cast<std::int32_t>(count) < 0;
}

/// A walk through the payload, from one length to the next.
class Check {
 public:
  Check(Type type, base::Bytes payload) : type_(type), payload_(payload) {}

  base::Result<EventCounts> Run() {
    const std::uint32_t count = base::LoadBig32(payload_.data());
    if (IsNegative(count)) {
      return Corrupt(0, "the number of event records is negative");
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (auto good = Record(i); !good) return good.error();
    }
    return counts_;
  }

 private:
  base::Result<void> Record(std::uint32_t index) {
    const std::size_t head_size = EventHeadSize(type_);
    if (payload_.size() - at_ < head_size) {
      return Corrupt(at_, "event record " + std::to_string(index) +
                              " does not fit into the array");
    }
    at_ += head_size;
    const std::uint32_t flags = Word(at_ - 8);
    const std::uint32_t count = Word(at_ - 4);
    if (IsNegative(count)) {
      return Corrupt(at_ - 4, "the count of the event record is negative");
    }
    if ((flags & kEventMissed) == 0) return Parameters(count);
    if (flags != kEventMissed) {
      return Corrupt(at_ - 8, "the event record is missed and something else");
    }
    counts_.missed += LostEvents(type_, count);
    return {};
  }

  base::Result<void> Parameters(std::uint32_t count) {
    ++counts_.records;
    for (; count > 0; --count) {
      const std::size_t extent = ParameterExtent(payload_.subspan(at_));
      if (extent == 0) {
        return Corrupt(at_, "the parameter does not fit into the event array");
      }
      if (IsEvent(Type{static_cast<std::int32_t>(payload_[at_ + 4])})) {
        return Corrupt(at_ + 4, "a parameter is an event array itself");
      }
      at_ += extent;
    }
    return {};
  }

  std::uint32_t Word(std::size_t offset) const {
    return base::LoadBig32(payload_.data() + offset);
  }

  Type type_;
  base::Bytes payload_;
  std::size_t at_ = kEventCountSize;
  EventCounts counts_;
};

}  // namespace

base::Result<EventCounts> CheckEvents(Type type, base::Bytes payload) {
  if (!IsEvent(type)) {
    return Corrupt(0,
                   "a value of type " + TypeName(type) + " is no event array");
  }
  if (payload.size() < kEventCountSize) {
    return Corrupt(0, "the number of event records is not there");
  }
  return Check(type, payload).Run();
}

}  // namespace pmapi
