// Files of derived metrics' definitions: "name = expression" a line, read one
// after another. A line that is wrong is a diagnostic, and the rest goes on.
// Source: pmapi/notation/FORMAT.md, "Files of derived metrics".
#ifndef TOCSIN_PMAPI_NOTATION_DERIVED_CONFIG_H_
#define TOCSIN_PMAPI_NOTATION_DERIVED_CONFIG_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/notation/derived_expr.h"

namespace pmapi::notation {

/// A metric that is computed from others.
struct DerivedDefinition {
  std::string name;
  DerivedExpr expr;
};

/// What is wrong with a line.
struct DerivedDiagnostic {
  std::string file;
  std::size_t line = 0;  // from 1
  bool is_warning = false;
  /// PCP's words: what failed and, of an expression, why.
  std::string what;
  std::string reason;
  /// The text to show, and the offset in it at which a caret points.
  std::optional<std::string> text;
  std::optional<std::size_t> mark;
  /// Where that text begins in its line.
  std::size_t begin = 0;
};

/// The lines that PCP's tools write; ends with a newline.
std::string DiagnosticText(const DerivedDiagnostic& diagnostic);

class DerivedConfig {
 public:
  /// Takes the definitions in `text`. The first one of a name counts.
  void Read(const std::string& file, std::string_view text);

  /// In the order in which they were read.
  const std::vector<DerivedDefinition>& definitions() const {
    return definitions_;
  }
  const std::vector<DerivedDiagnostic>& diagnostics() const {
    return diagnostics_;
  }
  /// The place of `name` in definitions().
  std::optional<std::size_t> Find(std::string_view name) const;
  /// Its attributes oneline and helptext.
  HelpText Help(std::string_view name) const;

 private:
  struct Lines;
  void ReadLine(Lines* lines);
  void Define(Lines* lines, std::size_t equals);
  void SetAttribute(Lines* lines, std::size_t equals);
  std::optional<std::string> TakeValue(Lines* lines, std::string_view rest);
  void Report(const Lines& lines, std::string what, bool shown = true);

  std::vector<DerivedDefinition> definitions_;
  std::map<std::string, std::size_t, std::less<>> places_;
  /// By "name(attribute".
  std::map<std::string, std::string, std::less<>> attributes_;
  std::vector<DerivedDiagnostic> diagnostics_;
};

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_DERIVED_CONFIG_H_
