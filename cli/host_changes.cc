// Hosts that have answered within a moment of each other are begun anew
// together.
#include "cli/host_changes.h"

#include <utility>

namespace cli {

void HostChanges::Changed(int source) {
  if (over_ || ready_.contains(source)) return;
  if (!asked_.insert(source).second) return;
  hosts_.Prepare({source}, kPrepareLimit, lifetime_.Guard([this, source] {
    // Posted: Prepared() may end the run that is calling.
    hosts_.loop()->Post(lifetime_.Guard([this, source] { Prepared(source); }));
  }));
}

void HostChanges::Prepared(int source) {
  asked_.erase(source);
  ready_.insert(source);
  if (over_) return;
  if (asked_.empty()) return Begin();
  if (ready_.size() > 1) return;
  // The others have kGathering to answer, too; a slower one comes by itself.
  soon_ = hosts_.loop()->After(kGathering, [this] { Begin(); });
}

void HostChanges::Begin() {
  soon_.Cancel();
  over_ = !begin_anew_(std::exchange(ready_, {}));
}

}  // namespace cli
