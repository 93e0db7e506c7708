// JournalEnd: the entry with which a journal ends now.
#ifndef TOCSIN_PMAPI_RECORDS_JOURNAL_END_H_
#define TOCSIN_PMAPI_RECORDS_JOURNAL_END_H_

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/records/journal_export.h"
#include "pmapi/records/program_reader.h"

namespace pmapi::records {

/// Asked of a journalctl of its own, for which nobody waits but who says so.
/// Where entries are told by their place, and not by their times, no clock can
/// hide them. Threads: its owner's.
class JournalEnd {
 public:
  struct Entry {
    std::string cursor;              // empty: the journal has none
    std::uint64_t microseconds = 0;  // of its time, since the epoch
  };

  /// `find` is of a program that writes the last entry, and ends.
  explicit JournalEnd(ProgramReader::Find find);

  /// Waits until the program has ended, but no longer than `limit`.
  void Await(base::Duration limit) const { reader_.AwaitEnd(limit); }
  /// The entry, once it is known, or why it is not; the same at each call after
  /// that. Never waits.
  const std::optional<base::Result<Entry>>& Take();

 private:
  bool TakePieces();

  ProgramReader reader_;
  JournalExportParser parser_;
  Entry last_;
  std::optional<base::Result<Entry>> outcome_;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNAL_END_H_
