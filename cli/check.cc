// Files read, checked, and their diagnostics printed.
#include "cli/check.h"

#include <nlohmann/json.hpp>

#include "cli/archives.h"
#include "cli/derived_metrics.h"
#include "cli/rule_files.h"

namespace cli {
namespace {

std::string_view Word(grammar::Severity severity) {
  return severity == grammar::Severity::kError ? "error" : "warning";
}

/// An array of objects: file, line, column, severity, message, and where there
/// are some: macros (the innermost first: name, file, line), hint.
std::string AsJson(const std::vector<FiledDiagnostic>& diagnostics) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [source, diagnostic] : diagnostics) {
    const auto place = source->PositionAt(diagnostic.span.begin);
    nlohmann::ordered_json one{{"file", source->name()},
                               {"line", place.line},
                               {"column", place.column},
                               {"severity", Word(diagnostic.severity)},
                               {"message", diagnostic.message}};
    for (const auto& [name, file, line] : diagnostic.macros) {
      one["macros"].push_back({{"name", name}, {"file", file}, {"line", line}});
    }
    if (!diagnostic.hint.empty()) one["hint"] = diagnostic.hint;
    list.push_back(std::move(one));
  }
  // Names may hold any byte; JSON may not.
  return list.dump(2, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         '\n';
}

std::string AsText(const RuleFiles& rules, std::size_t statements) {
  std::string text;
  int errors = 0;
  for (const auto& [source, diagnostic] : rules.diagnostics()) {
    text += grammar::Render(diagnostic, *source);
    errors += diagnostic.severity == grammar::Severity::kError;
  }
  const auto warnings = static_cast<int>(rules.diagnostics().size()) - errors;
  return text + std::to_string(statements) + " statements are right; " +
         std::to_string(errors) + " errors, " + std::to_string(warnings) +
         " warnings\n";
}

}  // namespace

int RunCheck(const CheckOptions& options, const Environment& environment,
             Output* out, Output* err) {
  const auto derived = LoadDerivedMetrics(environment);
  err->Print(DerivedComplaints(derived, false));
  Archives archives;
  if (auto failure = archives.Open(options.archives, {})) {
    err->Print("tocsin: cannot open archive " + failure->name + ": " +
               failure->error.message + '\n');
    return 2;
  }
  archives.UseDerived(derived);
  RuleFiles rules(10, archives.Views());
  for (const std::string& path : options.files) {
    auto added = rules.AddFile(path);
    if (!added) {
      err->Print("tocsin: " + added.error().message + '\n');
      return 2;
    }
    if (!*added) break;
  }
  const std::size_t statements = rules.TakeStatements().size();
  out->Print(options.json ? AsJson(rules.diagnostics())
                          : AsText(rules, statements));
  return rules.has_errors() ? 1 : 0;
}

}  // namespace cli
