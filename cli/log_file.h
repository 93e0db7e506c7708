// -l: standard error into a file between pmie's header and footer. Who says
// what goes there is messages.h.
// Source: docs/pmie.md, "Log and daemon".
#ifndef TOCSIN_CLI_LOG_FILE_H_
#define TOCSIN_CLI_LOG_FILE_H_

#include <functional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "base/zone.h"
#include "cli/output.h"

namespace cli {

/// Makes the file at `path`, empty, what `descriptor` writes to, always at its
/// end: who empties it has room again. Errors: kSystem.
base::Result<void> RedirectTo(const std::string& path, int descriptor);

/// The same with a new file of that name: the one that somebody else has put
/// there, at its end, or where it is still the one that `descriptor` writes to,
/// or none, one made by us, with the same permissions. The old one stays as it
/// is for who has it open. Before anything is written to the new one `finish`
/// is called. Of a FIFO no reader is waited for.
/// Errors: kSystem; then all stays as it was.
base::Result<void> RedirectToNew(const std::string& path, int descriptor,
                                 const std::function<void()>& finish);

/// "Log for PROGRAM on HOST WHAT TIME" and the empty line after it; `what` is
/// "started" or "rotated".
std::string LogHeader(const std::string& program, const std::string& host,
                      const std::string& what, base::Timestamp now,
                      const base::Zone& zone);

/// "PROGRAM: PID = PID, via HOST" and an empty line; with `primary`, also
/// " [primary]".
std::string LogSource(const std::string& program, int pid,
                      const std::string& host, bool primary);

/// An empty line and "Log WHAT TIME"; `what` is "finished" or "rotated".
std::string LogFooter(const std::string& what, base::Timestamp now,
                      const base::Zone& zone);

/// "[Fri Nov 20 19:56:53] PROGRAM(PID) LEVEL: TEXT" and a newline.
std::string LogLine(const std::string& program, int pid,
                    const std::string& level, const std::string& text,
                    base::Timestamp now, const base::Zone& zone);

/// What this machine is called, "localhost" where it does not say.
std::string LocalHostName();

}  // namespace cli

#endif  // TOCSIN_CLI_LOG_FILE_H_
