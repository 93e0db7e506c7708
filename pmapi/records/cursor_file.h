// CursorFile: the place in a journal up to which all has been evaluated, kept
// over the end of the process.
#ifndef TOCSIN_PMAPI_RECORDS_CURSOR_FILE_H_
#define TOCSIN_PMAPI_RECORDS_CURSOR_FILE_H_

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"

namespace pmapi::records {

/// A place in a journal: behind an entry, or at a time.
struct JournalPosition {
  std::string cursor;             // empty: a time
  std::int64_t microseconds = 0;  // since the epoch; 0: before all entries

  friend bool operator==(const JournalPosition&,
                         const JournalPosition&) = default;
};

/// A line, and back. Nothing of what is no position.
std::string PositionText(const JournalPosition& position);
std::optional<JournalPosition> ParsePosition(std::string_view text);

/// When it was; of an entry, when journald took it. Nothing where it is not
/// told.
std::optional<base::Timestamp> TimeOf(const JournalPosition& position);

/// The file `journal.cursor` of a state directory, which is this process's as
/// long as this object is. It is written by a thread of its own, which replaces
/// it: whenever the process is killed there is an old or a new one.
/// Threads: its owner's.
class CursorFile {
 public:
  /// Makes the directory if it is not there, but none above it. Errors:
  /// kSystem: another process has it (EWOULDBLOCK), others than its owner may
  /// write there, it cannot be made.
  static base::Result<CursorFile> Open(const std::string& folder);
  ~CursorFile();
  CursorFile(CursorFile&& other) noexcept;
  CursorFile& operator=(CursorFile&&) = delete;

  /// What was kept; nothing where nothing was. Errors: kSystem; kInvalid: it is
  /// no position.
  base::Result<std::optional<JournalPosition>> Read() const;
  /// Keeps `position`, soon, and the last one also at the end of this object,
  /// which waits for that, but not for a disk that hangs. A directory that is
  /// gone is made again. What could not be read again is not written.
  void Keep(const JournalPosition& position);
  /// Why the last one that was written could not be kept.
  std::optional<base::Error> Trouble() const;
  /// The same of the last one of all, which is waited for as at the end.
  std::optional<base::Error> TroubleAtEnd() const;

 private:
  struct Shared;

  CursorFile(std::string path, std::shared_ptr<Shared> shared)
      : path_(std::move(path)), shared_(std::move(shared)) {}
  bool IsIdle() const;

  std::string path_;
  std::shared_ptr<Shared> shared_;
  bool unreadable_ = false;  // the last one could not be read again
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_CURSOR_FILE_H_
