// One lot of hosts at a time; what changes meanwhile is the next lot.
#include "cli/host_changes.h"

#include <utility>

#include "base/loop/loop.h"

namespace cli {

void HostChanges::Changed(int source) {
  changed_.insert(source);
  if (!preparing_) Prepare();
}

void HostChanges::Prepare() {
  preparing_ = true;
  const std::weak_ptr<const bool> alive = alive_;
  hosts_.Prepare(changed_, kPrepareLimit, [this, alive, lot = changed_] {
    if (alive.expired()) return;
    // Not from within the run that ends by it.
    hosts_.loop()->Post([this, alive, lot] {
      if (!alive.expired()) Prepared(lot);
    });
  });
}

void HostChanges::Prepared(const std::set<int>& sources) {
  preparing_ = false;
  if (!begin_anew_(sources)) return;
  // Each tick has told of them until now.
  std::erase_if(changed_, [&](int one) { return sources.count(one) > 0; });
  if (!changed_.empty()) Prepare();
}

}  // namespace cli
