// Walks an archive once and puts every value into its list.
#include "tests/support/spec/log.h"

#include <bit>
#include <optional>
#include <set>
#include <utility>

#include "base/byte_reader.h"
#include "pmapi/archive/record.h"

namespace spec {
namespace {

using pmapi::Type;

std::optional<Raw> FromWord(Type type, std::uint32_t word) {
  switch (type) {
    case Type::k32:
      return Raw{static_cast<std::int32_t>(word), 0, {}};
    case Type::kU32:
      return Raw{word, 0, {}};
    case Type::kFloat:
      return Raw{0, static_cast<double>(std::bit_cast<float>(word)), {}};
    default:
      return std::nullopt;
  }
}

/// `type` is the metric's; an old block says type 0 for any.
std::optional<Raw> FromBlock(Type type, const pmapi::ValueBlock& block) {
  if (block.type != 0 && block.type != static_cast<int>(type)) return {};
  const std::uint8_t* p = block.payload.data();
  const std::size_t size = block.payload.size();
  if (type == Type::kString) {
    std::string text(reinterpret_cast<const char*>(p), size);
    return Raw{0, 0, text.substr(0, text.find('\0'))};
  }
  if (type == Type::kFloat && size == 4) {
    return FromWord(type, base::LoadBig32(p));
  }
  if (size != 8) return {};
  const std::uint64_t bits = base::LoadBig64(p);
  const bool untyped = block.type == 0;
  if (type == Type::kDouble) {
    return Raw{0, std::bit_cast<double>(bits), {}, untyped};
  }
  if (!IsInteger(type)) return {};
  return Raw{static_cast<std::int64_t>(bits), 0, {}, untyped};
}

std::optional<Raw> ReadValue(const pmapi::Record& record, Type type,
                             const pmapi::ValueSet& set, int i) {
  if (set.format == pmapi::ValueFormat::kInSitu) {
    return FromWord(type, set.word(i));
  }
  pmapi::ValueBlock block;
  if (!LoadBlock(record, set.word(i), &block)) return std::nullopt;
  return FromBlock(type, block);
}

void AddNames(Log* log) {
  const pmapi::Metadata& metadata = log->archive->metadata();
  for (const auto& [pmid, desc] : metadata.descriptors()) {
    if (log->names.count(desc.indom)) continue;
    auto& names = log->names[desc.indom];
    if (desc.singular()) names[pmapi::kNullInstance] = "";
    const auto instances = metadata.Instances(desc.indom);
    if (!instances) continue;
    for (const auto& instance : *instances) {
      names[instance.id] = instance.name;
    }
  }
}

using Pmids = std::set<pmapi::Pmid>;

void AddRecord(const pmapi::Record& record, Place place, const Pmids& wanted,
               Log* log) {
  if (record.mark()) {
    log->marks.push_back(place);
    return;
  }
  pmapi::ValueSets sets(record);
  pmapi::ValueSet set;
  while (sets.Next(&set)) {
    if (!wanted.count(set.pmid)) continue;
    const auto* desc = log->archive->metadata().Find(set.pmid);
    for (int i = 0; i < set.count; ++i) {
      const auto value = ReadValue(record, desc->type, set, i);
      const auto instance =
          desc->singular() ? pmapi::kNullInstance : set.instance(i);
      if (!value || !log->names.at(desc->indom).count(instance)) continue;
      log->metrics[set.pmid][instance].push_back({place, *value});
    }
  }
}

using Members = std::set<pmapi::InstanceId>;

Members Changed(Members members, const pmapi::InDomRecord& record) {
  if (!record.delta) members.clear();
  for (int i = 0; i < record.count; ++i) {
    if (record.delta && record.deleted(i)) {
      members.erase(record.id(i));
    } else {
      members.insert(record.id(i));
    }
  }
  return members;
}

void AddLives(pmapi::InDom indom, Log* log) {
  std::map<pmapi::InstanceId, Life> lives;
  std::size_t most = 0;
  Members before;
  for (const auto& record : log->archive->metadata().Records(indom)) {
    const Members members = Changed(before, record);
    most = std::max(most, members.size());
    for (const auto id : before) {
      if (!members.count(id)) lives[id].death = record.time;
      lives[id].ended = !members.count(id);
    }
    for (const auto id : members) {
      lives.try_emplace(id, Life{record.time, {}, false});
      lives[id].ended = false;
    }
    before = members;
  }
  if (most >= 16) log->lives[indom] = std::move(lives);
}

}  // namespace

bool IsInteger(Type type) {
  return type == Type::k32 || type == Type::kU32 || type == Type::k64 ||
         type == Type::kU64;
}

base::Result<Log> ReadLog(const std::string& name,
                          const std::set<std::string>* metrics) {
  auto archive = pmapi::OpenArchive(name);
  if (!archive) return archive.error();
  return ReadLog(*std::move(archive), metrics);
}

base::Result<Log> ReadLog(std::unique_ptr<pmapi::Archive> archive,
                          const std::set<std::string>* metrics) {
  Log log;
  log.archive = std::move(archive);
  AddNames(&log);
  Pmids wanted;
  for (const auto& [metric, pmid] : log.archive->metadata().names()) {
    if (metrics == nullptr || metrics->count(metric)) wanted.insert(pmid);
  }
  auto walker = log.archive->Walk();
  for (int number = 0; walker.Next(); ++number) {
    AddRecord(walker.record(), {walker.record().time, number}, wanted, &log);
  }
  if (!walker.status()) return walker.status().error();
  for (const auto& [indom, names] : log.names) {
    if (indom != pmapi::kNullInDom) AddLives(indom, &log);
  }
  return log;
}

}  // namespace spec
