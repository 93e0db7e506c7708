// Files read, what is wrong with them told, and one question answered.
#include "cli/conf_site.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/printable.h"
#include "cli/command_complaint.h"
#include "cli/conf_file.h"
#include "cli/diagnostic_text.h"
#include "cli/host_files.h"
#include "cli/receiver_files.h"
#include "rules/pmieconf/modifications.h"
#include "rules/pmieconf/rules_file.h"
#include "rules/site/bound_rules.h"
#include "rules/site/diff.h"
#include "rules/site/import.h"
#include "rules/site/level_index.h"
#include "rules/site/lint.h"
#include "rules/site/load.h"
#include "rules/site/programs.h"
#include "rules/site/render.h"
#include "rules/site/resolve.h"

namespace cli {
namespace {

using rules::site::Findings;
using rules::site::Link;
using rules::site::Parameter;
using rules::site::Site;
using rules::site::Template;
using Verb = ConfSiteOptions::Verb;

constexpr int kDone = 0;
constexpr int kWrong = 1;
constexpr int kFailed = 2;

/// Units: bytes of a file of hosts.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

/// Where nobody has said where they are.
constexpr char kNoRules[] =
    ": --rules names the rules that the file was made by, as its first line "
    "says; tocsin's own are in a checkout's rules/pmieconf/sets";

/// Above values that do not count for all instances.
constexpr char kOfInstances[] =
    "and of instances by the last of these globs that matches:";

class SiteCommand {
 public:
  SiteCommand(const ConfSiteOptions& options, const ProcessContext& process)
      : options_(options), process_(process) {}

  int Run();

 private:
  void TellFindings();
  bool HasWrongRules();
  int Why();
  void PrintChain(const Template& from, const Parameter& parameter);
  int Render();
  int AddHostsOfFile(std::vector<std::string>* hosts);
  int Lint();
  int Diff();
  int DiffSites(const Site& to);
  int Import();
  void Print(const std::string& line) { process_.out->Print(line + '\n'); }
  base::Result<grammar::ReceiverNames> Receivers();
  int Fail(const std::string& what) {
    process_.err->Print(CommandComplaint("conf", what));
    return kFailed;
  }

  const ConfSiteOptions& options_;
  const ProcessContext& process_;
  ReceiverFiles receivers_;
  Site site_;
};

void SiteCommand::TellFindings() {
  std::vector<FiledDiagnostic> all;
  for (const Findings& of : site_.findings) {
    for (const auto& one : of.diagnostics) all.push_back({&of.source, one});
  }
  process_.err->Print(DiagnosticText(all));
}

/// Of a parameter, or of all that a template has.
int SiteCommand::Why() {
  const std::size_t dot = options_.parameter.find('.');
  const std::string rule = options_.parameter.substr(0, dot);
  const Template* found = site_.Find(rule);
  if (found == nullptr) return Fail("there is no template " + rule);
  if (dot == rule.npos) {
    for (const Parameter& one : found->parameters) PrintChain(*found, one);
    return kDone;
  }
  const Parameter* parameter = found->Find(options_.parameter.substr(dot + 1));
  if (parameter == nullptr) {
    std::string all;
    for (const Parameter& one : found->parameters) all += ' ' + one.name;
    return Fail("template " + rule +
                " has no such parameter, but these:" + all);
  }
  PrintChain(*found, *parameter);
  return kDone;
}

/// Where no instance is named, behind what counts for the host what globs of
/// instances have.
void SiteCommand::PrintChain(const Template& from, const Parameter& parameter) {
  auto chain = rules::site::ChainOf(from, parameter, site_.file, options_.host,
                                    options_.instance);
  const std::string of = options_.instance ? " of " + *options_.instance : "";
  Print(base::Printable(from.name + '.' + parameter.name + of + " on " +
                        options_.host + " is " + chain.back().text));
  const std::size_t of_host = chain.size();
  if (!options_.instance) {
    chain = rules::site::ChainOf(from, parameter, site_.file, options_.host,
                                 [](const auto& /*level*/) { return true; });
  }
  std::size_t width = 0;
  for (const Link& one : chain) width = std::max(width, one.level.size());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Link& one = chain[i];
    if (i == of_host) Print(kOfInstances);
    std::string level = one.level;
    level.resize(width, ' ');
    Print(base::Printable("  " + level + "  " + one.text + "  " + one.Place()));
  }
}

/// Adds what is wrong with rules as they are on the host.
bool SiteCommand::HasWrongRules() {
  std::vector<Findings> found;
  for (const Template& one : site_.templates) {
    for (auto& part : rules::site::BoundRules(one, site_.file, options_.host)) {
      found.push_back({*part.source, std::move(part.parsed.diagnostics)});
    }
  }
  site_.findings = std::move(found);
  return site_.IsWrong();
}

int SiteCommand::Render() {
  const bool wrong = HasWrongRules();
  TellFindings();
  if (wrong) return kWrong;
  for (const Template& one : site_.templates) {
    process_.out->Print(
        rules::site::RenderRules(one, site_.file, options_.host));
  }
  return kDone;
}

/// Adds those of --hosts. The exit status; what is wrong has been told.
int SiteCommand::AddHostsOfFile(std::vector<std::string>* hosts) {
  if (!options_.hosts_file) return kDone;
  SitePlan plan;
  const auto files = HostFiles(
                         [](const std::string& path) {
                           return base::ReadRegularText(path, kMostBytes);
                         },
                         &plan)
                         .Read(*options_.hosts_file);
  for (const std::string& one : plan.problems) Fail(one);
  process_.err->Print(DiagnosticText(plan.diagnostics));
  if (files.empty()) return kFailed;
  if (!plan.wrong.empty() || HasErrors(plan.diagnostics)) return kWrong;
  for (const auto& file : files) {
    for (const auto& one : file.hosts) hosts->push_back(one.name);
  }
  return kDone;
}

int SiteCommand::Lint() {
  auto hosts = options_.hosts;
  if (const int wrong = AddHostsOfFile(&hosts); wrong != kDone) return wrong;
  site_.findings = rules::site::LintSite(site_, hosts);
  TellFindings();
  if (site_.IsWrong()) return kWrong;
  const std::size_t count = site_.templates.size();
  const bool warned = !site_.findings.empty();
  Print(std::to_string(count) + (count == 1 ? " template" : " templates") +
        (warned       ? ", with warnings"
         : count == 1 ? " is right"
                      : " are right"));
  return kDone;
}

/// Hosts for which the same is other are told together.
int SiteCommand::DiffSites(const Site& to) {
  std::vector<std::string> hosts = options_.hosts;
  if (hosts.empty()) {
    std::set<std::string> all{""};
    for (const auto* file : {&std::as_const(site_).file, &to.file}) {
      for (auto& host : rules::site::HostsOf(*file)) all.insert(host);
    }
    hosts.assign(all.begin(), all.end());
  }
  const auto before =
      rules::site::ResolveHosts(site_.templates, site_.file, hosts);
  const auto after = rules::site::ResolveHosts(to.templates, to.file, hosts);
  using Row = std::vector<std::uint32_t>;
  std::map<std::pair<Row, Row>, std::vector<std::string>> alike;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    alike[{before.of_hosts[i], after.of_hosts[i]}].push_back(hosts[i]);
  }
  std::map<std::string, std::string> told;  // by those that it is of
  for (const auto& [rows, those] : alike) {
    const std::string text =
        rules::site::DiffRules({&site_, those[0]}, {&to, those[0]});
    if (text.empty()) continue;
    std::string names;
    for (const std::string& one : those) {
      names += (names.empty() ? "" : ", ") + (one.empty() ? "others" : one);
    }
    told[names] = text;
  }
  for (const auto& [names, text] : told) {
    Print("On " + base::Printable(names) + ":");
    process_.out->Print(text);
  }
  return told.empty() ? kDone : kWrong;
}

int SiteCommand::Diff() {
  if (!options_.to_site && !options_.to_sets) {
    const std::string text = rules::site::DiffRules(
        {&site_, options_.hosts[0]}, {&site_, options_.hosts[1]});
    process_.out->Print(text);
    return text.empty() ? kDone : kWrong;
  }
  auto to = rules::site::LoadSite(
      {options_.to_sets ? options_.to_sets : options_.sets,
       options_.to_site ? options_.to_site : options_.site},
      site_.file.receivers);
  if (!to) return Fail(to.error().message);
  if (!to->IsWrong()) return DiffSites(*to);
  site_.findings = to->findings;
  TellFindings();
  return kFailed;
}

int SiteCommand::Import() {
  auto catalog =
      rules::pmieconf::LoadRules(PmieconfRules(options_.rules, process_));
  if (!catalog) {
    return Fail(catalog.error().message + (options_.rules ? "" : kNoRules));
  }
  const auto text = ReadConfFile(options_.file);
  if (!text) return Fail(text.error().message);
  if (text->empty()) return Fail("there is nothing in " + options_.file);
  const auto read =
      rules::pmieconf::ReadModifications(*text, options_.file, &*catalog);
  if (!read) return Fail(read.error().message);
  process_.out->Print(rules::site::ImportModifications(
      *catalog, site_.templates, options_.file, read->left_out));
  return kDone;
}

/// Whom rules may name matters where they are run, and to lint.
base::Result<grammar::ReceiverNames> SiteCommand::Receivers() {
  grammar::ReceiverNames names;
  names.any = options_.verb != Verb::kLint;
  if (names.any) return names;
  const auto read = receivers_.Read(options_.receivers);
  if (!read && options_.receivers) return read.error();
  names = receivers_.Names();
  names.any = !names.read;
  return names;
}

int SiteCommand::Run() {
  const auto receivers = Receivers();
  if (!receivers) return Fail("--receivers: " + receivers.error().message);
  auto site = rules::site::LoadSite({options_.sets, options_.site}, *receivers);
  if (!site) return Fail(site.error().message);
  site_ = *std::move(site);
  TellFindings();
  const bool differs = options_.verb == Verb::kDiff;
  if (site_.IsWrong()) return differs ? kFailed : kWrong;
  switch (options_.verb) {
    case Verb::kWhy:
      return Why();
    case Verb::kRender:
      return Render();
    case Verb::kLint:
      return Lint();
    case Verb::kDiff:
      return Diff();
    case Verb::kImport:
      return Import();
  }
  return kFailed;
}

}  // namespace

int RunConfSite(const ConfSiteOptions& options, const ProcessContext& process) {
  return SiteCommand(options, process).Run();
}

}  // namespace cli
