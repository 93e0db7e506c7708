// The command lines of tocsin's own subcommands. pmie's is options.h's.
#ifndef TOCSIN_CLI_SUBCOMMAND_OPTIONS_H_
#define TOCSIN_CLI_SUBCOMMAND_OPTIONS_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pmapi/notation/time_window.h"
#include "pmapi/records/log_feed.h"

namespace cli {

/// tocsin eval: one expression, over archives or of live hosts.
struct EvalOptions {
  std::vector<std::string> archives;
  std::optional<std::string> host;
  std::vector<pmapi::records::LogFile> logs;  // --follow
  std::string journal;                        // --journal
  pmapi::notation::WindowOptions window;
  std::string interval;      // -t; empty: not given
  std::string zone;          // -Z; empty: not given
  bool source_zone = false;  // -z
  int samples = 1;           // -s
  bool json = false;
  std::string expression;
};

/// tocsin check: rule files against archives, a live host, or by themselves.
struct CheckOptions {
  std::vector<std::string> archives;
  std::optional<std::string> host;
  std::vector<pmapi::records::LogFile> logs;  // --follow
  std::string journal;                        // --journal
  bool journal_resume = false;                // --journal-resume
  std::string state;                          // --state
  bool json = false;
  std::optional<std::string> receivers;
  std::optional<std::string> stomp_file;
  std::vector<std::string> files;  // none: the receivers alone
};

/// tocsin list: metrics of archives, or of a live host.
struct ListOptions {
  std::vector<std::string> archives;
  std::optional<std::string> host;
  std::vector<pmapi::records::LogFile> logs;  // --follow
  std::string journal;                        // --journal
  bool all_instances = false;                 // -i
  bool json = false;
  std::vector<std::string> names;  // none: all
};

/// tocsin events: event records of archives, or of a live host.
struct EventsOptions {
  std::vector<std::string> archives;
  std::optional<std::string> host;
  std::vector<pmapi::records::LogFile> logs;  // --follow
  std::string journal;                        // --journal
  pmapi::notation::WindowOptions window;
  std::string zone;          // -Z; empty: not given
  bool source_zone = false;  // -z
  bool json = false;
  bool count = false;   // how many there are
  std::string records;  // METRIC where CONDITION
};

/// tocsin notify: what a receiver is sent.
struct NotifyOptions {
  std::optional<std::string> receivers;
  bool send = false;  // --try
  std::string receiver;
};

/// tocsin outbox: the notifications of a state directory.
struct OutboxOptions {
  enum class Verb { kList, kShow, kRetry, kDrop };
  Verb verb = Verb::kList;
  std::string state;             // empty: not given
  std::vector<std::string> ids;  // to show or drop
  bool json = false;             // of list
};

/// tocsin conf why, render, lint, diff and import: templates as a site has set
/// them.
struct ConfSiteOptions {
  enum class Verb { kWhy, kRender, kLint, kDiff, kImport };
  Verb verb = Verb::kWhy;
  std::optional<std::string> site;
  std::optional<std::string> sets;
  std::string host;                       // of why and render
  std::string parameter;                  // TEMPLATE[.PARAMETER], of why
  std::optional<std::string> instance;    // of why
  std::vector<std::string> hosts;         // of lint and diff
  std::optional<std::string> hosts_file;  // --hosts: of lint
  std::optional<std::string> receivers;   // of lint
  std::optional<std::string> to_site;     // of diff: with which it is compared
  std::optional<std::string> to_sets;
  std::optional<std::string> rules;  // of import: pmieconf's
  std::string file;                  // of import
};

/// tocsin serve: the rules of a site at its hosts.
struct ServeOptions {
  std::optional<std::string> control;
  std::optional<std::string> hosts;
  std::optional<std::string> sets;
  std::optional<std::string> site;
  bool check_only = false;              // -C
  std::optional<std::string> log_file;  // -l
  std::optional<std::string> user;      // -U
  bool quiet = false;                   // -q
  std::string zone;                     // -Z; empty: not given
  std::string state;                    // --state; empty: not given
  std::optional<std::string> receivers;
  std::optional<std::string> stomp_file;  // -j
};

/// A command line that ends here: what to print, where, and the exit status.
struct UsageExit {
  std::string text;
  int status = 2;  // 0: help was asked for, and `text` is for stdout
};

/// What a subcommand is to do, or why it does not.
using Subcommand = std::variant<UsageExit, EvalOptions, CheckOptions,
                                ListOptions, EventsOptions, NotifyOptions,
                                OutboxOptions, ServeOptions, ConfSiteOptions>;

/// `arguments` stand behind the program's name. Nothing where the first is no
/// subcommand's word.
std::optional<Subcommand> ParseSubcommand(
    const std::vector<std::string>& arguments);

/// Of `word`, which is no file that can be read: "; the subcommands ... stand
/// first", and which one may be meant. Empty where it is no word of letters.
std::string SubcommandHint(const std::string& word);

}  // namespace cli

#endif  // TOCSIN_CLI_SUBCOMMAND_OPTIONS_H_
