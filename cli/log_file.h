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

/// The same with a new file of that name: the one that somebody else has put
/// there, at its end, or where it is still the one that `descriptor` writes to,
/// or none, one made by us, with the same permissions. The old one stays as it
/// is for who has it open. Before anything is written to the new one `finish`
/// is called. Errors: as above; then all stays as it was.
base::Result<void> RedirectToNew(const std::string& path, int descriptor,
                                 const std::function<void()>& finish);

}  // namespace cli

#endif  // TOCSIN_CLI_LOG_FILE_H_
