// Files read, what is wrong with them told, and one question answered.
#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "cli/command_complaint.h"
#include "cli/conf_site.h"
#include "cli/diagnostic_text.h"
#include "rules/site/bound_rules.h"
#include "rules/site/load.h"
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

class SiteCommand {
 public:
  SiteCommand(const ConfSiteOptions& options, const ProcessContext& process)
      : options_(options), process_(process) {}

  int Run();

 private:
  void TellFindings();
  bool HasWrongRules();
  int Why();
  int Render();
  int Lint();
  void Print(const std::string& line) { process_.out->Print(line + '\n'); }
  int Fail(const std::string& what) {
    process_.err->Print(CommandComplaint("conf", what));
    return kFailed;
  }

  const ConfSiteOptions& options_;
  const ProcessContext& process_;
  Site site_;
};

void SiteCommand::TellFindings() {
  std::vector<FiledDiagnostic> all;
  for (const Findings& of : site_.findings) {
    for (const auto& one : of.diagnostics) all.push_back({&of.source, one});
  }
  process_.err->Print(DiagnosticText(all));
}

int SiteCommand::Why() {
  const std::size_t dot = options_.parameter.find('.');
  const std::string rule = options_.parameter.substr(0, dot);
  const Template* found = site_.Find(rule);
  if (found == nullptr) return Fail("there is no template " + rule);
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
      rules::site::ChainOf(*found, *parameter, site_.file, options_.host);
  Print(base::Printable(options_.parameter + " on " + options_.host + " is " +
                        chain.back().text));
  std::size_t width = 0;
  for (const Link& one : chain) width = std::max(width, one.level.size());
  for (const Link& one : chain) {
    std::string level = one.level;
    level.resize(width, ' ');
    Print(base::Printable("  " + level + "  " + one.text + "  " + one.Place()));
  }
  return kDone;
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

int SiteCommand::Lint() {
  const std::size_t count = site_.templates.size();
  Print(std::to_string(count) +
        (count == 1 ? " template is right" : " templates are right"));
  return kDone;
}

int SiteCommand::Run() {
  auto site = rules::site::LoadSite({options_.sets, options_.site});
  if (!site) return Fail(site.error().message);
  site_ = *std::move(site);
  TellFindings();
  if (site_.IsWrong()) return kWrong;
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
