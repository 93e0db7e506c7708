// MetaReader: the records of a .meta file, framed, one after the other; and
// the decoders of those that matter to a reader of values. What follows from
// many of them is metadata.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_META_READER_H_
#define TOCSIN_PMAPI_ARCHIVE_META_READER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/format.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// One record: its type word and what stands between that and the trailer.
struct MetaRecord {
  MetaType type = MetaType::kDesc;
  base::Bytes body;
  /// Of the record's first byte in its file.
  std::uint64_t offset = 0;
};

/// A descriptor and the names it is known by.
struct DescRecord {
  MetricDesc desc;
  std::vector<std::string_view> names;
};

/// The members of an instance domain from `time` on; or, of a delta, how they
/// differ from what they were. Lifetime: views the file.
class InDomRecord {
 public:
  base::Timestamp time;
  InDom indom = kNullInDom;
  bool delta = false;
  std::int32_t count = 0;
  /// Shape: `count` identifiers, then `count` offsets into `names`.
  const std::uint8_t* table = nullptr;
  base::Bytes names;

  InstanceId id(std::int32_t i) const { return Word(i); }
  /// True of an instance that this delta takes away.
  bool deleted(std::int32_t i) const {
    return Word(count + i) == kDeletedInstance;
  }
  /// REQUIRES: !deleted(i).
  std::string_view name(std::int32_t i) const;

 private:
  std::int32_t Word(std::int32_t i) const {
    return static_cast<std::int32_t>(
        base::LoadBig32(table + 4 * static_cast<std::size_t>(i)));
  }
};

/// A text about a metric. Lifetime: views the file.
struct TextRecord {
  Pmid pmid = kNullPmid;
  bool is_line = false;  // else the long one
  std::string_view text;
};

/// Lifetime: views the file's bytes.
class MetaReader {
 public:
  /// Reads from `offset`, which is the label's size or a record's start.
  MetaReader(base::Bytes file, std::uint64_t offset)
      : file_(file), offset_(offset) {}

  /// Moves to the next record; false at the end, which is also where fewer
  /// bytes than a header are left. Errors: kCorrupt, kRecordType, each
  /// without the file's name.
  base::Result<bool> Next(MetaRecord* record);

  /// The last error was that the file ends within the record.
  bool torn() const { return torn_; }

  /// Of the first byte that has not been read as part of a record.
  std::uint64_t offset() const { return offset_; }

 private:
  base::Bytes file_;
  std::uint64_t offset_;
  bool torn_ = false;
};

/// Each decodes a record of its type. Errors: kCorrupt, with the byte but
/// without the file's name. Source: pmapi/archive/FORMAT.md, "Metadata".
/// `out`: filled, with the memory that it has.
base::Result<void> DecodeDesc(const MetaRecord& record, DescRecord* out);
base::Result<InDomRecord> DecodeInDom(const MetaRecord& record);

/// Nothing for a text about anything else, or too short to be one.
std::optional<TextRecord> DecodeText(const MetaRecord& record);

/// Follows the structure of a label record, for damage only.
base::Result<void> CheckLabelSets(const MetaRecord& record);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_META_READER_H_
