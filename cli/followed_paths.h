// What is wrong, on this host, with paths that are to be followed: of log files
// and of a journal's directory.
#ifndef TOCSIN_CLI_FOLLOWED_PATHS_H_
#define TOCSIN_CLI_FOLLOWED_PATHS_H_

#include <string>

#include "pmapi/records/log_feed.h"

namespace cli {

/// Why `log` has no lines now; empty: nothing is known against it.
std::string WrongLogFile(const pmapi::records::LogFile& log);

/// The same of the entries of the journal in `directory`.
std::string WrongJournal(const std::string& directory);

}  // namespace cli

#endif  // TOCSIN_CLI_FOLLOWED_PATHS_H_
