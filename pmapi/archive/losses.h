// Losses: what of an archive is not there though it once was, or not yet: cut
// files, volumes that are missing. Damage that stops a replay is the walker's.
#ifndef TOCSIN_PMAPI_ARCHIVE_LOSSES_H_
#define TOCSIN_PMAPI_ARCHIVE_LOSSES_H_

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "pmapi/archive/member.h"

namespace pmapi {

struct Loss {
  std::string path;  // of the file
  std::string what;  // is wrong with it: "ends within a record, at byte 538"
  /// Nothing is known from here on; not set: of no time in particular.
  std::optional<base::Timestamp> from;
  /// Until here, if something is known again.
  std::optional<base::Timestamp> until;
  /// So it also looks while a logger is writing.
  bool may_grow = false;
};

/// Of one archive. A later volume that cannot be used counts once somebody has
/// come across it (Member::PassOver). REQUIRES: it has an end.
std::vector<Loss> FindLosses(const Member& member);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_LOSSES_H_
