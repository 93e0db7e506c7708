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

/// A stretch of time of which something, or all, is missing.
struct Loss {
  std::string path;  // of the file, of several without their ends
  std::string what;  // is wrong with it: "ends within a record, at byte 538"
  /// Nothing is known from here on; not set: of no time in particular.
  std::optional<base::Timestamp> from;
  /// Until here, if something is known again.
  std::optional<base::Timestamp> until;
  /// An archive that a logger is still writing looks the same.
  bool may_grow = false;
  /// Of several files: between `from` and `until` something may be known.
  bool several = false;
};

/// Of one archive: the first of them, and how many more there are. A later
/// volume that cannot be used counts once somebody has come across it
/// (Member::PassOver). REQUIRES: it has an end.
std::vector<Loss> FindLosses(const Member& member);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_LOSSES_H_
