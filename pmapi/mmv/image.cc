// Checks first; then every section's place is known before a byte is written.
#include "pmapi/mmv/image.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "base/check.h"
#include "pmapi/mmv/format.h"

namespace pmapi::mmv {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::uint32_t kMaxSerial = 2047;

Error Invalid(const std::string& what) { return {ErrorCode::kInvalid, what}; }

bool Fits(const std::string& text) {
  return text.size() < kStringSize && text.find('\0') == std::string::npos;
}

Result<void> CheckIndoms(const MmvDeclaration& declaration) {
  std::set<std::uint32_t> serials;
  for (const MmvIndom& indom : declaration.indoms) {
    const std::string where = "domain " + std::to_string(indom.serial);
    if (indom.serial == 0 || indom.serial > kMaxSerial ||
        !serials.insert(indom.serial).second) {
      return Invalid(where + ": a number from 1 to 2047, each once");
    }
    if (!Fits(indom.short_text) || !Fits(indom.long_text)) {
      return Invalid(where + ": a text above 255 bytes");
    }
    std::set<InstanceId> ids;
    for (const Instance& instance : indom.instances) {
      if (instance.id < 0 || !ids.insert(instance.id).second) {
        return Invalid(where + ": instances have numbers, each once");
      }
      if (instance.name.empty() || !Fits(instance.name)) {
        return Invalid(where + ": instances have names of 1 to 255 bytes");
      }
    }
  }
  return {};
}

Result<void> CheckMetrics(const MmvDeclaration& declaration) {
  std::set<std::uint32_t> items;
  std::set<std::string> names;
  std::set<std::uint32_t> serials = {0};
  for (const MmvIndom& indom : declaration.indoms) serials.insert(indom.serial);
  for (const MmvMetric& metric : declaration.metrics) {
    const std::string where = "metric '" + metric.name + "'";
    if (metric.name.empty() || !Fits(metric.name) || !IsName(metric.name) ||
        !names.insert(metric.name).second) {
      return Invalid(where + ": letters, digits, _ and ., each name once");
    }
    if (metric.item > kMaxItem || !items.insert(metric.item).second) {
      return Invalid(where + ": an item from 0 to 1023, each once");
    }
    if (!IsNumeric(metric.type) && metric.type != Type::kString) {
      return Invalid(where + ": numbers and strings only");
    }
    if (!serials.contains(metric.indom)) {
      return Invalid(where + ": its domain is not declared");
    }
    if (!Fits(metric.short_text) || !Fits(metric.long_text)) {
      return Invalid(where + ": a text above 255 bytes");
    }
  }
  return {};
}

Result<void> Check(const MmvDeclaration& declaration) {
  if (declaration.cluster > kMaxCluster) return Invalid("a cluster above 4095");
  if (declaration.metrics.empty()) return Invalid("no metrics");
  if (auto good = CheckIndoms(declaration); !good) return good;
  return CheckMetrics(declaration);
}

Version VersionFor(const MmvDeclaration& declaration) {
  const auto is_long = [](const auto& named) {
    return named.name.size() >= kShortName;
  };
  const bool any =
      std::any_of(declaration.metrics.begin(), declaration.metrics.end(),
                  is_long) ||
      std::any_of(declaration.indoms.begin(), declaration.indoms.end(),
                  [&](const MmvIndom& indom) {
                    return std::any_of(indom.instances.begin(),
                                       indom.instances.end(), is_long);
                  });
  return any ? Version::k2 : Version::k1;
}

class ImageBuilder {
 public:
  explicit ImageBuilder(const MmvDeclaration& declaration)
      : declaration_(declaration), version_(VersionFor(declaration)) {}

  Image Build(std::uint64_t generation, std::int32_t process) {
    PlaceSections();
    PutHeader(generation, process);
    for (std::size_t i = 0; i < declaration_.indoms.size(); ++i) {
      PutIndom(i);
    }
    for (std::size_t i = 0; i < declaration_.metrics.size(); ++i) {
      PutMetric(i);
    }
    SetCount(SectionKind::kStrings, strings_);
    return std::move(image_);
  }

 private:
  struct Section {
    SectionKind kind;
    std::size_t count;
    std::size_t at;
  };

  /// Strings come last: they are appended as they are needed.
  void PlaceSections() {
    std::size_t instances = 0;
    for (const MmvIndom& indom : declaration_.indoms) {
      instances += indom.instances.size();
    }
    std::size_t values = 0;
    for (const MmvMetric& metric : declaration_.metrics) {
      values += MembersOf(metric).size();
    }
    sections_ = {{SectionKind::kIndoms, declaration_.indoms.size(), 0},
                 {SectionKind::kInstances, instances, 0},
                 {SectionKind::kMetrics, declaration_.metrics.size(), 0},
                 {SectionKind::kValues, values, 0},
                 {SectionKind::kStrings, 0, 0}};
    std::size_t at = kHeaderSize + sections_.size() * kSectionSize;
    for (Section& section : sections_) {
      section.at = at;
      at += section.count * EntrySize(section.kind, version_);
    }
    image_.bytes.assign(at, 0);
  }

  void PutHeader(std::uint64_t generation, std::int32_t process) {
    std::copy(kMagic.begin(), kMagic.end(), image_.bytes.begin());
    Put(kVersionAt, static_cast<std::uint32_t>(version_));
    Put(kGenerationAt, generation);
    Put(kSectionsAt, static_cast<std::uint32_t>(sections_.size()));
    Put(kFlagsAt, (declaration_.no_prefix ? kNoPrefix : 0) |
                      (declaration_.of_process ? kProcess : 0) |
                      (declaration_.sentinel ? kSentinel : 0));
    Put(kProcessAt, process);
    Put(kClusterAt, declaration_.cluster);
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const std::size_t line = kHeaderSize + i * kSectionSize;
      Put(line, static_cast<std::int32_t>(sections_[i].kind));
      Put<std::uint64_t>(line + 8, sections_[i].at);
      SetCount(sections_[i].kind, sections_[i].count);
    }
  }

  void PutIndom(std::size_t number) {
    const MmvIndom& indom = declaration_.indoms[number];
    const std::size_t entry = EntryAt(SectionKind::kIndoms, number);
    Put(entry, indom.serial);
    Put(entry + 4, static_cast<std::uint32_t>(indom.instances.size()));
    Put<std::uint64_t>(entry + 8,
                       EntryAt(SectionKind::kInstances, members_.size()));
    Put(entry + 16, HelpText(indom.short_text));
    Put(entry + 24, HelpText(indom.long_text));
    for (const Instance& instance : indom.instances) {
      const std::size_t at = EntryAt(SectionKind::kInstances, members_.size());
      Put<std::uint64_t>(at, entry);
      Put(at + 12, instance.id);
      PutName(at + kInstanceNameAt, instance.name);
      members_[{indom.serial, instance.id}] = at;
    }
  }

  void PutMetric(std::size_t number) {
    const MmvMetric& metric = declaration_.metrics[number];
    const std::size_t entry = EntryAt(SectionKind::kMetrics, number);
    const std::size_t rest = entry + NameSize(version_);
    PutName(entry, metric.name);
    Put(rest, metric.item);
    Put(rest + 4, static_cast<std::int32_t>(metric.type));
    Put(rest + 8, static_cast<std::int32_t>(metric.semantics));
    Put(rest + 12, metric.units.Word());
    Put(rest + 16, metric.indom);
    Put(rest + 24, HelpText(metric.short_text));
    Put(rest + 32, HelpText(metric.long_text));
    for (const InstanceId id : MembersOf(metric)) PutValue(metric, entry, id);
  }

  void PutValue(const MmvMetric& metric, std::size_t metric_at, InstanceId id) {
    const std::size_t at = EntryAt(SectionKind::kValues, image_.slots.size());
    std::uint64_t text = 0;
    if (metric.type == Type::kString) {
      text = AddString("");
      AddString("");
      Put(at + 8, text);
    } else if (declaration_.sentinel) {
      Put(at, ~std::uint64_t{0});
    }
    Put<std::uint64_t>(at + 16, metric_at);
    if (metric.indom != 0) {
      Put<std::uint64_t>(at + 24, members_.at({metric.indom, id}));
    }
    image_.slots[{metric.name, id}] = {at, metric.type,
                                       static_cast<std::size_t>(text)};
  }

  std::vector<InstanceId> MembersOf(const MmvMetric& metric) const {
    if (metric.indom == 0) return {kNullInstance};
    std::vector<InstanceId> ids;
    for (const MmvIndom& indom : declaration_.indoms) {
      if (indom.serial != metric.indom) continue;
      for (const Instance& one : indom.instances) ids.push_back(one.id);
    }
    return ids;
  }

  void PutName(std::size_t at, const std::string& name) {
    if (version_ == Version::k1) {
      std::copy(name.begin(), name.end(), image_.bytes.begin() + Signed(at));
    } else {
      Put(at, AddString(name));
    }
  }

  /// 0, which is none, for no text.
  std::uint64_t HelpText(const std::string& text) {
    return text.empty() ? 0 : AddString(text);
  }

  std::uint64_t AddString(const std::string& text) {
    const std::size_t at = image_.bytes.size();
    image_.bytes.resize(at + kStringSize, 0);
    std::copy(text.begin(), text.end(), image_.bytes.begin() + Signed(at));
    ++strings_;
    return at;
  }

  static std::ptrdiff_t Signed(std::size_t at) {
    return static_cast<std::ptrdiff_t>(at);
  }

  std::size_t Line(SectionKind kind) const {
    return static_cast<std::size_t>(kind) - 1;  // as in sections_
  }
  std::size_t EntryAt(SectionKind kind, std::size_t number) const {
    return sections_[Line(kind)].at + number * EntrySize(kind, version_);
  }
  void SetCount(SectionKind kind, std::size_t count) {
    Put(kHeaderSize + Line(kind) * kSectionSize + 4,
        static_cast<std::int32_t>(count));
  }
  template <typename T>
  void Put(std::size_t at, T word) {
    Store(image_.bytes.data() + at, word);
  }

  const MmvDeclaration& declaration_;
  Version version_;
  std::vector<Section> sections_;
  std::map<std::pair<std::uint32_t, InstanceId>, std::size_t> members_;
  std::size_t strings_ = 0;
  Image image_;
};

}  // namespace

Result<Image> MakeImage(const MmvDeclaration& declaration,
                        std::uint64_t generation, std::int32_t process) {
  CHECK(generation != 0);
  if (auto good = Check(declaration); !good) return good.error();
  return ImageBuilder(declaration).Build(generation, process);
}

}  // namespace pmapi::mmv
