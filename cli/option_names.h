// pmie's options by letter and by name, for getopt_long(3). What each does is
// options.h's, what it is for usage.cc's.
#ifndef TOCSIN_CLI_OPTION_NAMES_H_
#define TOCSIN_CLI_OPTION_NAMES_H_

#include <getopt.h>

#include <iterator>
#include <string>
#include <vector>

#include "cli/option_reader.h"

namespace cli {

inline constexpr char kOptionLetters[] =
    "a:A:bc:CdD:efFHh:j:l:m:n:o:O:PqS:t:T:U:vVWxXzZ:";

inline constexpr option kOptionNames[] = {
    {"align", required_argument, nullptr, 'A'},
    {"archive", required_argument, nullptr, 'a'},
    {"debug", required_argument, nullptr, 'D'},
    {"host", required_argument, nullptr, 'h'},
    {"namespace", required_argument, nullptr, 'n'},
    {"origin", required_argument, nullptr, 'O'},
    {"start", required_argument, nullptr, 'S'},
    {"finish", required_argument, nullptr, 'T'},
    {"interval", required_argument, nullptr, 't'},
    {"timezone", required_argument, nullptr, 'Z'},
    {"hostzone", no_argument, nullptr, 'z'},
    {"help", no_argument, nullptr, kHelp},
    {"systemd", no_argument, nullptr, 'F'},
    {"secret-applet", no_argument, nullptr, 'X'},
    {"secret-agent", no_argument, nullptr, 'x'},
    {"check", no_argument, nullptr, 'C'},
    {"config", required_argument, nullptr, 'c'},
    {"interact", no_argument, nullptr, 'd'},
    {"primary", no_argument, nullptr, 'P'},
    {"foreground", no_argument, nullptr, 'f'},
    {"format", required_argument, nullptr, 'o'},
    {"logfile", required_argument, nullptr, 'l'},
    {"username", required_argument, nullptr, 'U'},
    {"note", required_argument, nullptr, 'm'},
    {"buffer", no_argument, nullptr, 'b'},
    {"timestamp", no_argument, nullptr, 'e'},
    {"quiet", no_argument, nullptr, 'q'},
    {"verbose", no_argument, nullptr, 'V'},
    {"version", no_argument, nullptr, kVersion},
    {"min-level", required_argument, nullptr, kMinLevel},
    {"act", no_argument, nullptr, kAct},
    {"receivers", required_argument, nullptr, kReceivers},
    {"state", required_argument, nullptr, kState},
    {"no-state", no_argument, nullptr, kNoState},
    {"threads", required_argument, nullptr, kThreads},
    {"store", required_argument, nullptr, kStore},
    {"extract", required_argument, nullptr, kExtract},
    {"follow", required_argument, nullptr, kFollow},
    {"journal", required_argument, nullptr, kJournal},
    {"journal-resume", no_argument, nullptr, kJournalResume},
    {"sets", required_argument, nullptr, kSets},
    {"site", required_argument, nullptr, kSite},
    {nullptr, 0, nullptr, 0},
};

/// Those of ours that pmie knows, too, but in full alone: --sta is --start.
inline constexpr option kNamesInFull[] = {
    {"state", required_argument, nullptr, kState},
    {"no-state", no_argument, nullptr, kNoState},
    {"threads", required_argument, nullptr, kThreads},
    {nullptr, 0, nullptr, 0},
};

/// Those that `program` knows, null-terminated. pmie has none of ours, and
/// knows --v for --verbose.
inline std::vector<option> OptionNamesFor(const std::string& program) {
  std::vector<option> names(std::begin(kOptionNames), std::end(kOptionNames));
  if (program == "pmie") {
    std::erase_if(names, [](const option& one) {
      return one.val >= kVersion && one.val <= kSite;
    });
  }
  return names;
}

}  // namespace cli

#endif  // TOCSIN_CLI_OPTION_NAMES_H_
