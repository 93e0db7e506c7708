// Records that are as long and have as many metrics may be alike.
#include "pmapi/archive/record_shapes.h"

#include <cstring>

namespace pmapi {
namespace {

template <typename Word>
Word LoadRaw(const std::uint8_t* p) {
  Word word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

}  // namespace

const std::vector<WantedSet>* RecordShapes::Find(const Record& record) {
  if (!worth_it()) return nullptr;
  for (const RecordShape& shape : shapes_) {
    if (!shape.Alike(record) || !Same(shape, record)) continue;
    ++hits_;
    return &shape.wanted;
  }
  ++misses_;
  return nullptr;
}

/// Each header is read where the one before says that it is as long as they
/// are the same, so the last byte that is read is within the record.
bool RecordShapes::Same(const RecordShape& shape, const Record& record) {
  const std::uint8_t* begin = record.bytes.data();
  std::uint64_t differ = 0;
  for (const SetHeader& header : shape.headers) {
    const std::uint8_t* p = begin + header.start;
    differ |= LoadRaw<std::uint64_t>(p) ^ header.metric_and_count;
    // Behind a set without values there is at least the closing length.
    differ |=
        (LoadRaw<std::uint32_t>(p + 8) ^ header.format) & header.format_mask;
  }
  return differ == 0;
}

/// That of a shape that looks the same and is not, else the oldest.
RecordShapes::RecordShape& RecordShapes::Place(const Record& record) {
  RecordShape* place = nullptr;
  for (RecordShape& shape : shapes_) {
    if (shape.Alike(record)) place = &shape;
  }
  if (place == nullptr) {
    place = &shapes_[next_];
    next_ = (next_ + 1) % kShapes;
  }
  *place = RecordShape{record.bytes.size(), record.metric_count, {}, {}};
  return *place;
}

RecordShapes::SetHeader RecordShapes::HeaderAt(const Record& record,
                                               std::size_t start,
                                               std::int32_t count) {
  const std::uint8_t* p = record.bytes.data() + start;
  SetHeader header;
  header.start = static_cast<std::uint32_t>(start);
  header.metric_and_count = LoadRaw<std::uint64_t>(p);
  header.format = LoadRaw<std::uint32_t>(p + 8);
  header.format_mask = count > 0 ? UINT32_MAX : 0;
  return header;
}

}  // namespace pmapi
