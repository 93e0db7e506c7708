// The wall round CLI11, which throws.
#include "cli/subcommand_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/one_line.h"
#include "cli/options.h"
#include "cli/time_words.h"
#include "engine/check/suggest.h"

namespace cli {
namespace {

constexpr int kMostSamples = 1'000'000'000;
/// As of a run (options.h).
constexpr char kResumeNeedsState[] =
    "--journal-resume keeps its place in a directory: name one with --state";

UsageExit Wrong(const CLI::App& app, const std::string& what) {
  return {"tocsin: " + app.get_name() + ": " + base::OneLine(what) +
              "; try 'tocsin " + app.get_name() + " --help'\n",
          2};
}

/// Of what cannot be read, and may be an expression that begins with a "-".
std::string DashHint(const std::vector<std::string>& arguments) {
  const auto looks_so = [](const std::string& one) {
    return one.size() > 2 && one[0] == '-' && one[1] != '-';
  };
  return std::any_of(arguments.begin(), arguments.end(), looks_so)
             ? "; an expression that begins with a - stands behind --"
             : "";
}

/// Behind an argument that CLI11 is to leave alone.
constexpr char kEnd = '\n';

std::string WithoutEnd(const std::string& given) {
  const bool kept = given.starts_with('[') && given.ends_with(kEnd);
  return kept ? given.substr(0, given.size() - 1) : given;
}

/// CLI11 takes an argument of the form [a,b] apart, but for options that have
/// one at most. Each that begins so gets an end that keeps it whole and is none
/// of what is read.
void KeepWhole(CLI::App* app, std::vector<std::string>* arguments) {
  for (std::string& one : *arguments) {
    if (one.starts_with('[')) one += kEnd;
  }
  for (CLI::Option* option : app->get_options()) option->transform(WithoutEnd);
}

/// Refuses what was given unless it is `right`; within Parse.
void Require(bool right, const std::string& otherwise) {
  if (!right) throw CLI::ValidationError(otherwise);
}

/// Refuses arguments that are empty: such a variable of a script was not set.
void RequireArguments(const CLI::App& app) {
  for (const char* name :
       {"--archive", "--interval", "--timezone", "--receivers", "--journal",
        "--state", "--control", "--hosts", "--logfile", "--username",
        "--stompfile"}) {
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr || option->empty()) continue;
    const std::vector<std::string> given = option->results();
    Require(std::find(given.begin(), given.end(), "") == given.end(),
            std::string(name) +
                " '' is empty: give it an argument, or leave it away");
  }
}

/// Runs `app`; what there is to print if the command ends with that.
std::optional<UsageExit> Parse(CLI::App* app,
                               const std::vector<std::string>& arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  KeepWhole(app, &reversed);
  try {
    app->parse(std::move(reversed));
    RequireArguments(*app);
  } catch (const CLI::CallForHelp&) {
    return UsageExit{app->help("tocsin"), 0};
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    const bool too_many = what.find("At Most") != what.npos;
    return Wrong(*app, what.substr(0, what.find(':')) +
                           (too_many ? " is given more than once"
                                     : " needs an argument"));
  } catch (const CLI::ValidationError& error) {
    return Wrong(*app, error.what());
  } catch (const CLI::ParseError& error) {
    return Wrong(*app,
                 error.what() + (app->get_name() == "eval" ? DashHint(arguments)
                                                           : std::string()));
  }
  return std::nullopt;
}

/// `text` as a number of evaluations, decimal, from 1 to kMostSamples.
int Count(const std::string& text) {
  int count = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, count);
  Require(
      error == std::errc() && at == end && count >= 1 && count <= kMostSamples,
      "-s " + Quoted(text) +
          " is no number of evaluations: write one from 1 to " +
          std::to_string(kMostSamples));
  return count;
}

void AddArchives(CLI::App* app, std::vector<std::string>* archives) {
  app->add_option("-a,--archive", *archives,
                  "An archive, a directory of archives, or a list with "
                  "commas; again for another host")
      ->allow_extra_args(false);
}

void AddHost(CLI::App* app, std::optional<std::string>* host,
             const std::string& what) {
  app->add_option("-h,--host", *host, what)->excludes("--archive");
}

/// REQUIRES: AddHost() was called: options are read in the order in which they
/// were added.
void AddLogs(CLI::App* app, std::vector<pmapi::records::LogFile>* logs,
             std::optional<std::string>* host) {
  const auto take = [=](const std::vector<std::string>& given) {
    for (const std::string& one : given) {
      auto log = pmapi::records::ParseLogFile(one);
      Require(log.has_value(), log ? "" : "--follow " + log.error().message);
      logs->push_back(*std::move(log));
    }
    if (!*host) *host = kThisHost;
  };
  app->add_option_function<std::vector<std::string>>(
         "--follow", take,
         "A log file of this host, as NAME=PATH: its lines are the records of "
         "logger.perfile.NAME.records")
      ->type_name("TEXT")
      ->allow_extra_args(false)
      ->excludes("--archive");
  const auto extract = [=](const std::vector<std::string>& given) {
    for (const std::string& one : given) {
      const auto set = pmapi::records::AddLogGroups(one, logs);
      Require(set.has_value(), set ? "" : "--extract " + set.error().message);
    }
  };
  app->add_option_function<std::vector<std::string>>(
         "--extract", extract,
         "Of the log file NAME, as NAME=REGEX: the named groups of REGEX are "
         "parameters of its records")
      ->type_name("TEXT")
      ->allow_extra_args(false)
      ->excludes("--archive");
}

/// REQUIRES: as AddLogs().
void AddJournal(CLI::App* app, std::string* journal,
                std::optional<std::string>* host) {
  const auto take = [=](const std::string& given) {
    *journal = given;
    if (!*host) *host = kThisHost;
  };
  app->add_option_function<std::string>(
         "--journal", take,
         "A directory of journal files, instead of this host's own: their "
         "entries are systemd.journal.records")
      ->type_name("TEXT")
      ->excludes("--archive");
}

/// As of a run, whose words are to be checked. REQUIRES: as AddLogs().
void AddResume(CLI::App* app, CheckOptions* options) {
  app->add_flag("--journal-resume", options->journal_resume,
                "A run is to go on in the journal where the last one left off")
      ->excludes("--archive");
  app->add_option("--state", options->state,
                  "The directory where a run keeps its place in the journal");
  app->callback([=] {
    if (!options->journal_resume) return;
    Require(!options->state.empty(), kResumeNeedsState);
    if (!options->host) options->host = kThisHost;
  });
}

void AddReceivers(CLI::App* app, std::optional<std::string>* receivers) {
  app->add_option("--receivers", *receivers,
                  "Whom webhooks tell by their names: a file, or a directory "
                  "of them");
}

void AddWindow(CLI::App* app, EvalOptions* options) {
  pmapi::notation::WindowOptions& window = options->window;
  app->add_option("-S,--start", window.start, "Begin at this time");
  app->add_option("-T,--finish", window.finish, "End at this time");
  app->add_option("-A,--align", window.align, "Align the first evaluation");
  app->add_option("-O,--origin", window.origin, "First evaluation");
  app->add_option("-t,--interval", options->interval,
                  "Time between evaluations (default 10 s; live 1 s)");
  app->add_option("-Z,--timezone", options->zone, "Reporting time zone");
  app->add_flag("-z,--hostzone", options->source_zone,
                "Report in the zone of the archive's host");
}

void Describe(CLI::App* app, EvalOptions* options) {
  app->description(
      "Evaluates one expression and prints its value(s): at the end of the "
      "archives' window or, live, now. Exit status: 0 true (or a known "
      "number), 1 false, 3 unknown, 2 error.");
  AddArchives(app, &options->archives);
  AddHost(app, &options->host,
          "A live host as rules name it; without it and -a this one");
  AddLogs(app, &options->logs, &options->host);
  AddJournal(app, &options->journal, &options->host);
  AddWindow(app, options);
  CLI::Option* samples =
      app->add_option("-s,--samples", "Print the last N evaluations")
          ->type_name("TEXT");
  app->add_flag("--json", options->json, "Print JSON, an object an evaluation");
  app->add_option("EXPRESSION", options->expression)->required();
  app->callback([=] {
    if (!samples->empty()) options->samples = Count(samples->results().back());
  });
}

void Describe(CLI::App* app, EventsOptions* options) {
  app->description(
      "Prints event records (log lines, traces) of a metric, all or where a "
      "condition holds: of archives, or of a live host as they come. Exit "
      "status: 0 some, 1 none, 2 error.");
  AddArchives(app, &options->archives);
  AddHost(app, &options->host,
          "A live host as rules name it; without it and -a this one");
  AddLogs(app, &options->logs, &options->host);
  AddJournal(app, &options->journal, &options->host);
  pmapi::notation::WindowOptions& window = options->window;
  app->add_option("-S,--start", window.start, "Begin at this time");
  app->add_option("-T,--finish", window.finish, "End at this time");
  app->add_option("-O,--origin", window.origin, "First evaluation");
  app->add_option("-Z,--timezone", options->zone, "Reporting time zone");
  app->add_flag("-z,--hostzone", options->source_zone,
                "Report in the zone of the archive's host");
  app->add_flag("--json", options->json, "Print JSON, an object a record");
  app->add_flag("--count", options->count, "Print how many there are");
  const auto join = [=](const std::vector<std::string>& words) {
    for (const std::string& one : words) {
      options->records += (options->records.empty() ? "" : " ") + one;
    }
  };
  app->add_option_function<std::vector<std::string>>(
         "RECORDS", join,
         "METRIC, or METRIC where CONDITION, in one word or several: a shell "
         "takes the quotes of texts off, unless all of it is in single ones, "
         "or, where a name needs these itself, in double ones: "
         "\"systemd.journal.records where '_comm' == \\\"sshd\\\"\"")
      ->type_name("TEXT")
      ->required();
}

void Describe(CLI::App* app, CheckOptions* options) {
  app->description(
      "Checks rule files; with archives or a host, also that their metrics "
      "and instances exist. Exit status: 0 no errors, 1 errors, 2 failure.");
  AddArchives(app, &options->archives);
  AddHost(app, &options->host, "A live host whose metrics are looked up");
  AddLogs(app, &options->logs, &options->host);
  AddJournal(app, &options->journal, &options->host);
  AddResume(app, options);
  app->add_flag("--json", options->json, "Print JSON");
  AddReceivers(app, &options->receivers);
  app->add_option("-j", options->stomp_file,
                  "The file that says which message broker stomp tells");
  app->add_option("FILE", options->files,
                  "Rule files; - is standard input; none: the receivers alone");
}

void Describe(CLI::App* app, NotifyOptions* options) {
  app->description(
      "Shows what a receiver would be sent: of URL and headers without what "
      "may be a secret, the body as it is. Exit status: 0, 1 not delivered, 2 "
      "no such receiver.");
  AddReceivers(app, &options->receivers);
  app->add_flag("--try", options->send, "Send it, and show the answer");
  app->add_option("RECEIVER", options->receiver, "A name, or a URL")
      ->required();
}

void Describe(CLI::App* app, ListOptions* options) {
  app->description(
      "Lists metrics: what they are and which instances they have. Exit "
      "status: 0, 1 nothing is called so, 2 failure.");
  AddArchives(app, &options->archives);
  AddHost(app, &options->host,
          "A live host, or mmv:PATH; without it and -a this one");
  AddLogs(app, &options->logs, &options->host);
  AddJournal(app, &options->journal, &options->host);
  app->add_flag("-i,--instances", options->all_instances,
                "All instances, and not the first ten");
  app->add_flag("--json", options->json, "Print JSON, an object a metric");
  app->add_option("NAME", options->names,
                  "A metric, a group of metrics, or a pattern with * and ?; "
                  "none: all");
}

OutboxOptions::Verb ReadVerb(const std::string& word) {
  using Verb = OutboxOptions::Verb;
  static const std::map<std::string, Verb> kVerbs = {{"list", Verb::kList},
                                                     {"show", Verb::kShow},
                                                     {"retry", Verb::kRetry},
                                                     {"drop", Verb::kDrop}};
  const auto known = kVerbs.find(word);
  Require(known != kVerbs.end(),
          Quoted(word) + " is none of list, show, retry and drop");
  return known->second;
}

void Describe(CLI::App* app, OutboxOptions* options) {
  app->description(
      "Notifications that are not delivered yet, also while tocsin runs: list "
      "them, show one, retry all that wait, drop some. Exit status: 0, 1 there "
      "is none of an ID, 2 failure.");
  app->add_option("--state", options->state,
                  "The state directory (default $STATE_DIRECTORY)");
  CLI::Option* command = app->add_option("COMMAND", "list, show, retry or drop")
                             ->type_name("TEXT")
                             ->required();
  app->add_option("ID", options->ids, "What is to be shown or dropped");
  app->add_flag("--json", options->json,
                "Print the list as JSON, an object a notification and line");
  app->callback([=] {
    const std::string word = command->results().front();
    options->verb = ReadVerb(word);
    Require(!options->json || word == "list" || word == "show",
            "--json is of list: " + word + " prints nothing");
    const bool needs = word == "show" || word == "drop";
    Require(needs != options->ids.empty(),
            word + (needs ? " needs an ID: 'tocsin outbox list' tells them"
                          : " takes no ID"));
  });
}

/// Those behind `conf`, whose other commands are pmieconf's.
constexpr std::pair<std::string_view, ConfSiteOptions::Verb> kOfConf[] = {
    {"why", ConfSiteOptions::Verb::kWhy},
    {"render", ConfSiteOptions::Verb::kRender},
    {"lint", ConfSiteOptions::Verb::kLint},
    {"diff", ConfSiteOptions::Verb::kDiff},
    {"import", ConfSiteOptions::Verb::kImport}};

void DescribeImport(CLI::App* app, ConfSiteOptions* options) {
  app->description(
      "What pmieconf has set in a file, as the file of a site, on standard "
      "output.");
  app->add_option("--sets", options->sets,
                  "A template, or a folder of them (default "
                  "/usr/share/tocsin/sets)");
  app->add_option("--rules", options->rules,
                  "pmieconf's rules, as its -r has them");
  app->add_option("FILE", options->file, "As pmieconf's -f has it")->required();
}

void DescribeDiff(CLI::App* app, ConfSiteOptions* options) {
  app->description(
      "Which rules and parameters are others: of two hosts, or of hosts by "
      "other files. Exit status: 0 all is the same, 1 something is not, 2 "
      "failure.");
  app->add_option("--to-site", options->to_site,
                  "The site's file to compare with");
  app->add_option("--to-sets", options->to_sets,
                  "The templates to compare with");
  app->add_option("HOST", options->hosts,
                  "Two hosts; with --to-site or --to-sets those that are "
                  "compared (default: all that the files name, and others)");
  app->callback([=] {
    const bool files = options->to_site || options->to_sets;
    Require(files || options->hosts.size() == 2,
            "two hosts are compared, or with --to-site or --to-sets two sites");
  });
}

void Describe(CLI::App* app, ServeOptions* options) {
  app->description(
      "Runs the rules of a site at all of its hosts, in one process, and "
      "follows its files when they change, and at SIGHUP.");
  app->add_option("--control", options->control,
                  "The control file of pmie_check; FILE.d is read, too "
                  "(default $PCP_PMIECONTROL_PATH, or /etc/pcp/pmie/control)");
  app->add_option("--hosts", options->hosts,
                  "Hosts and their rules in YAML, in the place of control "
                  "files unless these are named, too");
  app->add_option("--sets", options->sets,
                  "Templates that run at each of --hosts, too: a folder of "
                  "them, or one");
  app->add_option("--site", options->site,
                  "What the site sets of templates (default "
                  "/etc/tocsin/site.yaml)");
  app->add_flag("-C,--check", options->check_only,
                "Read the files, say what is wrong, and exit");
  app->add_option("-l,--logfile", options->log_file,
                  "Write the log, and what is printed, to this file");
  app->add_option("-U,--username", options->user, "Run as this user");
  app->add_flag("-q,--quiet", options->quiet, "Say less of hosts");
  app->add_option("-Z,--timezone", options->zone,
                  "The zone of times, as in TZ");
  app->add_option("--state", options->state,
                  "The directory of what is to last (default "
                  "$STATE_DIRECTORY)");
  app->add_option("--receivers", options->receivers,
                  "Whom webhooks may tell: a file, or a folder of them");
  app->add_option("-j,--stompfile", options->stomp_file,
                  "Which message broker is told");
}

void Describe(CLI::App* app, ConfSiteOptions* options) {
  using Verb = ConfSiteOptions::Verb;
  const std::string word = app->get_name();
  const auto verb = std::find_if(
      std::begin(kOfConf), std::end(kOfConf), [&](const auto& one) {
        return word == "conf " + std::string(one.first);
      });
  options->verb = verb->second;
  if (options->verb == Verb::kImport) return DescribeImport(app, options);
  app->add_option("--site", options->site,
                  "What the site sets (default /etc/tocsin/site.yaml)");
  app->add_option("--sets", options->sets,
                  "A template, or a folder of them (default "
                  "/usr/share/tocsin/sets)");
  if (options->verb == Verb::kDiff) return DescribeDiff(app, options);
  if (options->verb == Verb::kLint) {
    app->description("What is wrong with templates and with what a site sets.");
    app->add_option("--receivers", options->receivers,
                    "Whom webhooks may tell: a file, or a folder of them "
                    "(default what there is in /etc/tocsin)");
    app->add_option("--hosts", options->hosts_file,
                    "Hosts that there are, as serve's --hosts has them");
    app->add_option("HOST", options->hosts,
                    "All hosts that there are, beside those of --hosts "
                    "(default: those that the site's file names, and others)");
    return;
  }
  app->add_option("HOST", options->host, "As the site's file calls it")
      ->required();
  if (options->verb == Verb::kRender) {
    app->description("The rules of a host, with what the site sets.");
    return;
  }
  app->description("Which value a parameter has on a host, and who gives it.");
  app->add_option("TEMPLATE[.PARAMETER]", options->parameter,
                  "A template, a dot, and its parameter; without these two "
                  "all that it has")
      ->required();
  app->add_option("INSTANCE", options->instance,
                  "Of a metric, where its instances have values of their own");
}

template <typename Options>
Subcommand Read(const std::string& word,
                const std::vector<std::string>& arguments) {
  Options options;
  CLI::App app("", word);
  // -h is a host, as with pmie.
  app.set_help_flag("--help", "Print this and exit");
  Describe(&app, &options);
  if (auto exit = Parse(&app, arguments)) return *std::move(exit);
  return options;
}

/// The subcommands, in the order in which they are told.
constexpr std::pair<std::string_view, decltype(&Read<EvalOptions>)>
    kSubcommands[] = {
        {"eval", Read<EvalOptions>},     {"check", Read<CheckOptions>},
        {"list", Read<ListOptions>},     {"events", Read<EventsOptions>},
        {"notify", Read<NotifyOptions>}, {"outbox", Read<OutboxOptions>},
        {"serve", Read<ServeOptions>}};

}  // namespace

std::optional<Subcommand> ParseSubcommand(
    const std::vector<std::string>& arguments) {
  if (arguments.size() > 1 && arguments[0] == "conf" &&
      std::any_of(std::begin(kOfConf), std::end(kOfConf),
                  [&](const auto& one) { return one.first == arguments[1]; })) {
    return Read<ConfSiteOptions>("conf " + arguments[1],
                                 {arguments.begin() + 2, arguments.end()});
  }
  if (arguments.empty()) return std::nullopt;
  for (const auto& [word, read] : kSubcommands) {
    if (arguments[0] != word) continue;
    return read(arguments[0], {arguments.begin() + 1, arguments.end()});
  }
  return std::nullopt;
}

std::string SubcommandHint(const std::string& word) {
  const bool is_word =
      !word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == word.npos;
  if (!is_word) return "";
  std::vector<std::string> all;
  std::string listed;
  for (const auto& [one, read] : kSubcommands) {
    if (word == one || word == "conf") {
      return "; the subcommand stands first: tocsin " + word + " ...";
    }
    all.emplace_back(one);
    listed += all.size() == 1 ? one : ", " + all.back();
  }
  all.emplace_back("conf");
  listed += " and conf";
  const std::string meant = engine::check::Suggester().DidYouMean(word, all);
  return "; the subcommands " + listed + " stand first" +
         (meant.empty() ? "" : ": " + meant);
}

}  // namespace cli
