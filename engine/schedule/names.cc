// Domains are loaded whole, and again for an instance that they lack.
#include "engine/schedule/names.h"

namespace engine::schedule {

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

std::string_view SourceNames::Instance(int source, pmapi::InDom indom,
                                       pmapi::InstanceId id) {
  Domain& domain = domains_[{source, indom}];
  if (const auto at = domain.find(id); at != domain.end()) return at->second;
  const pmapi::Source& from = *sources_[source];
  auto known = from.Catalog().Instances(indom);
  if (!known) return {};
  for (pmapi::Instance& one : *known) {
    domain.try_emplace(one.id, std::move(one.name));
  }
  const auto at = domain.find(id);
  return at == domain.end() ? std::string_view() : at->second;
}

}  // namespace engine::schedule
