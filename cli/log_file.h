// -l: standard error into a file, also for the programs that rules run. What is
// said there, and how, is messages.h's.
// Source: docs/pmie.md, "Log and daemon".
#ifndef TOCSIN_CLI_LOG_FILE_H_
#define TOCSIN_CLI_LOG_FILE_H_

#include <functional>
#include <string>

#include "base/result.h"

namespace cli {

/// Makes the file at `path`, empty, what `descriptor` writes to, always at its
/// end: who empties it has room again. Of a FIFO no reader is waited for.
/// Errors: kSystem; ENXIO of a FIFO that nobody reads.
base::Result<void> RedirectTo(const std::string& path, int descriptor);

/// Whether the file at `path` is what `descriptor` writes to: nobody has moved
/// it away.
bool IsThere(const std::string& path, int descriptor);

/// The same with a new file at `path`. If somebody else has put one there, it
/// is appended to; if there is none, or still the one that `descriptor` writes
/// to, one is made with the same permissions, and the old one stays as it is
/// for those who have it open. `finish` is called before anything is written to
/// the new one. Errors: as above; then all stays as it was.
base::Result<void> RedirectToNew(const std::string& path, int descriptor,
                                 const std::function<void()>& finish);

}  // namespace cli

#endif  // TOCSIN_CLI_LOG_FILE_H_
