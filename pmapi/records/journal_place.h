// JournalPlace: where a journal is, and how journalctl(1) is to be called for
// it.
// Source: systemd-journald.service(8), "Files"; journalctl(1).
#ifndef TOCSIN_PMAPI_RECORDS_JOURNAL_PLACE_H_
#define TOCSIN_PMAPI_RECORDS_JOURNAL_PLACE_H_

#include <string>
#include <vector>

#include "base/result.h"

namespace pmapi::records {

struct JournalPlace {
  /// Stands before every path.
  std::string root;
  /// The directory of its files; empty: this host's own journal.
  std::string path;
};

/// What tells journalctl which journal is meant, for all of its boots.
/// Errors: kSystem: there is none, or a file of it may not be read by us, with
/// advice: who may not read all is shown only what is his, and is not told.
/// kNoData: the directory `path` is there and has no file of a journal.
base::Result<std::vector<std::string>> JournalArguments(
    const JournalPlace& place);

/// The directories in which it has its own, there or not.
std::vector<std::string> JournalFolders(const JournalPlace& place);

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNAL_PLACE_H_
