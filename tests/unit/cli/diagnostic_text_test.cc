// What is shown of many mistakes.
#include "cli/diagnostic_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace cli {
namespace {

using grammar::Severity;

TEST(DiagnosticText, TheFirstOfASeverityAreShownAndTheOthersCounted) {
  const grammar::SourceText source("f", "x");
  const FiledDiagnostic warning{&source,
                                {Severity::kWarning, {0, 1}, "w", "", {}}};
  const FiledDiagnostic error{&source, {Severity::kError, {0, 1}, "e", "", {}}};
  std::vector<FiledDiagnostic> all(kMostShown, warning);
  all.push_back(error);
  std::string text;
  for (const FiledDiagnostic& one : all) {
    text += grammar::Render(one.diagnostic, source);
  }
  EXPECT_EQ(DiagnosticText({}), "");
  EXPECT_EQ(DiagnosticText(all), text);
  all.push_back(warning);
  EXPECT_EQ(DiagnosticText(all), text + "and 1 more\n");
}

}  // namespace
}  // namespace cli
