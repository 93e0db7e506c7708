// Sections first, each checked as a whole; then entries, found by offset.
#include "pmapi/mmv/layout.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace pmapi::mmv {
namespace {

using base::Bytes;
using base::Error;
using base::ErrorCode;
using base::Result;

Error Corrupt(std::uint64_t at, const std::string& what) {
  return {ErrorCode::kCorrupt, "byte " + std::to_string(at) + ": " + what};
}

struct Section {
  std::size_t at = 0;
  std::size_t count = 0;
  std::size_t size = 1;  // of an entry

  /// The number of the entry that begins at `offset`.
  std::optional<std::size_t> EntryAt(std::uint64_t offset) const {
    if (offset < at || (offset - at) % size != 0) return std::nullopt;
    const std::uint64_t number = (offset - at) / size;
    if (number >= count) return std::nullopt;
    return static_cast<std::size_t>(number);
  }
  std::size_t Entry(std::size_t number) const { return at + number * size; }
};

class LayoutReader {
 public:
  LayoutReader(Bytes bytes, const Header& header) : bytes_(bytes) {
    layout_.header = header;
  }

  Result<FileLayout> Read() {
    if (auto read = ReadSections(); !read) return read.error();
    if (auto read = ReadIndoms(); !read) return read.error();
    if (auto read = ReadInstances(); !read) return read.error();
    if (auto read = ReadMetrics(); !read) return read.error();
    if (auto read = ReadValues(); !read) return read.error();
    for (DeclaredMetric& metric : layout_.metrics) OrderValues(&metric);
    return std::move(layout_);
  }

 private:
  /// An entry of the instances' section.
  struct InstanceEntry {
    std::size_t indom = 0;  // its place in layout_.indoms
    InstanceId id = 0;
  };

  Result<void> ReadSections() {
    for (std::size_t i = 0; i < layout_.header.sections; ++i) {
      const std::size_t line = kHeaderSize + i * kSectionSize;
      const auto kind = Load<std::int32_t>(bytes_, line);
      const auto count = Load<std::int32_t>(bytes_, line + 4);
      const auto at = Load<std::uint64_t>(bytes_, line + 8);
      if (count < 0) return Corrupt(line, "a negative number of entries");
      const std::size_t size = EntrySize(SectionKind{kind}, version());
      if (size == 0) continue;  // some later version's
      Section& section = sections_[static_cast<std::size_t>(kind)];
      if (section.count != 0) return Corrupt(line, "a section twice");
      if (at > bytes_.size() ||
          (bytes_.size() - at) / size < static_cast<std::size_t>(count)) {
        return Corrupt(line, "a section beyond the end of the file");
      }
      section = {static_cast<std::size_t>(at), static_cast<std::size_t>(count),
                 size};
    }
    return {};
  }

  // Reads serials only: each instance names its domain itself.
  Result<void> ReadIndoms() {
    const Section& section = Of(SectionKind::kIndoms);
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < section.count; ++i) {
      const auto serial = Load<std::uint32_t>(bytes_, section.Entry(i));
      const auto known = places.try_emplace(serial, layout_.indoms.size());
      if (known.second) layout_.indoms.push_back({serial, {}});
      indoms_.push_back(known.first->second);
    }
    return {};
  }

  Result<void> ReadInstances() {
    const Section& section = Of(SectionKind::kInstances);
    std::vector<std::unordered_set<InstanceId>> seen(layout_.indoms.size());
    for (std::size_t i = 0; i < section.count; ++i) {
      const std::size_t entry = section.Entry(i);
      const auto indom =
          Of(SectionKind::kIndoms).EntryAt(Load<std::uint64_t>(bytes_, entry));
      if (!indom) return Corrupt(entry, "an instance of no domain");
      auto name = Name(entry + kInstanceNameAt);
      if (!name) return name.error();
      const InstanceEntry member{indoms_[*indom],
                                 Load<InstanceId>(bytes_, entry + 12)};
      members_.push_back(member);
      if (seen[member.indom].insert(member.id).second) {
        layout_.indoms[member.indom].instances.push_back(
            {member.id, *std::move(name)});
      }
    }
    return {};
  }

  Result<void> ReadMetrics() {
    const Section& section = Of(SectionKind::kMetrics);
    for (std::size_t i = 0; i < section.count; ++i) {
      auto name = Name(section.Entry(i));
      if (!name) return name.error();
      const std::size_t rest = section.Entry(i) + NameSize(version());
      DeclaredMetric& metric = layout_.metrics.emplace_back();
      metric.name = *std::move(name);
      metric.item = Load<std::uint32_t>(bytes_, rest);
      metric.type = Load<std::int32_t>(bytes_, rest + 4);
      metric.semantics = Load<std::int32_t>(bytes_, rest + 8);
      metric.units = Units::FromWord(Load<std::uint32_t>(bytes_, rest + 12));
      const auto serial = Load<std::uint32_t>(bytes_, rest + 16);
      if (!IsNoIndom(serial)) metric.indom = serial;
      metric.help = {Help(rest + kHelpAt), Help(rest + kHelpAt + 8)};
    }
    return {};
  }

  Result<void> ReadValues() {
    const Section& section = Of(SectionKind::kValues);
    for (std::size_t i = 0; i < section.count; ++i) {
      const std::size_t entry = section.Entry(i);
      const auto metric_at = Load<std::uint64_t>(bytes_, entry + 16);
      const auto member_at = Load<std::uint64_t>(bytes_, entry + 24);
      if (metric_at == 0) continue;  // not in use
      const auto number = Of(SectionKind::kMetrics).EntryAt(metric_at);
      if (!number) return Corrupt(entry, "a value of no metric");
      const auto member = Of(SectionKind::kInstances).EntryAt(member_at);
      if (member_at != 0 && !member) {
        return Corrupt(entry, "a value of no instance");
      }
      AddValue(entry, member ? &members_[*member] : nullptr,
               &layout_.metrics[*number]);
    }
    return {};
  }

  void AddValue(std::size_t entry, const InstanceEntry* member,
                DeclaredMetric* metric) {
    if (!metric->indom) {
      metric->values.push_back({kNullInstance, entry});
    } else if (member != nullptr &&
               layout_.indoms[member->indom].serial == *metric->indom) {
      metric->values.push_back({member->id, entry});
    }
  }

  /// Of several values of an instance the first one counts.
  static void OrderValues(DeclaredMetric* metric) {
    std::vector<ValuePlace>& values = metric->values;
    std::stable_sort(values.begin(), values.end(),
                     [](const ValuePlace& a, const ValuePlace& b) {
                       return a.instance < b.instance;
                     });
    values.erase(std::unique(values.begin(), values.end(),
                             [](const ValuePlace& a, const ValuePlace& b) {
                               return a.instance == b.instance;
                             }),
                 values.end());
  }

  Result<std::string> Name(std::size_t at) const {
    if (version() == Version::k1) {
      return std::string(TextAt(bytes_, at, kShortName));
    }
    const auto text = Load<std::uint64_t>(bytes_, at);
    if (!Of(SectionKind::kStrings).EntryAt(text))
      return Corrupt(at, "no such string");
    return std::string(TextAt(bytes_, text, kStringSize));
  }

  /// What is no string is no text: nobody's values depend on it.
  std::string Help(std::size_t at) const {
    const auto text = Load<std::uint64_t>(bytes_, at);
    if (!Of(SectionKind::kStrings).EntryAt(text)) return "";
    return std::string(TextAt(bytes_, text, kStringSize));
  }

  Version version() const { return layout_.header.version; }
  const Section& Of(SectionKind kind) const {
    return sections_[static_cast<std::size_t>(kind)];
  }

  Bytes bytes_;
  FileLayout layout_;
  std::array<Section, 7> sections_;
  std::vector<std::size_t> indoms_;     // of entry -> place in layout_.indoms
  std::vector<InstanceEntry> members_;  // by entry
};

}  // namespace

Result<Header> DecodeHeader(Bytes bytes) {
  if (bytes.size() < kHeaderSize) {
    return Corrupt(bytes.size(), "too short for an MMV file");
  }
  if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin())) {
    return Corrupt(0, "not an MMV file");
  }
  const auto version = Load<std::uint32_t>(bytes, kVersionAt);
  if (version < 1 || version > 3) {
    return Corrupt(kVersionAt, "version " + std::to_string(version) +
                                   " of MMV files; 1 to 3 are known");
  }
  Header header;
  header.version = Version{static_cast<std::uint8_t>(version)};
  header.generation = Load<std::uint64_t>(bytes, kGenerationAt);
  header.generation_again = Load<std::uint64_t>(bytes, kGenerationAgainAt);
  header.sections = Load<std::uint32_t>(bytes, kSectionsAt);
  header.flags = Load<std::uint32_t>(bytes, kFlagsAt);
  header.process = Load<std::int32_t>(bytes, kProcessAt);
  header.cluster = Load<std::uint32_t>(bytes, kClusterAt);
  return header;
}

bool IsCopyOf(Bytes bytes, const Header& header) {
  const auto copied = DecodeHeader(bytes);
  return copied && *copied == header;
}

Result<FileLayout> DecodeLayout(Bytes bytes, const Header& header) {
  if (header.sections < 2 ||
      (bytes.size() - kHeaderSize) / kSectionSize < header.sections) {
    return Corrupt(kSectionsAt,
                   std::to_string(header.sections) + " sections cannot be");
  }
  if (header.cluster > kMaxCluster) {
    return Corrupt(kClusterAt, "a cluster above 4095");
  }
  return LayoutReader(bytes, header).Read();
}

}  // namespace pmapi::mmv
