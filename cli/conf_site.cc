// Files read, what is wrong with them told, and one question answered.
#include "cli/conf_site.h"

#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/printable.h"
#include "base/system_error.h"
#include "cli/command_complaint.h"
#include "cli/diagnostic_text.h"
#include "grammar/names.h"
#include "grammar/print.h"
#include "rules/site/resolve.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

using rules::site::Link;
using rules::site::Parameter;
using rules::site::SiteFile;
using rules::site::Template;
using Verb = ConfSiteOptions::Verb;

constexpr int kDone = 0;
constexpr int kWrong = 1;
constexpr int kFailed = 2;

constexpr char kSite[] = "/etc/tocsin/site.yaml";
constexpr char kSets[] = "/usr/share/tocsin/sets";
/// Units: bytes of a file.
constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr double kDefaultInterval = 10;

class SiteCommand {
 public:
  SiteCommand(const ConfSiteOptions& options, const ProcessContext& process)
      : options_(options), process_(process) {}

  int Run();

 private:
  base::Result<void> Read();
  base::Result<void> ReadSite();
  base::Result<void> ReadTemplates(const std::string& path);
  base::Result<void> ReadTemplateFile(const std::string& path);
  void Keep(const grammar::SourceText& source,
            std::vector<grammar::Diagnostic> diagnostics);
  void CheckRules();
  bool TellDiagnostics();
  int Why();
  int Render();
  int Lint();
  void RenderOne(const Template& from);
  void Print(const std::string& line) { process_.out->Print(line + '\n'); }
  int Fail(const std::string& what) {
    process_.err->Print(CommandComplaint("conf", what));
    return kFailed;
  }

  const ConfSiteOptions& options_;
  const ProcessContext& process_;
  std::vector<Template> templates_;
  std::deque<grammar::SourceText> sources_;  // never moves what it holds
  SiteFile site_{{}, {}, {"", ""}, {}};
  std::vector<FiledDiagnostic> diagnostics_;
};

void SiteCommand::Keep(const grammar::SourceText& source,
                       std::vector<grammar::Diagnostic> diagnostics) {
  sources_.push_back(source);
  for (grammar::Diagnostic& one : diagnostics) {
    diagnostics_.push_back({&sources_.back(), std::move(one)});
  }
}

base::Result<void> SiteCommand::ReadTemplateFile(const std::string& path) {
  const auto text = base::ReadRegularText(path, kMostBytes);
  if (!text) return text.error();
  auto file = rules::site::ReadTemplate(path, *text);
  const auto taken = std::find_if(
      templates_.begin(), templates_.end(),
      [&](const Template& one) { return one.name == file.read.name; });
  if (taken != templates_.end()) {
    return base::Error{
        base::ErrorCode::kInvalid,
        path + ": there is a template of this name: " + taken->source.name()};
  }
  Keep(file.read.source, std::move(file.diagnostics));
  templates_.push_back(std::move(file.read));
  return {};
}

base::Result<void> SiteCommand::ReadTemplates(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return ReadTemplateFile(path);
  std::set<std::string> files;
  for (fs::recursive_directory_iterator at(path, failed), end;
       !failed && at != end; at.increment(failed)) {
    const auto& file = at->path();
    const bool hidden = file.filename().string().starts_with('.');
    if (!hidden && file.extension() == ".rules") files.insert(file.string());
  }
  if (failed) return base::SystemError("cannot read " + path, failed.value());
  for (const std::string& file : files) {
    if (auto read = ReadTemplateFile(file); !read) return read;
  }
  return {};
}

/// Where none is given, and none is in its place, nothing is set.
base::Result<void> SiteCommand::ReadSite() {
  const std::string path = options_.site.value_or(kSite);
  if (!options_.site && ::access(path.c_str(), F_OK) != 0) return {};
  const auto text = base::ReadRegularText(path, kMostBytes);
  if (!text) return text.error();
  site_ = rules::site::ReadSite(path, *text);
  auto found = std::exchange(site_.diagnostics, {});
  auto more = rules::site::CheckSite(site_, templates_);
  std::move(more.begin(), more.end(), std::back_inserter(found));
  Keep(site_.source, std::move(found));
  return {};
}

base::Result<void> SiteCommand::Read() {
  if (auto read = ReadTemplates(options_.sets.value_or(kSets)); !read) {
    return read;
  }
  return ReadSite();
}

/// The rules of all templates, as they are on hosts for which nothing is set.
void SiteCommand::CheckRules() {
  const SiteFile none{{}, {}, {"", ""}, {}};
  for (const Template& one : templates_) {
    Keep(one.rules, rules::site::BoundRules(one, none, "").diagnostics);
  }
}

/// True if there are errors.
bool SiteCommand::TellDiagnostics() {
  process_.err->Print(DiagnosticText(diagnostics_));
  return std::any_of(
      diagnostics_.begin(), diagnostics_.end(), [](const FiledDiagnostic& one) {
        return one.diagnostic.severity == grammar::Severity::kError;
      });
}

int SiteCommand::Why() {
  const std::size_t dot = options_.parameter.find('.');
  const std::string rule = options_.parameter.substr(0, dot);
  const auto found =
      std::find_if(templates_.begin(), templates_.end(),
                   [&](const Template& one) { return one.name == rule; });
  if (found == templates_.end()) return Fail("there is no template " + rule);
  const Parameter* parameter =
      dot == rule.npos ? nullptr
                       : found->Find(options_.parameter.substr(dot + 1));
  if (parameter == nullptr) {
    std::string all;
    for (const Parameter& one : found->parameters) all += ' ' + one.name;
    return Fail("template " + rule +
                " has no such parameter, but these:" + all);
  }
  const auto chain =
      rules::site::ChainOf(*found, *parameter, site_, options_.host);
  Print(base::Printable(options_.parameter + " on " + options_.host + " is " +
                        chain.back().text));
  std::size_t width = 0;
  for (const Link& one : chain) width = std::max(width, one.level.size());
  for (const Link& one : chain) {
    std::string level = one.level;
    level.resize(width, ' ');
    Print(base::Printable("  " + level + "  " + one.text + "  " + one.place));
  }
  return kDone;
}

void SiteCommand::RenderOne(const Template& from) {
  const auto* enabled = from.Find(rules::site::kEnabled);
  const auto chain = rules::site::ChainOf(from, *enabled, site_, options_.host);
  if (!std::get<bool>(chain.back().value.value)) return;
  Print(base::Printable("// " + from.name +
                        (from.summary.empty() ? "" : ": " + from.summary)));
  for (const Parameter& one : from.parameters) {
    if (&one == enabled) continue;
    const Link link =
        rules::site::ChainOf(from, one, site_, options_.host).back();
    Print(base::Printable("// " + one.name + ": " + link.text + " (" +
                          link.level + ", " + link.place + ")"));
  }
  double interval = kDefaultInterval;
  const auto parsed = rules::site::BoundRules(from, site_, options_.host);
  for (const auto& one : parsed.statements) {
    if (one.statement.expr == nullptr) continue;
    if (one.statement.interval != interval) {
      interval = one.statement.interval;
      Print("delta = " + grammar::NumberText(interval) + ';');
    }
    Print(grammar::Print(one.statement));
  }
  if (interval != kDefaultInterval) {
    Print("delta = " + grammar::NumberText(kDefaultInterval) + ';');
  }
}

int SiteCommand::Render() {
  for (const Template& one : templates_) RenderOne(one);
  return kDone;
}

int SiteCommand::Lint() {
  Print(std::to_string(templates_.size()) + " templates are right");
  return kDone;
}

int SiteCommand::Run() {
  if (auto read = Read(); !read) return Fail(read.error().message);
  CheckRules();
  if (TellDiagnostics()) return kWrong;
  switch (options_.verb) {
    case Verb::kWhy:
      return Why();
    case Verb::kRender:
      return Render();
    case Verb::kLint:
      return Lint();
  }
  return kFailed;
}

}  // namespace

int RunConfSite(const ConfSiteOptions& options, const ProcessContext& process) {
  return SiteCommand(options, process).Run();
}

}  // namespace cli
