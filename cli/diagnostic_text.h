// DiagnosticText: what is wrong with rules, as much of it as somebody reads.
// pmie's form, which has no end, is messages.h's; JSON is check.cc's.
#ifndef TOCSIN_CLI_DIAGNOSTIC_TEXT_H_
#define TOCSIN_CLI_DIAGNOSTIC_TEXT_H_

#include <cstddef>
#include <span>
#include <string>

#include "cli/rule_files.h"

namespace cli {

/// So many errors, and as many warnings, are shown at a time.
inline constexpr std::size_t kMostShown = 100;

/// Each as grammar::Render() has it; for those beyond the first kMostShown of
/// their severity one line, "and N more".
std::string DiagnosticText(std::span<const FiledDiagnostic> diagnostics);

/// One of them is more than a warning.
bool HasErrors(std::span<const FiledDiagnostic> diagnostics);

}  // namespace cli

#endif  // TOCSIN_CLI_DIAGNOSTIC_TEXT_H_
