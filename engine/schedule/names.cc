// Domains are loaded whole, and again for an instance that they lack or that
// nobody has asked for at the last tick: it may have been away, and its number
// be another's now.
#include "engine/schedule/names.h"

#include <algorithm>

#include "pmapi/events/event_fold.h"

namespace engine::schedule {
namespace {

/// Ticks: an answer that is late may speak of instances that have just gone.
constexpr std::int64_t kLongAgo = 10;
/// Of a name's place, about. Units: bytes.
constexpr std::size_t kNameBytes = 64;

}  // namespace

void SourceNames::Domain::Add(pmapi::Instance instance, std::int64_t tick) {
  const auto [at, is_new] = names.try_emplace(instance.id);
  Name& name = at->second;
  if (is_new) {
    name.tick = tick;
    bytes += kNameBytes;
  } else if (name.tick == tick) {
    return;  // it may have been handed out
  }
  bytes += instance.name.size() - name.text.size();
  name.text = std::move(instance.name);
}

void SourceNames::Domain::ForgetBefore(std::int64_t tick) {
  if (bytes <= limit) return;
  std::erase_if(names, [&](const auto& one) {
    const bool forget = one.second.tick < tick;
    if (forget) bytes -= one.second.text.size() + kNameBytes;
    return forget;
  });
  limit = std::max(kLeastLimit, 2 * bytes);
}

eval::Names SourceNames::Names() {
  const auto source = [this](int i) -> const pmapi::Source& {
    return *sources_[i];
  };
  return eval::Names{
      [source](int i) -> std::string_view { return source(i).HostName(); },
      [source](int i) -> std::string_view { return source(i).ContextName(); },
      [this](int i, pmapi::InDom indom, pmapi::InstanceId id) {
        return Instance(i, indom, id);
      }};
}

void SourceNames::BeginTick() {
  ++tick_;
  for (auto& [key, domain] : domains_) domain.ForgetBefore(tick_ - kLongAgo);
}

std::size_t SourceNames::size() const {
  std::size_t size = 0;
  for (const auto& [key, domain] : domains_) size += domain.names.size();
  return size;
}

void SourceNames::AddFold(std::shared_ptr<const pmapi::EventFold> fold) {
  if (const auto domain = fold->LaneDomain()) {
    folds_.insert_or_assign(*domain, std::move(fold));
  }
}

std::string_view SourceNames::Instance(int source, pmapi::InDom indom,
                                       pmapi::InstanceId id) {
  Domain& domain = domains_[{source, indom}];
  auto at = domain.names.find(id);
  const bool away = at != domain.names.end() && at->second.tick + 1 < tick_;
  if (at == domain.names.end() || (away && domain.loaded < tick_)) {
    if (const auto fold = folds_.find(indom); fold != folds_.end()) {
      domain.Add({id, fold->second->LaneName(id)}, tick_);
      return domain.names.find(id)->second.text;
    }
    domain.loaded = tick_;
    auto known = sources_[source]->Catalog().Instances(indom);
    if (known) {
      for (pmapi::Instance& one : *known) domain.Add(std::move(one), tick_);
    }
    at = domain.names.find(id);
    if (at == domain.names.end()) return {};
  }
  at->second.tick = tick_;
  return at->second.text;
}

}  // namespace engine::schedule
