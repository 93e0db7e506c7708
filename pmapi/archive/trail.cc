// Layouts are kept once as long as they stay the same.
#include "pmapi/archive/trail.h"

namespace pmapi {

void Trail::Clear(std::size_t subscriptions) {
  records_.clear();
  sets_.clear();
  walkers_.clear();
  layouts_.clear();
  newest_.assign(subscriptions, -1);
}

void Trail::AddSet(std::int32_t subscription, const ValueSet& set,
                   const LayoutRef& layout, bool in_row) {
  std::int32_t& at = newest_[static_cast<std::size_t>(subscription)];
  if (at < 0 || layouts_[static_cast<std::size_t>(at)].second != layout) {
    at = static_cast<std::int32_t>(layouts_.size());
    layouts_.emplace_back(subscription, layout);
  }
  sets_.push_back({subscription, at, in_row, set});
}

}  // namespace pmapi
