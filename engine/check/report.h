// Report: where the mistakes of one statement are collected, in our words and
// in pmie's. Printing is cli's.
#ifndef TOCSIN_ENGINE_CHECK_REPORT_H_
#define TOCSIN_ENGINE_CHECK_REPORT_H_

#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/source_text.h"

namespace engine::check {

/// Mistakes of one statement. After the first one that pmie counts it looks up
/// no metric any more. Source: docs/pmie.md, "Error messages".
class Report {
 public:
  /// Lifetime: both outlive the report.
  Report(const grammar::SourceText& source,
         std::vector<grammar::Diagnostic>* diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  /// A mistake that pmie's parser finds when it has read `expr`: `detail`
  /// follows the line "pmie: syntax error - near line ...".
  void Located(const grammar::ast::Expr& expr, std::string message,
               std::string hint, std::string detail);

  /// The same, found when the word behind `span` has been read too.
  void LocatedBehind(grammar::Span span, std::string message, std::string hint,
                     std::string detail);

  /// A mistake only for us, told in pmie's form: pmie accepts it and computes
  /// nonsense, or crashes.
  void OursAlone(const grammar::ast::Expr& expr, std::string message,
                 std::string hint, std::string detail);
  void OursAlone(grammar::Span span, std::string message, std::string hint,
                 std::vector<std::string> lines);

  /// A mistake for which pmie writes `lines` and nothing else. A line that
  /// begins with "Error: " stands behind pmie's stamp of time and process.
  void Error(grammar::Span span, std::string message, std::string hint,
             std::vector<std::string> lines);

  /// Something is not there now and may come; pmie writes `lines`.
  void Awaited(grammar::Span span, std::string message, std::string hint,
               std::vector<std::string> lines);

  void Warning(grammar::Span span, std::string message, std::string hint);

  /// The host is none of ours: pmie gives up altogether.
  void UnknownHost(grammar::Span span, const std::string& host,
                   std::string hint);

  const grammar::SourceText& source() const { return source_; }
  /// All mistakes.
  int errors() const { return errors_; }
  /// Those that pmie counts.
  int pmie_errors() const { return pmie_errors_; }
  bool unknown_host() const { return unknown_host_; }

 private:
  const grammar::SourceText& source_;
  std::vector<grammar::Diagnostic>* diagnostics_;
  int errors_ = 0;
  int pmie_errors_ = 0;
  bool unknown_host_ = false;
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_REPORT_H_
