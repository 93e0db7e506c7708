// Holdoff: that an action was performed and is held off since, for the next run
// of the program. Kept by the outbox beside notifications; which action it is
// of: actions/holdoffs.h.
#ifndef TOCSIN_ACTIONS_DELIVERY_HOLDOFF_H_
#define TOCSIN_ACTIONS_DELIVERY_HOLDOFF_H_

#include <string>

#include "base/time.h"

namespace actions {

struct Holdoff {
  std::string key;        // of the action, the same in each run
  base::Timestamp since;  // when it was performed
  base::Timestamp until;  // then nobody needs to know; none: forget it
  bool succeeded = true;

  friend bool operator==(const Holdoff&, const Holdoff&) = default;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_HOLDOFF_H_
