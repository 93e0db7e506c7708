// Records of one file gathered, and of several joined.
#include "pmapi/archive/metadata.h"

#include <algorithm>

#include "pmapi/archive/names.h"

namespace pmapi {
namespace {

// libpcp looks at the lives of instances only in domains of this many.
constexpr std::int32_t kLivesCountFrom = 16;

base::Error Named(const std::string& path, base::Error error) {
  error.message = path + ": " + error.message;
  return error;
}

/// The first difference, in the order in which libpcp looks for one.
base::Result<void> CheckSameDesc(const MetricDesc& known,
                                 const MetricDesc& other) {
  const auto changed = [&](base::ErrorCode code, const char* what) {
    return base::Error{code, "the " + std::string(what) + " of metric " +
                                 PmidText(known.pmid) + " has changed"};
  };
  if (known.type != other.type) {
    return changed(base::ErrorCode::kTypeChanged, "type");
  }
  if (known.semantics != other.semantics) {
    return changed(base::ErrorCode::kSemChanged, "semantics");
  }
  if (known.indom != other.indom) {
    return changed(base::ErrorCode::kIndomChanged, "instance domain");
  }
  if (known.units != other.units) {
    return changed(base::ErrorCode::kUnitsChanged, "units");
  }
  return {};
}

bool NameLess(const std::pair<std::string_view, Pmid>& a,
              const std::pair<std::string_view, Pmid>& b) {
  return a.first < b.first;
}

}  // namespace

base::Result<std::uint64_t> Metadata::Add(
    std::shared_ptr<const base::ReadableFile> file, const std::string& path,
    std::uint64_t offset, MetaTail tail) {
  MetaReader reader(file->bytes(), offset);
  DescRecord room;
  files_.push_back(std::move(file));
  for (;;) {
    MetaRecord record;
    const auto more = reader.Next(&record);
    const bool awaited = reader.torn() && tail == MetaTail::kMayBeTorn;
    if (!more && !awaited) return Named(path, more.error());
    if (awaited || !*more) return reader.offset();
    if (const auto added = AddRecord(record, &room); !added) {
      return Named(path, added.error());
    }
  }
}

base::Result<void> Metadata::AddRecord(const MetaRecord& record,
                                       DescRecord* room) {
  switch (record.type) {
    case MetaType::kDesc:
      return AddDesc(record, room);
    case MetaType::kInDomV2:
    case MetaType::kInDom:
    case MetaType::kInDomDelta:
      return AddInDom(record);
    case MetaType::kLabelV2:
    case MetaType::kLabel:
      return CheckLabelSets(record);
    case MetaType::kText:
      if (const auto text = DecodeText(record)) texts_.push_back(*text);
      return {};
  }
  CHECK(false);
}

base::Result<void> Metadata::AddDesc(const MetaRecord& record,
                                     DescRecord* room) {
  if (auto decoded = DecodeDesc(record, room); !decoded) return decoded;
  const MetricDesc& desc = room->desc;
  if (const MetricDesc* known = descriptors_.Find(desc.pmid)) {
    if (auto same = CheckSameDesc(*known, desc); !same) return same;
  } else {
    descriptors_.Add(desc);
  }
  for (const std::string_view name : room->names) {
    names_.emplace_back(name, desc.pmid);
  }
  return {};
}

base::Result<void> Metadata::AddInDom(const MetaRecord& record) {
  const auto decoded = DecodeInDom(record);
  if (!decoded) return decoded.error();
  // A domain without members is not recorded as one: libpcp drops these.
  if (decoded->count > 0) indoms_[decoded->indom].push_back(*decoded);
  return {};
}

base::Result<void> Metadata::Finish() {
  std::stable_sort(names_.begin(), names_.end(), NameLess);
  // Of a name that is bound twice, the first binding stays.
  names_.erase(std::unique(names_.begin(), names_.end(),
                           [](const auto& a, const auto& b) {
                             return a.first == b.first;
                           }),
               names_.end());
  for (auto& [indom, records] : indoms_) {
    std::stable_sort(records.begin(), records.end(),
                     [](const InDomRecord& a, const InDomRecord& b) {
                       return a.time < b.time;
                     });
    if (records.front().delta) {
      return base::Error{base::ErrorCode::kCorrupt,
                         "instance domain " + InDomText(indom) +
                             " begins with changes to nothing"};
    }
  }
  const std::lock_guard lock(mutex_);
  histories_.clear();
  copied_names_.clear();
  return {};
}

/// As LookUp(), which takes the first that is so called, and of a name that is
/// none looks at the next one only.
base::Result<Pmid> Metadata::FindName(std::string_view name) const {
  const auto at = [this](std::string_view wanted) {
    return std::lower_bound(names_.begin(), names_.end(),
                            std::pair(wanted, Pmid{}), NameLess);
  };
  auto found = at(name);
  if (found != names_.end() && found->first == name) return found->second;
  found = at(std::string(name) + '.');
  NameTable next;
  if (found != names_.end()) next.emplace_back(found->first, found->second);
  return LookUp(next, name);
}

base::Result<MetricDesc> Metadata::Describe(std::string_view name) const {
  const auto pmid = FindName(name);
  if (!pmid) return pmid.error();
  const MetricDesc* desc = Find(*pmid);
  CHECK(desc != nullptr);
  return *desc;
}

base::Result<std::vector<Instance>> Metadata::Instances(InDom indom) const {
  const auto history = History(indom);
  if (history->instances.empty()) {
    return base::Error{
        base::ErrorCode::kNoIndomInLog,
        "the archive has no instances of instance domain " + InDomText(indom)};
  }
  std::vector<Instance> instances;
  instances.reserve(history->instances.size());
  for (const InstanceLife& life : history->instances) {
    instances.push_back({life.id, std::string(life.name)});
  }
  return instances;
}

std::vector<std::string> Metadata::MetricNames() const {
  std::vector<std::string> names;
  names.reserve(names_.size());
  for (const auto& [name, pmid] : names_) names.emplace_back(name);
  return names;
}

const NameTable& Metadata::names() const {
  const std::lock_guard lock(mutex_);
  if (copied_names_.empty()) {
    copied_names_.assign(names_.begin(), names_.end());
  }
  return copied_names_;
}

HelpText Metadata::Help(std::string_view name) const {
  const auto pmid = FindName(name);
  return pmid ? HelpOf(*pmid) : HelpText();
}

HelpText Metadata::HelpOf(Pmid pmid) const {
  HelpText help;
  for (const TextRecord& text : texts_) {
    if (text.pmid == pmid) (text.is_line ? help.line : help.text) = text.text;
  }
  return help;
}

const MetricDesc* Metadata::Find(Pmid pmid) const {
  return descriptors_.Find(pmid);
}

std::vector<InDom> Metadata::indoms() const {
  std::vector<InDom> indoms;
  for (const auto& [indom, records] : indoms_) indoms.push_back(indom);
  std::sort(indoms.begin(), indoms.end());
  return indoms;
}

const std::vector<InDomRecord>& Metadata::Records(InDom indom) const {
  static const std::vector<InDomRecord> kNone;
  const auto found = indoms_.find(indom);
  return found == indoms_.end() ? kNone : found->second;
}

std::shared_ptr<const InDomHistory> Metadata::History(InDom indom) const {
  const std::lock_guard lock(mutex_);
  auto& cached = histories_[indom];
  if (cached == nullptr) {
    const auto& records = Records(indom);
    cached = std::make_shared<const InDomHistory>(InDomHistory{
        InstancesEver(records), EverAsLargeAs(records, kLivesCountFrom)});
  }
  return cached;
}

}  // namespace pmapi
