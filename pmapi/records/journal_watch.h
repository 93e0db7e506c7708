// JournalWatch: whether the directories of a journal are still those that they
// were. Who follows files in them, as journalctl does, is not told of that.
#ifndef TOCSIN_PMAPI_RECORDS_JOURNAL_WATCH_H_
#define TOCSIN_PMAPI_RECORDS_JOURNAL_WATCH_H_

#include <memory>

#include "pmapi/records/journal_place.h"

namespace pmapi::records {

/// A disk may hang: threads look that nobody waits for. Copies are of the same
/// one. Threads: Note() any, HasChanged() its owner's.
class JournalWatch {
 public:
  explicit JournalWatch(const JournalPlace& place);

  /// The directories are those that there are now. May wait for a disk.
  void Note() const;
  /// Whether, when they were looked at last, they were others than Note()
  /// found, which is told once, until it is called again; has them looked at
  /// again.
  bool HasChanged() const;

 private:
  struct Shared;

  std::shared_ptr<Shared> shared_;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNAL_WATCH_H_
