// How journalctl(1) is called, so that nothing changes what it writes: the
// Journal Export Format.
#ifndef TOCSIN_PMAPI_RECORDS_JOURNALCTL_H_
#define TOCSIN_PMAPI_RECORDS_JOURNALCTL_H_

#include <string>
#include <vector>

#include "base/result.h"
#include "base/spawn.h"
#include "pmapi/records/cursor_file.h"
#include "pmapi/records/journal_place.h"

namespace pmapi::records {

struct Journalctl {
  JournalPlace place;
  /// The first that is there.
  std::vector<std::string> programs;

  /// One that writes the entries from `position` on, that of its cursor among
  /// them, and those that come, until it is ended. Errors: see
  /// JournalArguments().
  base::Result<base::Program> From(const JournalPosition& position) const;
  /// One that writes the last entry, if there is one, and ends. Errors: the
  /// same.
  base::Result<base::Program> Last() const;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNALCTL_H_
