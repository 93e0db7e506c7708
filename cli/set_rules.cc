// Loaded as tocsin conf loads them, and bound when they are parsed.
#include "cli/set_rules.h"

#include <unistd.h>

#include <climits>
#include <memory>
#include <utility>

#include "cli/diagnostic_text.h"
#include "cli/rule_input.h"
#include "pmapi/notation/host_spec.h"
#include "rules/site/bound_rules.h"
#include "rules/site/load.h"

namespace cli {
namespace {

using rules::site::Site;

/// Shared by the texts of one run.
using SharedSite = std::shared_ptr<const Site>;

/// The rules of `from` that are in force on `host`: a text for each part, which
/// is bound when it is parsed.
void AddTexts(const SharedSite& site, const rules::site::Template& from,
              const std::string& host, std::vector<RuleText>* texts) {
  const auto parts = rules::site::BoundRules(from, site->file, host);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const grammar::SourceText& source = *parts[i].source;
    texts->push_back(
        {source.name(), std::string(source.text()), [site, &from, host, i] {
           auto bound = rules::site::BoundRules(from, site->file, host);
           return std::move(bound[i].parsed);
         }});
  }
}

std::vector<FiledDiagnostic> Filed(const Site& site) {
  std::vector<FiledDiagnostic> filed;
  for (const rules::site::Findings& file : site.findings) {
    for (const grammar::Diagnostic& one : file.diagnostics) {
      filed.push_back({&file.source, one});
    }
  }
  return filed;
}

std::string ThisHostName() {
  char name[HOST_NAME_MAX + 1] = {};
  return ::gethostname(name, HOST_NAME_MAX) == 0 ? name : "";
}

/// The name of the host that `spec` is to -h; empty: this one.
std::string NameIn(const std::string& spec) {
  if (spec == kThisHost || spec.starts_with("mmv:")) return "";
  const auto read = pmapi::notation::ParseHostSpec(spec);
  if (!read || read->endpoints.empty()) return "";
  const std::string& name = read->endpoints.front().name;
  const bool here =
      name == "localhost" || name.starts_with("127.") || name == "::1";
  return here ? "" : name;
}

}  // namespace

bool AreFromSets(const Options& options, bool as_pmie) {
  if (options.sets) return true;
  const bool of_this_host = !options.host || *options.host == kThisHost;
  return !as_pmie && options.files.empty() && options.archives.empty() &&
         of_this_host && !options.interactive && !options.daemon() &&
         IsTyped(kStandardInput) && ::access(rules::site::kSetsPath, F_OK) == 0;
}

std::string HostOfSets(const Options& options,
                       const std::optional<std::string>& archived) {
  if (archived) return *archived;
  const std::string name = NameIn(options.host.value_or(kThisHost));
  return name.empty() ? ThisHostName() : name;
}

std::optional<std::vector<RuleText>> ReadSetRules(
    const Options& options, const std::string& host,
    const grammar::ReceiverNames& receivers, Messages* messages) {
  auto loaded = rules::site::LoadSite({options.sets, options.site}, receivers);
  if (!loaded) {
    messages->ComplainAs(loaded.error().message);
    return std::nullopt;
  }
  const auto site = std::make_shared<const Site>(*std::move(loaded));
  messages->Complain(DiagnosticText(Filed(*site)));
  if (site->IsWrong()) return std::nullopt;
  std::vector<RuleText> texts;
  for (const rules::site::Template& one : site->templates) {
    AddTexts(site, one, host, &texts);
  }
  return texts;
}

}  // namespace cli
