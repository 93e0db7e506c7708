// Files read, checked, and their diagnostics printed.
#include "cli/check.h"

#include <nlohmann/json.hpp>

#include "cli/archive_losses.h"
#include "cli/archives.h"
#include "cli/derived_metrics.h"
#include "cli/one_line.h"
#include "cli/rule_files.h"
#include "engine/schedule/clock.h"

namespace cli {
namespace {

constexpr char kNotLookedUp[] =
    "no metric was looked up: that takes an archive, -a\n";

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
  // Names may hold any byte; JSON may not, and some steer terminals.
  return list.dump(2, ' ', true,
                   nlohmann::ordered_json::error_handler_t::replace) +
         '\n';
}

/// "1 error", "2 errors".
std::string Counted(std::size_t count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string AsText(const RuleFiles& rules, std::size_t statements,
                   bool looked_up) {
  std::string text;
  std::size_t errors = 0;
  for (const auto& [source, diagnostic] : rules.diagnostics()) {
    text += grammar::Render(diagnostic, *source);
    if (diagnostic.severity == grammar::Severity::kError) ++errors;
  }
  const std::size_t warnings = rules.diagnostics().size() - errors;
  return text + Counted(statements, "statement") +
         (statements == 1 ? " is right; " : " are right; ") +
         Counted(errors, "error") + ", " + Counted(warnings, "warning") + '\n' +
         (looked_up ? "" : kNotLookedUp);
}

void Complain(const std::string& what, Output* err) {
  err->Print("tocsin: check: " + OneLine(what) + '\n');
}

/// False if the archives lack something.
bool PrintLosses(const Archives& archives, const Environment& environment,
                 Output* err) {
  const auto tz = environment("TZ");
  const base::Zone zone = tz ? base::Zone::FromTz(*tz) : base::Zone::OfSystem();
  const auto losses = LossTexts(archives.Losses(), std::nullopt, zone,
                                engine::schedule::SystemClock().Now());
  for (const std::string& text : losses) {
    Complain(text, err);
  }
  return losses.empty();
}

}  // namespace

int RunCheck(const CheckOptions& options, const Environment& environment,
             Output* out, Output* err, const std::function<bool()>& over) {
  const auto derived = LoadDerivedMetrics(environment, false, err);
  Archives archives;
  if (auto failure = archives.Open(options.archives, {})) {
    Complain(
        "cannot open archive " + failure->name + ": " + failure->error.message,
        err);
    return 2;
  }
  archives.UseDerived(derived);
  RuleFiles rules(10, archives.Views());
  // One that is wrong keeps no other from being checked.
  std::size_t read = 0;
  for (const std::string& path : options.files) {
    const auto added = rules.AddFile(path, over);
    read += added.has_value();
    if (!added) Complain(added.error().message, err);
    if (over && over()) return 2;
  }
  const std::size_t statements = rules.TakeStatements().size();
  if (read > 0) {
    out->Print(options.json
                   ? AsJson(rules.diagnostics())
                   : AsText(rules, statements, !options.archives.empty()));
  }
  const bool whole = PrintLosses(archives, environment, err);
  if (!whole || read < options.files.size()) return 2;
  return rules.has_errors() ? 1 : 0;
}

}  // namespace cli
