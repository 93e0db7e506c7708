// The wall round CLI11, which throws.
#include "cli/subcommand_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

#include "base/one_line.h"
#include "cli/time_words.h"
#include "engine/check/suggest.h"

namespace cli {
namespace {

constexpr int kMostSamples = 1'000'000'000;

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

/// Runs `app`; what there is to print if the command ends with that.
std::variant<std::monostate, UsageExit> Parse(
    CLI::App* app, const std::vector<std::string>& arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  KeepWhole(app, &reversed);
  try {
    app->parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return UsageExit{app->help(), 0};
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    const bool too_many = what.find("At Most") != what.npos;
    return Wrong(*app, what.substr(0, what.find(':')) +
                           (too_many ? " is given more than once"
                                     : " needs an argument"));
  } catch (const CLI::ParseError& error) {
    return Wrong(*app,
                 error.what() + (app->get_name() == "eval" ? DashHint(arguments)
                                                           : std::string()));
  }
  for (const char* name :
       {"--archive", "--interval", "--timezone", "--receivers"}) {
    const CLI::Option* option = app->get_option_no_throw(name);
    if (option == nullptr || option->empty()) continue;
    const std::vector<std::string> given = option->results();
    if (std::find(given.begin(), given.end(), "") == given.end()) continue;
    return Wrong(*app, std::string(name) +
                           " '' is empty: give it an argument, or leave it "
                           "away");
  }
  return {};
}

/// All of `text`, decimal, from 1 to kMostSamples.
bool ReadCount(const std::string& text, int* count) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, *count);
  return error == std::errc() && at == end && *count >= 1 &&
         *count <= kMostSamples;
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

}  // namespace

std::string SubcommandHint(const std::string& word) {
  const bool is_word =
      !word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == word.npos;
  if (!is_word) return "";
  const std::vector<std::string> all = {"eval", "check", "list", "notify",
                                        "outbox"};
  if (std::find(all.begin(), all.end(), word) != all.end()) {
    return "; the subcommand stands first: tocsin " + word + " ...";
  }
  const std::string meant = engine::check::Suggester().DidYouMean(word, all);
  return "; the subcommands eval, check, list, notify and outbox stand first" +
         (meant.empty() ? "" : ": " + meant);
}

std::variant<EvalOptions, UsageExit> ParseEvalOptions(
    const std::vector<std::string>& arguments) {
  EvalOptions options;
  CLI::App app(
      "Evaluates one expression and prints its value(s): at the end of the "
      "archives' window or, live, now. Exit status: 0 true (or a known "
      "number), 1 false, 3 unknown, 2 error.",
      "eval");
  // -h is a host, as with pmie.
  app.set_help_flag("--help", "Print this and exit");
  AddArchives(&app, &options.archives);
  AddHost(&app, &options.host,
          "A live host as rules name it; without it and -a this one");
  AddWindow(&app, &options);
  std::string samples = "1";
  app.add_option("-s,--samples", samples, "Print the last N evaluations");
  app.add_flag("--json", options.json, "Print JSON, an object an evaluation");
  app.add_option("EXPRESSION", options.expression)->required();
  auto ended = Parse(&app, arguments);
  if (auto* exit = std::get_if<UsageExit>(&ended)) return std::move(*exit);
  if (!ReadCount(samples, &options.samples)) {
    return Wrong(app, "-s " + Quoted(samples) +
                          " is no number of evaluations: write one from 1 to " +
                          std::to_string(kMostSamples));
  }
  return options;
}

std::variant<CheckOptions, UsageExit> ParseCheckOptions(
    const std::vector<std::string>& arguments) {
  CheckOptions options;
  CLI::App app(
      "Checks rule files; with archives or a host, also that their metrics "
      "and instances exist. Exit status: 0 no errors, 1 errors, 2 failure.",
      "check");
  app.set_help_flag("--help", "Print this and exit");
  AddArchives(&app, &options.archives);
  AddHost(&app, &options.host, "A live host whose metrics are looked up");
  app.add_flag("--json", options.json, "Print JSON");
  AddReceivers(&app, &options.receivers);
  app.add_option("FILE", options.files,
                 "Rule files; - is standard input; none: the receivers alone");
  auto ended = Parse(&app, arguments);
  if (auto* exit = std::get_if<UsageExit>(&ended)) return std::move(*exit);
  if (options.files.empty() && !options.receivers) {
    return Wrong(app, "FILE is required");
  }
  return options;
}

std::variant<NotifyOptions, UsageExit> ParseNotifyOptions(
    const std::vector<std::string>& arguments) {
  NotifyOptions options;
  CLI::App app(
      "Shows what a receiver would be sent, without what may be a secret. Exit "
      "status: 0, 1 not delivered, 2 no such receiver.",
      "notify");
  app.set_help_flag("--help", "Print this and exit");
  AddReceivers(&app, &options.receivers);
  app.add_flag("--try", options.send, "Send it, and show the answer");
  app.add_option("RECEIVER", options.receiver, "A name, or a URL")->required();
  auto ended = Parse(&app, arguments);
  if (auto* exit = std::get_if<UsageExit>(&ended)) return std::move(*exit);
  return options;
}

std::variant<ListOptions, UsageExit> ParseListOptions(
    const std::vector<std::string>& arguments) {
  ListOptions options;
  CLI::App app(
      "Lists metrics: what they are and which instances they have. Exit "
      "status: 0, 1 nothing is called so, 2 failure.",
      "list");
  app.set_help_flag("--help", "Print this and exit");
  AddArchives(&app, &options.archives);
  AddHost(&app, &options.host,
          "A live host, or mmv:PATH; without it and -a this one");
  app.add_flag("-i,--instances", options.all_instances,
               "All instances, and not the first ten");
  app.add_flag("--json", options.json, "Print JSON, an object a metric");
  app.add_option("NAME", options.names,
                 "A metric, a group of metrics, or a pattern with * and ?; "
                 "none: all");
  auto ended = Parse(&app, arguments);
  if (auto* exit = std::get_if<UsageExit>(&ended)) return std::move(*exit);
  return options;
}

std::variant<OutboxOptions, UsageExit> ParseOutboxOptions(
    const std::vector<std::string>& arguments) {
  OutboxOptions options;
  CLI::App app(
      "Notifications that are not delivered yet, also while tocsin runs: list "
      "them, show one, retry all that wait, drop some. Exit status: 0, 1 there "
      "is none of an ID, 2 failure.",
      "outbox");
  app.set_help_flag("--help", "Print this and exit");
  app.add_option("--state", options.state,
                 "The state directory (default $STATE_DIRECTORY)");
  std::map<std::string, OutboxOptions::Verb> verbs = {
      {"list", OutboxOptions::Verb::kList},
      {"show", OutboxOptions::Verb::kShow},
      {"retry", OutboxOptions::Verb::kRetry},
      {"drop", OutboxOptions::Verb::kDrop}};
  std::string verb;
  app.add_option("COMMAND", verb, "list, show, retry or drop")->required();
  app.add_option("ID", options.ids, "What is to be shown or dropped");
  auto ended = Parse(&app, arguments);
  if (auto* exit = std::get_if<UsageExit>(&ended)) return std::move(*exit);
  const auto known = verbs.find(verb);
  if (known == verbs.end()) {
    return Wrong(app, Quoted(verb) + " is none of list, show, retry and drop");
  }
  options.verb = known->second;
  const bool needs = verb == "show" || verb == "drop";
  if (needs == options.ids.empty()) {
    return Wrong(app, verb + (needs ? " needs an ID: 'tocsin outbox list' "
                                      "tells them"
                                    : " takes no ID"));
  }
  return options;
}

}  // namespace cli
