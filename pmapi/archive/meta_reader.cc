// One function for each type of metadata record.
#include "pmapi/archive/meta_reader.h"

#include <algorithm>

namespace pmapi {
namespace {

constexpr std::size_t kHeaderSize = kLengthSize + 4;
constexpr std::int32_t kLongestJson = 65535;
constexpr std::int32_t kMostLabels = 255;
constexpr std::size_t kLabelEntrySize = 8;

base::Error Corrupt(std::uint64_t offset, const std::string& what) {
  return base::Error{
      base::ErrorCode::kCorrupt,
      "metadata record at byte " + std::to_string(offset) + ": " + what};
}

bool IsMetaType(std::int32_t type) {
  return type >= static_cast<std::int32_t>(MetaType::kDesc) &&
         type <= static_cast<std::int32_t>(MetaType::kLabel);
}

ArchiveVersion StampVersion(MetaType type) {
  const bool v2 = type == MetaType::kInDomV2 || type == MetaType::kLabelV2;
  return v2 ? ArchiveVersion::k2 : ArchiveVersion::k3;
}

/// The offset of a name must lie within the record, or say in a delta that
/// there is none.
bool NameOffsetFits(const InDomRecord& record, std::int32_t offset) {
  if (offset == kDeletedInstance) return record.delta;
  return offset >= 0 && static_cast<std::size_t>(offset) < record.names.size();
}

base::Result<void> CheckInstances(const InDomRecord& in, std::uint64_t offset) {
  for (std::int32_t i = 0; i < in.count; ++i) {
    if (in.id(i) < 0) {
      return Corrupt(offset, "instance " + std::to_string(in.id(i)) + " of " +
                                 InDomText(in.indom) + " is negative");
    }
    const auto name = static_cast<std::int32_t>(base::LoadBig32(
        in.table + 4 * (static_cast<std::size_t>(in.count) + i)));
    if (!NameOffsetFits(in, name)) {
      return Corrupt(offset, "the name of instance " +
                                 std::to_string(in.id(i)) + " of " +
                                 InDomText(in.indom) + " is outside it");
    }
  }
  return {};
}

/// One set of labels; false if it is not wholly within the record.
bool SkipLabelSet(base::ByteReader* in) {
  in->Skip(4);
  const std::int32_t json = in->I32();
  if (json < 0 || json > kLongestJson) return false;
  in->Skip(static_cast<std::uint64_t>(json));
  const std::int32_t labels = in->I32();
  if (labels > kMostLabels) return false;
  in->Skip(kLabelEntrySize * static_cast<std::uint64_t>(std::max(labels, 0)));
  return in->ok();
}

}  // namespace

std::string_view InDomRecord::name(std::int32_t i) const {
  const auto start = static_cast<std::size_t>(Word(count + i));
  const std::string_view rest(
      reinterpret_cast<const char*>(names.data()) + start,
      names.size() - start);
  return rest.substr(0, rest.find('\0'));
}

base::Result<bool> MetaReader::Next(MetaRecord* record) {
  const std::uint64_t left = file_.size() - offset_;
  if (left < kHeaderSize) return false;
  const std::uint8_t* p = file_.data() + offset_;
  const auto length = static_cast<std::int32_t>(base::LoadBig32(p));
  const auto type = static_cast<std::int32_t>(base::LoadBig32(p + 4));
  if (length < static_cast<std::int32_t>(kHeaderSize + kLengthSize)) {
    return Corrupt(offset_, "its length is " + std::to_string(length));
  }
  const auto size = static_cast<std::size_t>(length);
  if (size > left) {
    torn_ = true;
    return Corrupt(offset_, "the file ends within it");
  }
  if (base::LoadBig32(p + size - kLengthSize) != base::LoadBig32(p)) {
    return Corrupt(offset_, "the closing length differs from the first");
  }
  if (!IsMetaType(type)) {
    return base::Error{base::ErrorCode::kRecordType,
                       "metadata record at byte " + std::to_string(offset_) +
                           ": its type is " + std::to_string(type)};
  }
  record->type = static_cast<MetaType>(type);
  record->body = base::Bytes(p + kHeaderSize, size - kHeaderSize - kLengthSize);
  record->offset = offset_;
  offset_ += size;
  return true;
}

base::Result<void> DecodeDesc(const MetaRecord& record, DescRecord* out) {
  base::ByteReader in(record.body);
  out->desc.pmid = Pmid{in.U32()};
  out->desc.type = static_cast<Type>(in.I32());
  out->desc.indom = InDom{in.U32()};
  out->desc.semantics = static_cast<Semantics>(in.I32());
  out->desc.units = Units::FromWord(in.U32());
  out->names.clear();
  const std::int32_t names = in.I32();
  for (std::int32_t i = 0; i < names && in.ok(); ++i) {
    const std::int32_t length = in.I32();
    // Old writers pad names with NULs.
    const std::string_view name =
        in.TakeText(static_cast<std::uint32_t>(length));
    out->names.push_back(name.substr(0, name.find('\0')));
  }
  if (!in.ok() || in.remaining() > 0) {
    return Corrupt(record.offset, "the names of metric " +
                                      PmidText(out->desc.pmid) +
                                      " do not fit the record");
  }
  return {};
}

base::Result<InDomRecord> DecodeInDom(const MetaRecord& record) {
  const ArchiveVersion version = StampVersion(record.type);
  base::ByteReader in(record.body);
  const base::Bytes stamp = in.TakeBytes(StampSize(version));
  InDomRecord out;
  out.indom = InDom{in.U32()};
  out.count = in.I32();
  out.delta = record.type == MetaType::kInDomDelta;
  if (!in.ok()) return Corrupt(record.offset, "too short for instances");
  const auto time = LoadStamp(stamp.data(), version);
  if (!time) return Corrupt(record.offset, "its time is out of range");
  out.time = *time;
  if (out.count < 0) {
    return Corrupt(record.offset,
                   "it has " + std::to_string(out.count) + " instances");
  }
  const base::Bytes table =
      in.TakeBytes(8 * static_cast<std::uint64_t>(out.count));
  if (!in.ok()) {
    return Corrupt(record.offset, std::to_string(out.count) +
                                      " instances do not fit the record");
  }
  out.table = table.data();
  out.names = in.TakeBytes(in.remaining());
  if (auto fit = CheckInstances(out, record.offset); !fit) return fit.error();
  return out;
}

std::optional<TextRecord> DecodeText(const MetaRecord& record) {
  base::ByteReader in(record.body);
  const std::uint32_t type = in.U32();
  const Pmid pmid{in.U32()};
  const bool is_line = (type & kTextIsLine) != 0;
  const bool is_text = is_line || (type & kTextIsWhole) != 0;
  if (!in.ok() || !is_text || (type & kTextOfMetric) == 0) return std::nullopt;
  const std::string_view text = in.TakeText(in.remaining());
  return TextRecord{pmid, is_line, text.substr(0, text.find('\0'))};
}

base::Result<void> CheckLabelSets(const MetaRecord& record) {
  base::ByteReader in(record.body);
  in.Skip(StampSize(StampVersion(record.type)) + 8);
  const std::int32_t sets = in.I32();
  bool fits = in.ok() && sets >= 0;
  for (std::int32_t i = 0; i < sets && fits; ++i) fits = SkipLabelSet(&in);
  if (fits) return {};
  return Corrupt(record.offset, "its label sets do not fit the record");
}

}  // namespace pmapi
