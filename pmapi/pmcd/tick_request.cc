// What a domain mostly is: numbers of all its instances. They are loaded at
// once, all else value by value.
#include "pmapi/pmcd/tick_request.h"

#include <algorithm>

#include "base/warm.h"
#include "pmapi/source/event_wants.h"

namespace pmapi::pmcd {
namespace {

/// Instances in all that a profile lists: a longer one might not fit its PDU,
/// and what comes unasked is passed over.
constexpr std::size_t kMostListed = 8000;

}  // namespace

TickRequest::TickRequest(const std::vector<Want>& wants) {
  for (const Want& want : wants) {
    const auto known = std::find(pmids_.begin(), pmids_.end(), want.desc.pmid);
    wanted_.push_back({static_cast<std::size_t>(known - pmids_.begin()),
                       want.desc.type, want.desc.singular(),
                       LaneDomainOf(want) != want.desc.indom});
    if (known == pmids_.end()) pmids_.push_back(want.desc.pmid);
    if (!want.desc.singular()) AddToDomain(want);
    tick_.AddWant(want);
  }
  for (WantedInstances& domain : domains_) {
    std::sort(domain.only.begin(), domain.only.end());
    domain.only.erase(std::unique(domain.only.begin(), domain.only.end()),
                      domain.only.end());
  }
}

void TickRequest::AddToDomain(const Want& want) {
  auto at = std::find_if(domains_.begin(), domains_.end(),
                         [&](const WantedInstances& domain) {
                           return domain.indom == want.desc.indom;
                         });
  if (at == domains_.end()) {
    at = domains_.insert(at, WantedInstances{want.desc.indom, false, {}});
  }
  at->open |= want.only.empty();
  at->only.insert(at->only.end(), want.only.begin(), want.only.end());
}

std::vector<ProfileDomain> TickRequest::Profile() const {
  std::vector<ProfileDomain> profile;
  std::size_t listed = 0;
  for (const WantedInstances& domain : domains_) {
    if (domain.open) continue;
    listed += domain.only.size() + 4;
    if (listed > kMostListed) break;
    profile.push_back({domain.indom, domain.only});
  }
  return profile;
}

std::vector<InDom> TickRequest::OpenDomains() const {
  std::vector<InDom> open;
  for (const WantedInstances& domain : domains_) {
    if (domain.open) open.push_back(domain.indom);
  }
  return open;
}

void TickRequest::Warm() const {
  base::Warm(pmids_);
  base::Warm(wanted_);
  tick_.Warm();
}

void TickRequest::TakeResult(const FetchResult& result, std::int64_t origin) {
  tick_.Clear();
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    Load(result, i);
    tick_.SetOrigin(i, origin);
  }
  tick_.Join();
}

void TickRequest::Load(const FetchResult& result, std::size_t want) {
  const auto& [at, type, singular, grouped] = wanted_[want];
  if (grouped) return;
  const ValueSet& set = result.sets()[at];
  if (!singular && tick_.Only(want).empty() && LoadAll(result, set, want)) {
    return;
  }
  const std::int32_t count = singular ? std::min(set.count, 1) : set.count;
  for (std::int32_t i = 0; i < count; ++i) {
    const InstanceId id = singular ? kNullInstance : set.instance(i);
    if (!tick_.Wants(want, id)) continue;
    if (IsEvent(type)) {
      tick_.Put(want, id, 0);
      continue;
    }
    Value value;
    if (!result.Load(set, i, type, &value)) continue;
    if (type == Type::kString) {
      tick_.PutText(want, id, value.text);
    } else {
      tick_.Put(want, id, value.bits);
    }
  }
}

void TickRequest::ForEachArray(const FetchResult& result,
                               const TakeArray& take) const {
  std::vector<bool> taken(pmids_.size(), false);
  for (const WantedValues& wanted : wanted_) {
    if (!IsEvent(wanted.type) || taken[wanted.set]) continue;
    taken[wanted.set] = true;
    const ValueSet& set = result.sets()[wanted.set];
    for (std::int32_t i = 0; i < set.count; ++i) {
      base::Bytes array;
      if (!result.LoadArray(set, i, wanted.type, &array)) continue;
      take(pmids_[wanted.set], set.instance(i), array);
    }
  }
}

bool TickRequest::LoadAll(const FetchResult& result, const ValueSet& set,
                          std::size_t want) {
  if (set.count <= 0) return true;
  const TickBuilder::Room room =
      tick_.PutSome(want, static_cast<std::size_t>(set.count));
  if (!result.LoadNumbers(set, wanted_[want].type, room.bits.data())) {
    tick_.TakeBack(want);
    return false;
  }
  for (std::int32_t i = 0; i < set.count; ++i) {
    room.instances[static_cast<std::size_t>(i)] = set.instance(i);
  }
  return true;
}

}  // namespace pmapi::pmcd
