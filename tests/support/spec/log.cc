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
  std::uint64_t bits = base::LoadBig64(p);
  if (block.type == 0) bits = __builtin_bswap64(bits);
  if (type == Type::kDouble) return Raw{0, std::bit_cast<double>(bits), {}};
  if (!IsInteger(type)) return {};
  return Raw{static_cast<std::int64_t>(bits), 0, {}};
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

void AddRecord(const pmapi::Record& record, Place place, Log* log) {
  if (record.mark()) {
    log->marks.push_back(place);
    return;
  }
  pmapi::ValueSets sets(record);
  pmapi::ValueSet set;
  while (sets.Next(&set)) {
    const auto* desc = log->archive->metadata().Find(set.pmid);
    if (desc == nullptr) continue;
    for (int i = 0; i < set.count; ++i) {
      const auto value = ReadValue(record, desc->type, set, i);
      const auto instance =
          desc->singular() ? pmapi::kNullInstance : set.instance(i);
      if (!value || !log->names.at(desc->indom).count(instance)) continue;
      log->metrics[set.pmid][instance].push_back({place, *value});
    }
  }
}

/// The members of a domain after each of its records.
std::vector<std::pair<base::Timestamp, std::set<pmapi::InstanceId>>> States(
    const std::vector<pmapi::InDomRecord>& records) {
  std::vector<std::pair<base::Timestamp, std::set<pmapi::InstanceId>>> states;
  std::set<pmapi::InstanceId> members;
  for (const auto& record : records) {
    if (!record.delta) members.clear();
    for (int i = 0; i < record.count; ++i) {
      if (record.delta && record.deleted(i)) {
        members.erase(record.id(i));
      } else {
        members.insert(record.id(i));
      }
    }
    states.emplace_back(record.time, members);
  }
  return states;
}

void AddLives(pmapi::InDom indom, Log* log) {
  const auto states = States(log->archive->metadata().Records(indom));
  std::size_t most = 0;
  for (const auto& [time, members] : states) {
    most = std::max(most, members.size());
  }
  if (most < 16) return;
  auto& lives = log->lives[indom];
  for (std::size_t k = 0; k < states.size(); ++k) {
    for (const auto id : states[k].second) {
      Life& life =
          lives.try_emplace(id, Life{states[k].first, {}, false}).first->second;
      life.ended = k + 1 < states.size();
      if (life.ended) life.death = states[k + 1].first;
    }
  }
}

}  // namespace

bool IsInteger(Type type) {
  return type == Type::k32 || type == Type::kU32 || type == Type::k64 ||
         type == Type::kU64;
}

base::Result<Log> ReadLog(const std::string& name) {
  auto archive = pmapi::OpenArchive(name);
  if (!archive) return archive.error();
  Log log;
  log.archive = *std::move(archive);
  AddNames(&log);
  auto walker = log.archive->Walk();
  for (int number = 0; walker.Next(); ++number) {
    AddRecord(walker.record(), {walker.record().time, number}, &log);
  }
  if (!walker.status()) return walker.status().error();
  for (const auto& [pmid, desc] : log.archive->metadata().descriptors()) {
    if (!desc.singular() && !log.lives.count(desc.indom)) {
      AddLives(desc.indom, &log);
    }
  }
  return log;
}

}  // namespace spec
