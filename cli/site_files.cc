// Control files first, then the rules that each record names; each file is read
// once.
#include "cli/site_files.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/overloaded.h"
#include "cli/host_files.h"
#include "cli/pmcd_options.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

using rules::control::Record;

/// Units: bytes of a file.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

/// Where a set's rules are evaluated is not its arguments' to say.
class NoArchives : public OptionHandler {
 public:
  void ExpectArchives(const std::vector<std::string>& /*lists*/,
                      const Options& /*options*/) override {}
  base::Result<void> OpenArchives(const std::string& /*list*/,
                                  const Options& /*options*/) override {
    return {};
  }
  base::Result<void> OpenContext(const std::string& /*list*/,
                                 const Options& /*options*/) override {
    return {};
  }
  std::optional<NamesFault> LoadNames(const std::string& /*file*/) override {
    return std::nullopt;
  }
};

/// What a pmie of its own would do and a set of many does not; empty: nothing.
std::string Refusal(const Options& options) {
  if (!options.archives.empty()) return "-a: rules of archives are not served";
  if (options.interactive) return "-d: nobody can be asked";
  if (options.agent || options.applet) return "-x, -X: there is no agent";
  if (options.check_only) return "-C: the rules are to run";
  if (options.files.empty()) return "no rules are named: -c FILE does";
  return "";
}

/// That of a pmie which pmie_check starts; which host it asks is the record's
/// to say.
Environment EnvironmentOf(const Record& record, const Environment& around) {
  return [&record, &around](const std::string& name) {
    if (name == "PCP_HOST" || name.starts_with("PCP_ARCHIVE")) {
      return std::optional<std::string>();
    }
    const auto own = record.variables.find(name);
    return own == record.variables.end() ? around(name) : own->second;
  };
}

/// "FILE:LINE: ", as messages begin that show no more of it.
std::string LineOf(const grammar::SourceText& source, std::uint32_t at) {
  return source.name() + ':' + std::to_string(source.PositionAt(at).line) +
         ": ";
}

std::string LocalHostName() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// What is wrong, without the program's name and without advice.
std::string WithoutProgram(std::string text) {
  constexpr std::string_view kBegin = "tocsin: ";
  if (text.starts_with(kBegin)) text.erase(0, kBegin.size());
  const std::size_t end = text.find("; try '");
  return text.substr(0, std::min(end, text.find('\n')));
}

}  // namespace

SitePlan SiteFiles::Read(const grammar::ReceiverNames& receivers) {
  SitePlan plan;
  // Whom a rule names may be there now.
  if (receivers_ != receivers) known_.clear();
  receivers_ = receivers;
  texts_.clear();
  used_.clear();
  keys_.clear();
  if (where_.control) ReadControls(&plan);
  if (where_.hosts) ReadHostsFile(*where_.hosts, &plan);
  known_ = std::move(used_);
  return plan;
}

base::Result<std::string> SiteFiles::TextOf(const std::string& path) {
  const auto at = texts_.find(path);
  if (at != texts_.end()) return at->second;
  return texts_.emplace(path, base::ReadRegularText(path, kMostBytes))
      .first->second;
}

void SiteFiles::ReadControls(SitePlan* plan) {
  rules::control::Carried carried;
  const std::string folder = *where_.control + ".d";
  plan->paths.insert(folder);
  ReadControlFile(*where_.control, &carried, plan);
  std::error_code failed;
  std::set<std::string> names;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    std::error_code none;
    const bool is_file = at->is_regular_file(none);
    if (is_file && !rules::control::IsBackup(name)) names.insert(name);
  }
  TellUnreadable(folder, failed, *where_.control, plan);
  for (const std::string& name : names) {
    ReadControlFile(folder + '/' + name, &carried, plan);
  }
}

void SiteFiles::ReadControlFile(const std::string& path,
                                rules::control::Carried* carried,
                                SitePlan* plan) {
  plan->paths.insert(path);
  const auto refuse = [&](std::string what) {
    plan->problems.push_back(std::move(what));
    plan->wrong.insert(path);
  };
  const auto text = TextOf(path);
  if (!text) return refuse(text.error().message);
  if (text->empty() && had_records_.contains(path)) {
    return refuse(path +
                  ": the file is empty, and had records: one line with a # "
                  "says that there are none");
  }
  const rules::control::Surroundings around{
      environment_, environment_("PCP_LOG_DIR").value_or("/var/log/pcp"),
      LocalHostName()};
  auto file = rules::control::ReadControl(path, *text, around, carried);
  const grammar::SourceText& source =
      plan->texts.emplace_back(std::move(file.source));
  for (grammar::Diagnostic& one : file.diagnostics) {
    if (one.severity == grammar::Severity::kError) plan->wrong.insert(path);
    plan->diagnostics.push_back({&source, std::move(one)});
  }
  had_records_.erase(path);
  if (!file.records.empty()) had_records_.insert(path);
  for (const Record& one : file.records) AddRecord(one, source, plan);
}

/// A relative name is one of the folder of the log, in which pmie_check starts
/// pmie, or, of one without a folder, of PCP's rules.
void SiteFiles::AddRecord(const Record& record,
                          const grammar::SourceText& source, SitePlan* plan) {
  const auto refuse = [&](std::string what) {
    plan->wrong.insert(source.name());
    plan->diagnostics.push_back({&source,
                                 {grammar::Severity::kError,
                                  record.span,
                                  std::move(what),
                                  "",
                                  {},
                                  {}}});
  };
  std::vector<std::string> arguments{"tocsin"};
  arguments.insert(arguments.end(), record.arguments.begin(),
                   record.arguments.end());
  NoArchives none;
  const Environment environment = EnvironmentOf(record, environment_);
  auto parsed = ParseOptions("tocsin", arguments, environment, &none);
  if (const auto* exit = std::get_if<OptionsExit>(&parsed)) {
    return refuse(WithoutProgram(exit->text));
  }
  SetPlan set;
  set.options = std::get<Options>(std::move(parsed));
  if (const std::string why = Refusal(set.options); !why.empty()) {
    return refuse(why);
  }
  if (set.options.host) set.host = set.options.host;
  if (!record.host.empty() && !set.host) set.host = record.host;
  if (set.host) {
    if (const auto right = CheckHostSpec(*set.host); !right) {
      return refuse(right.error().message);
    }
  }
  set.title = set.host.value_or("this host");
  set.key = set.title + ' ' + record.log;
  if (set.options.report != ReportStyle::kNone) {
    set.key += ' ' + std::to_string(static_cast<int>(set.options.report));
  }
  set.scope = set.key;
  set.origin = source.name();
  set.site = *where_.control;
  set.variables = record.variables;
  std::vector<std::string> paths;
  for (const std::string& name : set.options.files) {
    std::error_code unused;
    std::string path = PathFrom(record.log, name);
    const bool elsewhere =
        name.find('/') == name.npos && !fs::exists(path, unused);
    if (elsewhere) {
      plan->paths.insert(path);
      path = set.options.rules_directory + '/' + name;
    }
    paths.push_back(std::move(path));
  }
  const auto added = AddSet(std::move(set), paths, {}, refuse, plan);
  if (added) return;
  plan->problems.push_back(LineOf(source, record.span.begin) +
                           added.error().message);
}

void SiteFiles::ReadHostsFile(const std::string& path, SitePlan* plan) {
  const auto all =
      HostFiles([this](const std::string& file) { return TextOf(file); }, plan)
          .Read(path);
  if (all.empty()) return;
  if (templates_) BindTemplates(all, plan);
  for (const auto& file : all) AddHosts(file, all.front(), plan);
}

void SiteFiles::BindTemplates(const std::vector<rules::control::HostsFile>& all,
                              SitePlan* plan) {
  templates_->Read(receivers_, plan);
  if (!templates_->is_known()) return;
  std::vector<std::string> names;
  for (const rules::control::HostsFile& file : all) {
    for (const auto& host : file.hosts) names.push_back(host.name);
  }
  templates_->Bind(names);
}

void SiteFiles::AddHosts(const rules::control::HostsFile& file,
                         const rules::control::HostsFile& site,
                         SitePlan* plan) {
  for (const rules::control::SiteHost& host : file.hosts) {
    SetPlan set;
    set.host = host.address;
    set.title = host.name;
    set.key = host.name + ' ' + host.address;
    set.scope = host.name;
    set.site = site.source.name();
    // What a file that is wrong says of them does not count either.
    set.origin = plan->wrong.contains(set.site) ? set.site : file.source.name();
    for (const base::Duration& interval : {host.interval, site.interval}) {
      if (interval.ns == 0) continue;
      set.options.interval = interval;
      break;
    }
    std::vector<std::string> paths;
    for (const auto* names : {&site.rules, &host.rules}) {
      for (const std::string& name : *names) {
        paths.push_back(PathFrom(site.source.name(), name));
      }
    }
    const auto refuse = [&](std::string what) {
      plan->problems.push_back(file.source.name() + ": " + host.name + ": " +
                               what);
      plan->wrong.insert(file.source.name());
    };
    if (paths.empty() && !templates_) {
      refuse("it has no rules: rules: [FILE] names some");
      continue;
    }
    std::vector<RuleSet::Parsed> templates;
    if (templates_) templates = templates_->Of(host.name);
    const auto added = AddSet(std::move(set), paths, templates, refuse, plan);
    if (added) continue;
    plan->problems.push_back(LineOf(file.source, host.place.begin) +
                             added.error().message);
  }
}

/// Without all of its templates, of which one is wrong from the start, a host
/// is not watched.
base::Result<void> SiteFiles::AddSet(
    SetPlan set, const std::vector<std::string>& files,
    const std::vector<RuleSet::Parsed>& templates,
    const std::function<void(std::string)>& refuse, SitePlan* plan) {
  if (!keys_.insert(set.key).second) {
    refuse("there is a record of this host and log already");
    return {};
  }
  plan->paths.insert(files.begin(), files.end());
  const bool lacks_templates =
      set.site == where_.hosts && templates_ && !templates_->is_known();
  base::Result<void> read;
  if (lacks_templates) {
    plan->unread.insert(set.key);
  } else if (auto rules = RulesOf({files, set.options.interval, templates})) {
    set.rules = *std::move(rules);
  } else {
    base::Error why = rules.error();
    why.message.insert(0, set.title + ": ");
    read = std::move(why);
    plan->unread.insert(set.key);
  }
  plan->sets.push_back(std::move(set));
  return read;
}

base::Result<std::shared_ptr<const RuleSet>> SiteFiles::RulesOf(
    const RuleSources& sources) {
  const auto used = used_.find(sources);
  if (used != used_.end()) return used->second.rules;
  Known now;
  for (const std::string& path : sources.paths) {
    auto text = TextOf(path);
    if (!text) return text.error();
    if (text->empty() && had_rules_.contains(path)) {
      return base::Error{base::ErrorCode::kInvalid,
                         path +
                             ": the file is empty, and was not: one line with "
                             "a // says that there are no rules"};
    }
    if (!text->empty()) had_rules_.insert(path);
    now.texts.push_back({path, *std::move(text)});
  }
  const auto known = known_.find(sources);
  const bool same =
      known != known_.end() &&
      std::equal(now.texts.begin(), now.texts.end(),
                 known->second.texts.begin(), known->second.texts.end(),
                 [](const RuleText& a, const RuleText& b) {
                   return a.text == b.text;
                 });
  now.rules =
      same ? known->second.rules
           : std::make_shared<const RuleSet>(now.texts, sources.interval,
                                             receivers_, sources.templates);
  return used_.emplace(sources, std::move(now)).first->second.rules;
}

}  // namespace cli
