// The first ones in full, the others counted.
#include "cli/diagnostic_text.h"

namespace cli {

std::string DiagnosticText(std::span<const FiledDiagnostic> diagnostics) {
  std::string text;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t more = 0;
  for (const auto& [source, diagnostic] : diagnostics) {
    const bool error = diagnostic.severity == grammar::Severity::kError;
    if (++(error ? errors : warnings) <= kMostShown) {
      text += grammar::Render(diagnostic, *source);
    } else {
      ++more;
    }
  }
  if (more > 0) text += "and " + std::to_string(more) + " more\n";
  return text;
}

bool HasErrors(std::span<const FiledDiagnostic> diagnostics) {
  return std::any_of(
      diagnostics.begin(), diagnostics.end(), [](const FiledDiagnostic& one) {
        return one.diagnostic.severity == grammar::Severity::kError;
      });
}

}  // namespace cli
