// Options that are only kept are lines of tables; each other one is a case,
// with its words when wrong.
#include "cli/options.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/one_line.h"
#include "base/printable.h"
#include "cli/debug_options.h"
#include "cli/option_names.h"
#include "cli/option_reader.h"
#include "cli/time_words.h"
#include "pmapi/notation/interval.h"

namespace cli {
namespace {

/// What -t may say and still mean "not given": half a microsecond.
constexpr base::Duration kNoInterval{500};

constexpr std::pair<const char*, actions::LogLevel> kLevels[] = {
    {"info", actions::LogLevel::kInfo},
    {"warning", actions::LogLevel::kWarning},
    {"error", actions::LogLevel::kError},
    {"critical", actions::LogLevel::kCritical},
};

/// Options that are kept as they are given.
constexpr std::pair<char, bool Options::*> kFlags[] = {
    {'C', &Options::check_only}, {'F', &Options::systemd},
    {'P', &Options::primary},    {'X', &Options::applet},
    {'b', &Options::buffered},   {'d', &Options::interactive},
    {'e', &Options::stamped},    {'f', &Options::foreground},
    {'q', &Options::quiet},      {'x', &Options::agent},
    {kAct, &Options::act},       {kJournalResume, &Options::journal_resume},
};
constexpr std::pair<char, std::optional<std::string> Options::*> kTexts[] = {
    {'U', &Options::user},
    {'j', &Options::stomp_file},
    {'m', &Options::note},
    {'o', &Options::action_format},
    {kReceivers, &Options::receivers},
    {kJournal, &Options::journal},
    {kSets, &Options::sets},
    {kSite, &Options::site},
};
using pmapi::notation::WindowOptions;
constexpr std::pair<char, std::optional<std::string> WindowOptions::*>
    kTimes[] = {
        {'A', &WindowOptions::align},
        {'O', &WindowOptions::origin},
        {'S', &WindowOptions::start},
        {'T', &WindowOptions::finish},
};
constexpr std::pair<char, ReportStyle> kStyles[] = {
    {'V', ReportStyle::kMembers},
    {'W', ReportStyle::kSatisfied},
    {'v', ReportStyle::kValues},
};

/// Options whose argument is a name; times and hosts have words of their own.
constexpr char kNaming[] = {'a', 'c', 'D',        'j',      'l',   'n',
                            'U', 'Z', kReceivers, kJournal, kSets, kSite};

constexpr char kRulesDirectory[] = "/config/pmie";

/// More than there are cores help nobody, but are no mistake.
constexpr int kMostThreads = 256;

/// Gathers options, and what is wrong with them, in the order given.
class OptionParser {
 public:
  OptionParser(const std::string& program, const Environment& environment,
               OptionHandler* handler)
      : program_(program), environment_(environment), handler_(*handler) {}

  std::variant<Options, OptionsExit> Run(
      const std::vector<std::string>& arguments) {
    ReadEnvironment();
    if (as_pmie()) options_.threads = 1;
    const std::vector<option> names = OptionNamesFor(program_);
    const option* in_full = as_pmie() ? kNamesInFull : nullptr;
    LookAhead({arguments, kOptionLetters, names.data(), in_full});
    OptionReader reader(arguments, kOptionLetters, names.data(), in_full);
    while (const auto read = reader.Next()) {
      if (read->letter == kVersion) return OptionsExit{VersionText(), 0};
      Apply(read->letter, read->argument);
      if (fatal_) return OptionsExit{said_ + *fatal_};
    }
    SettleSources();
    if (fatal_) return OptionsExit{said_ + *fatal_};
    SettleFiles(reader.Operands());
    CheckTogether();
    if (wrong()) return OptionsExit{LastWords(), ExitStatus()};
    return options_;
  }

 private:
  bool wrong() const { return help_ || !said_.empty() || !errors_.empty(); }

  bool as_pmie() const { return program_ == "pmie"; }
  bool help_alone() const { return said_.empty() && errors_.empty(); }

  /// pmie says all, and helps where no file was wrong but an option; we say
  /// the first, and where help is.
  std::string LastWords() const {
    if (as_pmie()) {
      return said_ + errors_ + (said_.empty() ? UsageText(program_) : "");
    }
    if (help_alone()) return UsageText(program_);
    if (!said_.empty()) return said_ + errors_;
    return program_ + ": " + *first_ + "; try '" + program_ + " --help'\n";
  }

  /// pmie's help is a complaint, too.
  int ExitStatus() const { return help_ && help_alone() && !as_pmie() ? 0 : 1; }

  /// Our words may differ.
  void Complain(const std::string& what, const std::string& ours = "") {
    errors_ += program_ + ": " + what + '\n';
    if (!first_) first_ = base::OneLine(ours.empty() ? what : ours);
  }

  void Help(const std::string& error) {
    if (!error.empty()) return Complain(error);
    help_ = true;
  }

  /// Archives are opened where -a stands, and by as many threads as are told
  /// perhaps only behind it. What is wrong is found when it is its turn.
  void LookAhead(OptionReader reader) {
    std::vector<std::string> lists;
    while (const auto read = reader.Next()) {
      if (read->letter == 'a') lists.push_back(read->argument);
      if (read->letter != kThreads) continue;
      if (const auto threads = ThreadsIn(read->argument)) {
        options_.threads = threads;
      }
    }
    handler_.ExpectArchives(lists, options_);
  }

  void OpenArchives(const std::string& list) {
    options_.archives.push_back(list);
    const auto opened = handler_.OpenArchives(list, options_);
    if (!opened) fatal_ = opened.error().message;
  }

  void OpenContext(const std::string& list) {
    options_.archives = {list};
    const auto opened = handler_.OpenContext(list, options_);
    if (!opened) fatal_ = opened.error().message;
  }

  /// pmie's name space complains for itself, and says with it all that it had
  /// to say before.
  void LoadNames(const std::string& file) {
    const auto fault = handler_.LoadNames(file);
    if (!fault) return;
    if (!as_pmie()) {
      fatal_ = fault->lines + program_ +
               ": -n: " + base::OneLine(fault->complaint) + '\n';
      return;
    }
    said_ += errors_ + fault->lines;
    errors_.clear();
    Complain(fault->complaint);
  }

  void SetDebugOptions(const std::string& name, const std::string& text) {
    if (IsDebugSpecification(text)) return;
    Complain("unrecognized debug options specification (" + text + ')',
             name + ' ' + Quoted(text) +
                 " names no debug options: write all, or leave it away");
  }

  static std::optional<int> ThreadsIn(const std::string& argument) {
    int threads = 0;
    const char* const end = argument.data() + argument.size();
    const auto [rest, error] = std::from_chars(argument.data(), end, threads);
    const bool number = error == std::errc() && rest == end;
    if (!number || threads < 1 || threads > kMostThreads) return std::nullopt;
    return threads;
  }

  void SetThreads(const std::string& argument) {
    options_.threads = ThreadsIn(argument);
    if (options_.threads) return;
    Complain("--threads " + Quoted(argument) + " is not from 1 to " +
             std::to_string(kMostThreads));
  }

  void ReadEnvironment() {
    WindowOptions& window = options_.window;
    window.start = environment_("PCP_START_TIME");
    window.finish = environment_("PCP_FINISH_TIME");
    window.align = environment_("PCP_ALIGN_TIME");
    window.origin = environment_("PCP_ORIGIN");
    if (!window.origin) window.origin = environment_("PCP_ORIGIN_TIME");
    if (const auto text = environment_("PCP_INTERVAL")) {
      SetInterval("PCP_INTERVAL", *text);
    }
    if (const auto zone = environment_("PCP_TIMEZONE"))
      SetZone("PCP_TIMEZONE", *zone);
    if (environment_("PCP_HOSTZONE")) SetSourceZone();
    options_.counter_wrap = environment_("PCP_COUNTER_WRAP").has_value();
    options_.ignore_marks = environment_("PCP_IGNORE_MARK_RECORDS");
    options_.rules_directory =
        environment_("PCP_VAR_DIR").value_or("/var/lib/pcp") + kRulesDirectory;
    if (const auto text = environment_("PCP_DEBUG")) {
      if (as_pmie() && !IsDebugSpecification(*text)) {
        errors_ += "Error: $PCP_DEBUG=" + *text + " is not valid, ignored\n";
      }
      SetDebugOptions("PCP_DEBUG", *text);
    }
    if (const auto file = environment_("PCP_NAMESPACE")) LoadNames(*file);
    // systemd's, for StateDirectory=; the first of several.
    const auto state = environment_("STATE_DIRECTORY");
    if (state && !as_pmie())
      options_.state = state->substr(0, state->find(':'));
  }

  void Apply(char letter, const std::string& argument) {
    // A variable that a script has not set; pmie takes it.
    const bool names = std::find(std::begin(kNaming), std::end(kNaming),
                                 letter) != std::end(kNaming);
    if (!as_pmie() && argument.empty() && names) {
      return Complain(NameOf(letter) +
                      " '' is empty: give it an argument, or leave it away");
    }
    Keep(letter, argument);
    ApplyProcess(letter, argument);
    ApplySource(letter, argument);
  }

  static std::string NameOf(char letter) {
    if (letter == kReceivers) return "--receivers";
    if (letter == kJournal) return "--journal";
    if (letter == kSets) return "--sets";
    if (letter == kSite) return "--site";
    return {'-', letter};
  }

  /// Options that are kept as they are given.
  void Keep(char letter, const std::string& argument) {
    for (const auto& [flag, given] : kFlags) {
      if (letter == flag) options_.*given = true;
    }
    for (const auto& [option, text] : kTexts) {
      if (letter == option) options_.*text = argument;
    }
    for (const auto& [option, time] : kTimes) {
      if (letter == option) options_.window.*time = argument;
    }
    for (const auto& [option, style] : kStyles) {
      if (letter == option) verbose_ = style;
    }
  }

  void ApplyProcess(char letter, const std::string& argument) {
    switch (letter) {
      case 't':
        return SetInterval("-t", argument);
      case 'z':
        return SetSourceZone();
      case 'Z':
        return SetZone("-Z", argument);
      case kMinLevel:
        return SetMinLevel(argument);
      case kState:
        if (argument.empty()) return Complain("--state '' is no directory");
        options_.state = argument;
        return;
      case kThreads:
        return SetThreads(argument);
      case kFollow:
        return Follow(argument);
      case kStore:
        return Store(argument);
      case kExtract:
        return Extract(argument);
      case kNoState:
        options_.state.clear();
        return;
      case 'b':
      case 'x':
        if (options_.buffered && options_.agent) ComplainOfAgent();
        return;
      case 'l':
        if (options_.log_file) Complain("at most one -l option is allowed");
        options_.log_file = argument;
        return;
      case 'D':
        return SetDebugOptions("-D", argument);
      case '?':
        return Help(argument);
      default:
        return;
    }
  }

  void ApplySource(char letter, const std::string& argument) {
    switch (letter) {
      case 'a':
        if (options_.host) ComplainOfSources();
        return OpenArchives(argument);
      case 'h':
        if (options_.host || !options_.archives.empty()) ComplainOfSources();
        options_.host = argument;
        return;
      case 'n':
        return LoadNames(argument);
      case 'c':
        options_.files = {argument};
        if (options_.interactive) ComplainOfInteraction();
        return;
      case 'd':
        if (!options_.files.empty()) ComplainOfInteraction();
        return;
      default:
        return;
    }
  }

  void Store(const std::string& argument) {
    const std::size_t sign = argument.find('=');
    std::string metric = argument.substr(0, sign);
    if (sign == argument.npos || metric.empty()) {
      return Complain(
          "--store needs METRIC=TEXT, such as "
          "bash.xtrace.records=");
    }
    std::string text = argument.substr(sign + 1);
    if (text.size() > pmapi::pmcd::StoredText::kMostBytes) {
      return Complain("--store: a text has at most " +
                      std::to_string(pmapi::pmcd::StoredText::kMostBytes) +
                      " bytes");
    }
    const auto same = [&](const auto& one) { return one.metric == metric; };
    if (std::any_of(options_.stores.begin(), options_.stores.end(), same)) {
      return Complain("--store: " + base::Printable(metric) +
                      " is stored into twice");
    }
    options_.stores.push_back({std::move(metric), std::move(text)});
  }

  void Follow(const std::string& argument) {
    auto log = pmapi::records::ParseLogFile(argument);
    if (!log) return Complain("--follow " + log.error().message);
    options_.logs.push_back(*std::move(log));
  }

  void Extract(const std::string& argument) {
    const auto set = pmapi::records::AddLogGroups(argument, &options_.logs);
    if (!set) Complain("--extract " + set.error().message);
  }

  void SetMinLevel(const std::string& word) {
    for (const auto& [name, level] : kLevels) {
      if (word != name) continue;
      options_.min_level = level;
      return;
    }
    Complain("--min-level " + Quoted(word) +
             " is none of info, warning, error and critical");
  }

  void SetInterval(const std::string& option, const std::string& text) {
    const auto interval = pmapi::notation::ParseInterval(text);
    if (!interval) {
      Complain("-t argument not in pmParseInterval(3) format:\n" +
                   pmapi::notation::FaultText(text, interval.fault()),
               IntervalWords(option, text));
      return;
    }
    const bool is_none = *interval <= kNoInterval;
    if (!as_pmie()) {
      const auto mistaken = MinutesWords(option, text);
      if (mistaken) Complain(*mistaken);
      if (is_none) Complain(IntervalWords(option, text, " longer than 0"));
    }
    options_.interval = is_none ? kDefaultInterval : *interval;
  }

  void SetZone(const std::string& option, const std::string& zone) {
    if (options_.source_zone) ComplainOfZones();
    // To pmie it is UTC.
    if (!as_pmie() && !base::Zone::Find(zone)) {
      Complain(ZoneWords(option, zone));
    }
    options_.zone = zone;
  }

  void SetSourceZone() {
    if (options_.zone) ComplainOfZones();
    options_.source_zone = true;
  }

  void ComplainOfZones() { Complain("at most one of -Z and -z allowed"); }
  void ComplainOfAgent() { Complain("the -b and -x options are incompatible"); }
  void ComplainOfSources() { Complain("at most one of -a or -h allowed"); }
  void ComplainOfInteraction() { Complain("at most one of -c and -d allowed"); }

  /// What is of this host alone was asked for.
  bool OfThisHost() const {
    return !options_.logs.empty() || options_.journal ||
           options_.journal_resume;
  }

  /// A source on the command line makes the environment's none.
  void SettleSources() {
    if (!options_.archives.empty() || options_.host) return;
    if (OfThisHost()) {
      options_.host = kThisHost;
      return;
    }
    for (const char* name : {"PCP_ARCHIVE", "PCP_ARCHIVE_LIST"}) {
      if (const auto list = environment_(name)) return OpenContext(*list);
    }
    options_.host = environment_("PCP_HOST");
  }

  void SettleFiles(const std::vector<std::string>& operands) {
    if (!wrong() && !operands.empty() && !options_.files.empty()) {
      Complain("extra filenames cannot be given after using -c");
      return;
    }
    if (options_.files.empty()) options_.files = operands;
  }

  void CheckTogether() {
    const bool live = options_.archives.empty();
    const WindowOptions& window = options_.window;
    if (!live) options_.foreground = true;
    if (!wrong() && options_.foreground && options_.systemd) {
      Complain("the -f and -F options are mutually exclusive",
               live ? "" : "-F makes a daemon of a live run: not with -a");
    }
    if (options_.source_zone && live && !options_.host) {
      Complain("use of timezone from metric source requires a source",
               "-z needs a source whose zone it is: name one with -a or -h");
    }
    if (live && (window.start || window.align || window.origin)) {
      Complain("time window options are supported for archives only",
               "-S, -A and -O are for archives: name one with -a");
    }
    if (live && options_.action_format && !as_pmie()) {
      Complain("-o is for archives: live, actions are performed");
    }
    if (live && options_.act) {
      Complain("--act is for archives: live, actions are performed");
    }
    if (!live && OfThisHost()) {
      Complain((options_.logs.empty() ? "--journal" : "--follow") +
               std::string(" is for live hosts: an archive has its own "
                           "records"));
    }
    if (!live && !options_.stores.empty()) {
      Complain("--store is for live hosts: nothing is stored in an archive");
    }
    if (options_.journal_resume && options_.state.empty()) {
      Complain(
          "--journal-resume keeps its place in a directory: name one with "
          "--state");
    }
    if (options_.sets && (!options_.files.empty() || options_.interactive)) {
      Complain("--sets has the rules: not with a file of them, nor with -d");
    }
    if (options_.site && !options_.sets) {
      Complain("--site is what is set of templates: name these with --sets");
    }
    if (options_.act && options_.action_format) {
      Complain("-o describes actions, --act performs them: not both");
    }
    if (options_.agent && options_.interactive) {
      Complain("the -d and -x options are incompatible");
    }
    // All values count for an agent, too.
    options_.report =
        options_.applet || options_.agent ? ReportStyle::kApplet : verbose_;
    if (!options_.zone) options_.zone = environment_("TZ");
  }

  const std::string& program_;
  const Environment& environment_;
  OptionHandler& handler_;
  Options options_;
  ReportStyle verbose_ = ReportStyle::kNone;
  bool help_ = false;
  std::string said_;                  // before a file of -n was wrong
  std::string errors_;                // since then
  std::optional<std::string> first_;  // of errors_, in our words
  std::optional<std::string> fatal_;  // instead of errors_
};

}  // namespace

std::variant<Options, OptionsExit> ParseOptions(
    const std::string& program, const std::vector<std::string>& arguments,
    const Environment& environment, OptionHandler* handler) {
  return OptionParser(program, environment, handler).Run(arguments);
}

}  // namespace cli
