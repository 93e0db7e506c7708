// Hosts answer each on its own; those that answer together are one lot.
#include "cli/host_changes.h"

#include <utility>

namespace cli {

void HostChanges::Changed(int source) {
  if (over_ || ready_.contains(source)) return;
  if (!asked_.insert(source).second) return;
  const std::weak_ptr<const bool> alive = alive_;
  hosts_.Prepare({source}, kPrepareLimit, [this, alive, source] {
    if (alive.expired()) return;
    // Not from within the run that ends by it.
    hosts_.loop()->Post([this, alive, source] {
      if (!alive.expired()) Prepared(source);
    });
  });
}

void HostChanges::Prepared(int source) {
  asked_.erase(source);
  ready_.insert(source);
  if (over_) return;
  if (asked_.empty()) return Begin();
  if (ready_.size() > 1) return;
  // Who takes longer does not hold up the others.
  soon_ = hosts_.loop()->After(kGathering, [this] { Begin(); });
}

void HostChanges::Begin() {
  soon_.Cancel();
  over_ = !begin_anew_(std::exchange(ready_, {}));
}

}  // namespace cli
