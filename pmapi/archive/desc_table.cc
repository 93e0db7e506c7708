// Open addressing: a slot that is taken by another sends to the next.
#include "pmapi/archive/desc_table.h"

namespace pmapi {
namespace {

constexpr std::size_t kFirstSlots = 64;

std::size_t Hash(Pmid pmid) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  return static_cast<std::size_t>(static_cast<std::uint32_t>(pmid) * kGolden >>
                                  32);
}

}  // namespace

/// The slot of `pmid`, or the free one where it would be.
std::size_t DescTable::SlotOf(Pmid pmid) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = Hash(pmid) & mask;
  while (slots_[slot] != kFree && all_[slots_[slot]].first != pmid) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

const MetricDesc* DescTable::Find(Pmid pmid) const {
  if (slots_.empty()) return nullptr;
  const std::int32_t place = slots_[SlotOf(pmid)];
  return place == kFree ? nullptr : &all_[place].second;
}

void DescTable::Add(const MetricDesc& desc) {
  if (2 * (all_.size() + 1) > slots_.size()) Grow();
  slots_[SlotOf(desc.pmid)] = static_cast<std::int32_t>(all_.size());
  all_.emplace_back(desc.pmid, desc);
}

void DescTable::Grow() {
  slots_.assign(slots_.empty() ? kFirstSlots : 2 * slots_.size(), kFree);
  for (std::size_t place = 0; place < all_.size(); ++place) {
    slots_[SlotOf(all_[place].first)] = static_cast<std::int32_t>(place);
  }
}

}  // namespace pmapi
