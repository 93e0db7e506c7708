// Records that are as long and have as many metrics may be alike.
#include "pmapi/archive/record_shapes.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/byte_reader.h"

namespace pmapi {
namespace {

/// As __builtin_prefetch() calls the second-level cache, and how much it
/// fetches. Units: bytes.
constexpr int kSecondLevel = 2;
constexpr std::size_t kLine = 64;
/// Of more the first would have left the cache when they are needed.
constexpr std::size_t kMostLines = 2048;

template <typename Word>
Word LoadRaw(const std::uint8_t* p) {
  Word word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// The bytes of the record that `rest` begins with, if they are all there.
std::optional<base::Bytes> NextIn(base::Bytes rest) {
  if (rest.size() < kLengthSize) return std::nullopt;
  const std::size_t size = base::LoadBig32(rest.data());
  if (size > rest.size()) return std::nullopt;
  return rest.first(size);
}

/// Asks memory for the lines of `record` at `starts`. To GCC this alone has no
/// effect, and it leaves out calls of functions that have none.
void Fetch(base::Bytes record, const std::vector<std::uint32_t>& starts) {
  __asm__ volatile("");
  for (const std::uint32_t start : starts) {
    __builtin_prefetch(record.data() + start, 0, kSecondLevel);
  }
}

/// The starts of the lines from `from` to `end`.
void Note(std::size_t from, std::size_t end,
          std::vector<std::uint32_t>* lines) {
  for (std::size_t at = from / kLine * kLine; at < end; at += kLine) {
    lines->push_back(static_cast<std::uint32_t>(at));
  }
}

/// Each once; none if they are too many.
void Settle(std::vector<std::uint32_t>* lines) {
  std::sort(lines->begin(), lines->end());
  lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
  if (lines->size() > kMostLines) lines->clear();
}

}  // namespace

base::Bytes LikelyBlocks(const Record& record, const ValueSet& set) {
  constexpr std::size_t kBlockSize = 12;
  const std::size_t size = record.bytes.size();
  const std::size_t from =
      std::min<std::size_t>(BlockOffset(set.word(0)), size);
  return record.bytes.subspan(
      from,
      std::min(kBlockSize * static_cast<std::size_t>(set.count), size - from));
}

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

/// Only lengths are read, of which the second was fetched with the end of its
/// record before; all else is asked for and not waited for.
void RecordShapes::FetchAhead(base::Bytes rest, bool blocks) const {
  const auto next = NextIn(rest);
  const auto after = next ? NextIn(rest.subspan(next->size())) : next;
  if (!after) return;
  for (const RecordShape& shape : shapes_) {
    if (shape.size != after->size()) continue;
    Fetch(*after, shape.lines);
    if (blocks) Fetch(*after, shape.block_lines);
    return;
  }
}

/// Lines of set headers, of wanted sets and their blocks, which most likely
/// lie in a row, and of the end, behind which the next record begins.
void RecordShapes::RecordShape::NoteLines(const Record& record) {
  // A header spans two at most, and a wanted set a few.
  lines.reserve(2 * headers.size() + 8 * wanted.size() + 1);
  for (const SetHeader& header : headers) {
    Note(header.start, header.start + kSetHeaderSize, &lines);
  }
  for (WantedSet one : wanted) {
    Note(one.start, one.end, &lines);
    if (one.set.format == ValueFormat::kInSitu) continue;
    one.set.values = record.bytes.data() + one.start + kSetHeaderSize;
    const base::Bytes blocks = LikelyBlocks(record, one.set);
    const auto from =
        static_cast<std::size_t>(blocks.data() - record.bytes.data());
    Note(from, from + blocks.size(), &block_lines);
  }
  Note(size - kLengthSize, size, &lines);
  Settle(&lines);
  Settle(&block_lines);
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
  *place =
      RecordShape{record.bytes.size(), record.metric_count, {}, {}, {}, {}};
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
