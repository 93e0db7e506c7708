// Record, ValueSets, ValueBlock: one data record in place, looked into without
// copying. Which record comes next is record_walker.h's; what a value means at
// some time is replay's.
#ifndef TOCSIN_PMAPI_ARCHIVE_RECORD_H_
#define TOCSIN_PMAPI_ARCHIVE_RECORD_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/format.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// Where a record is: the member of the context, the volume by its position
/// among the member's volumes, the byte. Ordered as records are walked.
struct RecordPlace {
  std::int32_t member = 0;
  std::int32_t volume = 0;
  std::uint64_t offset = 0;

  friend auto operator<=>(const RecordPlace&, const RecordPlace&) = default;
};

/// A data record whose length, trailer, stamp and metric count are right.
/// What is inside has not been looked at.
struct Record {
  base::Timestamp time;
  /// From the first length word to the last. Empty for a mark that stands
  /// between the members of a context and in no file.
  base::Bytes bytes;
  std::int32_t header_size = 0;
  std::int32_t metric_count = 0;
  RecordPlace place;

  /// Logging was not continuous here: values before and after must not be
  /// combined.
  bool mark() const { return metric_count == 0; }
};

/// The values of one metric in a record.
struct ValueSet {
  Pmid pmid = kNullPmid;
  /// Below 0 it is an error code; then, and at 0, there are no values.
  std::int32_t count = 0;
  ValueFormat format = ValueFormat::kInSitu;
  /// Shape: [count], of instance and word.
  const std::uint8_t* values = nullptr;

  InstanceId instance(std::int32_t i) const {
    return static_cast<InstanceId>(base::LoadBig32(values + 8 * Index(i)));
  }
  /// The value itself, or where its block is.
  std::uint32_t word(std::int32_t i) const {
    return base::LoadBig32(values + 8 * Index(i) + 4);
  }

 private:
  static std::size_t Index(std::int32_t i) {
    return static_cast<std::size_t>(i);
  }
};

/// Of a set with values: metric, count, format. Units: bytes.
inline constexpr std::size_t kSetHeaderSize = 12;

/// The value sets of a record, one after the other. Each set's extent is
/// checked once, so that its instances and words need no check; blocks do
/// (LoadBlock). Lifetime: views the record's bytes.
class ValueSets {
 public:
  explicit ValueSets(const Record& record)
      : begin_(record.bytes.data()), left_(record.metric_count) {
    if (left_ == 0) return;
    p_ = begin_ + record.header_size;
    end_ = begin_ + record.bytes.size() - kLengthSize;
  }

  /// Moves to the next set; false after the last and at damage.
  bool Next(ValueSet* set) {
    if (left_ == 0) return false;
    if (Left() < 8) return Damaged();
    set->pmid = Pmid{base::LoadBig32(p_)};
    set->count = static_cast<std::int32_t>(base::LoadBig32(p_ + 4));
    if (set->count <= 0) {
      p_ += 8;
      --left_;
      return true;
    }
    const std::size_t size =
        kSetHeaderSize + 8 * static_cast<std::size_t>(set->count);
    if (Left() < size) return Damaged();
    const std::uint32_t format = base::LoadBig32(p_ + 8);
    if (format > 2) return Damaged();
    set->format = static_cast<ValueFormat>(format);
    set->values = p_ + kSetHeaderSize;
    p_ += size;
    --left_;
    return true;
  }

  /// Next() has found a set that cannot be.
  bool damaged() const { return damaged_; }
  /// Where the next set begins, or the damaged one, from the record's start.
  std::size_t offset() const { return static_cast<std::size_t>(p_ - begin_); }

 private:
  std::size_t Left() const { return static_cast<std::size_t>(end_ - p_); }
  bool Damaged() {
    damaged_ = true;
    return false;
  }

  const std::uint8_t* begin_;
  const std::uint8_t* p_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  std::int32_t left_;
  bool damaged_ = false;
};

/// A value that is not in situ. `type` is the block's own, by which its bytes
/// are ordered; kUnknown stands for a number that is no type.
struct ValueBlock {
  std::uint8_t type = 0;
  base::Bytes payload;
};

/// The block that `word` of a value set refers to; false if it is not wholly
/// within the record.
inline bool LoadBlock(const Record& record, std::uint32_t word,
                      ValueBlock* block) {
  const std::uint64_t offset = BlockOffset(word);
  const std::size_t limit = record.bytes.size() - kLengthSize;
  if (word < 2 || offset + 4 > limit) return false;
  const std::uint8_t* p = record.bytes.data() + offset;
  const std::uint32_t head = base::LoadBig32(p);
  const std::size_t size = head & 0xffffffu;
  if (size < 4 || offset + size > limit) return false;
  block->type = static_cast<std::uint8_t>(head >> 24);
  block->payload = base::Bytes(p + 4, size - 4);
  return true;
}

/// Looks at everything in `record`: sets, formats and blocks.
/// Errors: kCorrupt, which says what is wrong and at which byte of `path`.
base::Result<void> CheckRecord(const Record& record, const std::string& path);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_RECORD_H_
