// Records of both versions, byte by byte, as the format has them.
#include "tests/support/archive_writer.h"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"

namespace tests {
namespace {

using pmapi::ArchiveVersion;
using pmapi::MetaType;
using pmapi::Type;

/// Appends big-endian words to bytes.
class Output {
 public:
  explicit Output(FileBytes* bytes) : bytes_(bytes) {}

  void U16(std::uint32_t v) { Big(v, 2); }
  void U32(std::uint32_t v) { Big(v, 4); }
  void I32(std::int32_t v) { U32(static_cast<std::uint32_t>(v)); }
  void U64(std::uint64_t v) { Big(v, 8); }
  void U8(std::uint8_t v) { bytes_->push_back(v); }
  void Text(const std::string& text) {
    bytes_->insert(bytes_->end(), text.begin(), text.end());
  }
  /// `text` padded with NUL bytes to `size`.
  void Field(std::string text, std::size_t size) {
    CHECK(text.size() < size);
    text.resize(size);
    Text(text);
  }
  void Stamp(base::Timestamp t, ArchiveVersion version) {
    const auto seconds = static_cast<std::uint64_t>(t.Seconds());
    U32(static_cast<std::uint32_t>(seconds));
    if (version == ArchiveVersion::k3) {
      U32(static_cast<std::uint32_t>(seconds >> 32));
      U32(static_cast<std::uint32_t>(t.Nanoseconds()));
    } else {
      U32(static_cast<std::uint32_t>(t.Nanoseconds() / base::kNanosPerMicro));
    }
  }

 private:
  void Big(std::uint64_t v, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
      bytes_->push_back(static_cast<std::uint8_t>(v >> shift));
    }
  }

  FileBytes* bytes_;
};

void AppendFramed(const FileBytes& body, FileBytes* file) {
  const auto size = static_cast<std::uint32_t>(body.size() + 8);
  Output out(file);
  out.U32(size);
  file->insert(file->end(), body.begin(), body.end());
  out.U32(size);
}

FileBytes LabelFile(const ArchiveOptions& options, std::int32_t volume) {
  const bool v3 = options.version == ArchiveVersion::k3;
  FileBytes body;
  Output out(&body);
  out.U32(pmapi::kArchiveMagic | static_cast<std::uint32_t>(options.version));
  out.I32(options.pid);
  out.Stamp(options.start, options.version);
  out.I32(volume);
  if (v3) out.U64(0);
  out.Field(options.host, v3 ? 256 : 64);
  out.Field(options.zone, v3 ? 256 : 40);
  if (v3) out.Field(":Etc/" + options.zone, 256);
  FileBytes file;
  AppendFramed(body, &file);
  CHECK(file.size() == pmapi::LabelSize(options.version));
  return file;
}

/// A number as any type; REQUIRES: no text.
template <typename T>
T NumberAs(const Value& value) {
  return std::visit(
      [](const auto& v) -> T {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(v)>>) {
          return static_cast<T>(v);
        } else {
          std::abort();
        }
      },
      value);
}

std::string TextOf(const Value& value) {
  return std::visit(base::Overloaded{
                        [](const char* v) { return std::string(v); },
                        [](const std::string& v) { return v; },
                        [](auto) -> std::string { std::abort(); },
                    },
                    value);
}

bool InSitu(Type type) { return type == Type::k32 || type == Type::kU32; }

std::uint32_t InSituWord(Type type, const Value& value) {
  if (type == Type::kU32) {
    return static_cast<std::uint32_t>(NumberAs<std::int64_t>(value));
  }
  return static_cast<std::uint32_t>(NumberAs<std::int32_t>(value));
}

FileBytes Payload(Type type, const Value& value) {
  FileBytes payload;
  Output out(&payload);
  switch (type) {
    case Type::k64:
      out.U64(static_cast<std::uint64_t>(NumberAs<std::int64_t>(value)));
      break;
    case Type::kU64:
      out.U64(NumberAs<std::uint64_t>(value));
      break;
    case Type::kFloat:
      out.U32(std::bit_cast<std::uint32_t>(NumberAs<float>(value)));
      break;
    case Type::kDouble:
      out.U64(std::bit_cast<std::uint64_t>(NumberAs<double>(value)));
      break;
    case Type::kString:
      out.Text(TextOf(value) + '\0');
      break;
    case Type::kAggregate:
    case Type::kAggregateStatic:
    case Type::kEvent:
    case Type::kHighresEvent:
      out.Text(TextOf(value));
      break;
    case Type::k32:
    case Type::kU32:
    case Type::kNoSupport:
    case Type::kUnknown:
      CHECK(false);
  }
  return payload;
}

/// Appends a value block and its padding.
void AppendBlock(Type type, const Value& value, FileBytes* blocks) {
  const FileBytes payload = Payload(type, value);
  Output out(blocks);
  out.U32(static_cast<std::uint32_t>(type) << 24 |
          static_cast<std::uint32_t>(payload.size() + 4));
  blocks->insert(blocks->end(), payload.begin(), payload.end());
  while (blocks->size() % 4 != 0) blocks->push_back('~');
}

/// The size of a value set; blocks not counted.
std::size_t SetSize(const ValuesOf& set) {
  return set.values.empty() ? 8 : 12 + 8 * set.values.size();
}

/// Appends a value set to `body` and its blocks to `blocks`, which will stand
/// `blocks_at` bytes from the record's start.
void AppendSet(const ValuesOf& set, const pmapi::MetricDesc& desc,
               std::size_t blocks_at, FileBytes* body, FileBytes* blocks) {
  Output out(body);
  out.U32(static_cast<std::uint32_t>(desc.pmid));
  out.I32(set.values.empty() ? set.error
                             : static_cast<std::int32_t>(set.values.size()));
  if (set.values.empty()) return;
  out.U32(InSitu(desc.type) ? 0 : 1);
  for (const InstanceValue& each : set.values) {
    out.I32(each.instance);
    if (InSitu(desc.type)) {
      out.U32(InSituWord(desc.type, each.value));
    } else {
      // Counted as if two more words stood before the record.
      out.U32(static_cast<std::uint32_t>((blocks_at + blocks->size()) / 4 + 2));
      AppendBlock(desc.type, each.value, blocks);
    }
  }
}

}  // namespace

ValuesOf Absent(std::string metric, std::int32_t error) {
  ValuesOf set(std::move(metric), std::vector<InstanceValue>{});
  set.error = error;
  return set;
}

ArchiveWriter::ArchiveWriter(ArchiveOptions options)
    : options_(std::move(options)),
      meta_(LabelFile(options_, pmapi::kMetaVolume)),
      index_(LabelFile(options_, pmapi::kIndexVolume)),
      last_(options_.start) {
  StartVolume(options_.first_volume);
}

void ArchiveWriter::Metric(const std::string& name,
                           const pmapi::MetricDesc& desc,
                           const std::vector<std::string>& more_names) {
  metrics_[name] = desc;
  FileBytes body;
  Output out(&body);
  out.I32(static_cast<std::int32_t>(MetaType::kDesc));
  out.U32(static_cast<std::uint32_t>(desc.pmid));
  out.I32(static_cast<std::int32_t>(desc.type));
  out.U32(static_cast<std::uint32_t>(desc.indom));
  out.I32(static_cast<std::int32_t>(desc.semantics));
  out.U32(desc.units.Word());
  std::vector<std::string> names = {name};
  names.insert(names.end(), more_names.begin(), more_names.end());
  out.U32(static_cast<std::uint32_t>(names.size()));
  for (const std::string& each : names) {
    out.U32(static_cast<std::uint32_t>(each.size()));
    out.Text(each);
  }
  AppendFramed(body, &meta_);
}

void ArchiveWriter::Members(base::Timestamp time, pmapi::InDom indom,
                            const std::vector<pmapi::Instance>& instances) {
  const bool v3 = options_.version == ArchiveVersion::k3;
  MembersRecord(time, v3 ? MetaType::kInDom : MetaType::kInDomV2, indom,
                instances, {});
}

void ArchiveWriter::MembersChange(base::Timestamp time, pmapi::InDom indom,
                                  const std::vector<pmapi::Instance>& come,
                                  const std::vector<pmapi::InstanceId>& gone) {
  CHECK(options_.version == ArchiveVersion::k3);
  MembersRecord(time, MetaType::kInDomDelta, indom, come, gone);
}

void ArchiveWriter::MembersRecord(base::Timestamp time, MetaType type,
                                  pmapi::InDom indom,
                                  const std::vector<pmapi::Instance>& instances,
                                  const std::vector<pmapi::InstanceId>& gone) {
  // Loggers write both kinds of instances as one list, sorted.
  std::map<pmapi::InstanceId, const std::string*> sorted;
  for (const pmapi::Instance& each : instances) sorted[each.id] = &each.name;
  for (const pmapi::InstanceId id : gone) sorted[id] = nullptr;
  FileBytes body;
  Output out(&body);
  out.I32(static_cast<std::int32_t>(type));
  out.Stamp(time, options_.version);
  out.U32(static_cast<std::uint32_t>(indom));
  out.U32(static_cast<std::uint32_t>(sorted.size()));
  for (const auto& [id, name] : sorted) out.I32(id);
  std::uint32_t offset = 0;
  for (const auto& [id, name] : sorted) {
    out.U32(name == nullptr ? 0xffffffffu : offset);
    if (name != nullptr) offset += static_cast<std::uint32_t>(name->size() + 1);
  }
  for (const auto& [id, name] : sorted) {
    if (name != nullptr) out.Text(*name + '\0');
  }
  AppendFramed(body, &meta_);
}

void ArchiveWriter::ContextLabels(base::Timestamp time,
                                  const std::string& json) {
  const bool v3 = options_.version == ArchiveVersion::k3;
  FileBytes body;
  Output out(&body);
  out.I32(
      static_cast<std::int32_t>(v3 ? MetaType::kLabel : MetaType::kLabelV2));
  out.Stamp(time, options_.version);
  out.I32(1);   // of the context
  out.I32(-1);  // which has no identifier
  out.I32(1);   // one set
  out.I32(-1);  // of no instance
  out.U32(static_cast<std::uint32_t>(json.size()));
  out.Text(json);
  out.I32(1);  // one label, which is taken to be `{"x":...}`
  out.U16(2);
  out.U8(1);
  out.U8(1);
  out.U16(5);
  out.U16(static_cast<std::uint32_t>(json.size() - 6));
  AppendFramed(body, &meta_);
}

void ArchiveWriter::Text(std::int32_t type, std::uint32_t ident,
                         const std::string& text) {
  FileBytes body;
  Output out(&body);
  out.I32(static_cast<std::int32_t>(MetaType::kText));
  out.I32(type);
  out.U32(ident);
  out.Text(text + '\0');
  AppendFramed(body, &meta_);
}

void ArchiveWriter::Record(base::Timestamp time,
                           const std::vector<ValuesOf>& sets) {
  std::size_t blocks_at = pmapi::DataHeaderSize(options_.version);
  for (const ValuesOf& set : sets) blocks_at += SetSize(set);
  FileBytes body;
  FileBytes blocks;
  Output out(&body);
  out.Stamp(time, options_.version);
  out.U32(static_cast<std::uint32_t>(sets.size()));
  for (const ValuesOf& set : sets) {
    const auto known = metrics_.find(set.metric);
    CHECK(known != metrics_.end());
    AppendSet(set, known->second, blocks_at, &body, &blocks);
  }
  body.insert(body.end(), blocks.begin(), blocks.end());
  AppendFramed(body, &volumes_[volume_]);
  last_ = time;
}

void ArchiveWriter::Mark(base::Timestamp time) { Record(time, {}); }

void ArchiveWriter::NextVolume() { NextVolume(volume_ + 1); }

void ArchiveWriter::NextVolume(std::int32_t number) {
  CHECK(number > volume_);
  StartVolume(number);
}

void ArchiveWriter::StartVolume(std::int32_t number) {
  volume_ = number;
  volumes_[number] = LabelFile(options_, number);
  IndexEntry(last_, &index_);
}

void ArchiveWriter::IndexEntry(base::Timestamp time, FileBytes* index) const {
  Output out(index);
  out.Stamp(time, options_.version);
  out.I32(volume_);
  const std::uint64_t data = volumes_.at(volume_).size();
  if (options_.version == ArchiveVersion::k3) {
    out.U64(meta_.size());
    out.U64(data);
  } else {
    out.U32(static_cast<std::uint32_t>(meta_.size()));
    out.U32(static_cast<std::uint32_t>(data));
  }
}

ArchiveImage ArchiveWriter::Image() const {
  ArchiveImage image;
  image.files["meta"] = meta_;
  for (const auto& [number, bytes] : volumes_) {
    image.files[std::to_string(number)] = bytes;
  }
  if (options_.index) {
    FileBytes index = index_;
    IndexEntry(last_, &index);
    image.files["index"] = std::move(index);
  }
  return image;
}

}  // namespace tests
