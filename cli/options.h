// pmie's command line and the environment variables that act like it.
// tocsin's own subcommands are subcommand_options.h's.
// Source: docs/pmie.md, "Options", "Environment".
#ifndef TOCSIN_CLI_OPTIONS_H_
#define TOCSIN_CLI_OPTIONS_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "actions/log.h"
#include "base/result.h"
#include "base/time.h"
#include "cli/process_context.h"
#include "cli/task_report.h"
#include "pmapi/notation/time_window.h"
#include "pmapi/pmcd/stored_text.h"
#include "pmapi/records/log_feed.h"

namespace cli {

/// pmie's default -t.
inline constexpr base::Duration kDefaultInterval{10 * base::kNanosPerSecond};

/// The -h of this host without any pmcd.
inline constexpr char kThisHost[] = "@";

struct Options {
  /// As given, lists with commas whole: cli/archives.h sorts out the hosts.
  std::vector<std::string> archives;
  std::optional<std::string> host;

  /// --follow: of this host, which is the one that is meant without -h then.
  std::vector<pmapi::records::LogFile> logs;
  std::optional<std::string> journal;  // --journal: the same, of its journal
  bool journal_resume = false;         // --journal-resume

  std::vector<pmapi::pmcd::StoredText> stores;  // --store

  std::vector<std::string> files;   // rules; none: standard input
  std::optional<std::string> sets;  // --sets: templates, in place of files
  std::optional<std::string> site;  // --site: what is set of them
  /// What rules tell the system's log is printed instead: of templates in the
  /// foreground.
  bool shows_syslog = false;
  bool check_only = false;   // -C
  bool interactive = false;  // -d

  base::Duration interval = kDefaultInterval;
  pmapi::notation::WindowOptions window;
  bool source_zone = false;         // -z
  std::optional<std::string> zone;  // -Z, else TZ; none: the system's

  ReportStyle report = ReportStyle::kNone;
  bool stamped = false;  // -e
  bool quiet = false;    // -q
  actions::LogLevel min_level = actions::LogLevel::kInfo;
  bool buffered = false;                     // -b
  std::optional<std::string> action_format;  // -o
  bool act = false;                          // --act

  bool agent = false;       // -x
  bool applet = false;      // -X
  bool foreground = false;  // -f
  bool systemd = false;     // -F
  bool primary = false;     // -P
  std::optional<std::string> log_file;
  std::optional<std::string> user;
  std::optional<std::string> stomp_file;
  std::optional<std::string> note;
  std::string state;  // --state, STATE_DIRECTORY; empty: none
  std::optional<std::string> receivers;  // --receivers
  std::optional<int> threads;  // --threads; none: as many as there are cores

  bool counter_wrap = false;                // PCP_COUNTER_WRAP
  std::optional<std::string> ignore_marks;  // PCP_IGNORE_MARK_RECORDS
  std::string rules_directory;  // where a relative name is looked for, too

  /// Live, and not in the foreground: pmie's "daemon mode".
  bool daemon() const {
    return !foreground && (log_file || primary || systemd || user || agent);
  }
};

/// The command line ends here: what to print, and the exit status.
struct OptionsExit {
  std::string text;
  int status = 1;  // 0: help was asked for, and `text` is for stdout
};

/// Does what pmie does while it still reads its options; complaints come in
/// that order. The Options are what was read so far.
class OptionHandler {
 public:
  virtual ~OptionHandler() = default;

  /// Opens what one -a names. Errors: lines; the program ends with them.
  /// What OpenArchives() will most likely be called with, in this order; before
  /// all else, and with what is known already of the options.
  virtual void ExpectArchives(const std::vector<std::string>& lists,
                              const Options& options) = 0;
  virtual base::Result<void> OpenArchives(const std::string& list,
                                          const Options& options) = 0;
  /// The same for the archives that the environment names, as one host's.
  virtual base::Result<void> OpenContext(const std::string& list,
                                         const Options& options) = 0;

  /// What is wrong with a file of -n: lines that stand by themselves, and what
  /// comes of it.
  struct NamesFault {
    std::string lines;
    std::string complaint;
  };
  virtual std::optional<NamesFault> LoadNames(const std::string& file) = 0;
};

/// Reads `arguments`, the program's name first; diagnostics begin with
/// `program`. Errors: pmie's words, all of them, then the usage if it could
/// help. Threads: one at a time; getopt_long keeps its place in globals.
std::variant<Options, OptionsExit> ParseOptions(
    const std::string& program, const std::vector<std::string>& arguments,
    const Environment& environment, OptionHandler* handler);

/// What -? prints; for tocsin also what other command lines there are.
std::string UsageText(const std::string& program);
/// What --version prints.
std::string VersionText();

}  // namespace cli

#endif  // TOCSIN_CLI_OPTIONS_H_
