// Report: where the mistakes of one statement are collected, in our words and
// in pmie's. Printing is cli's.
#ifndef TOCSIN_ENGINE_CHECK_REPORT_H_
#define TOCSIN_ENGINE_CHECK_REPORT_H_

#include <string>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/source.h"

namespace engine::check {

/// Mistakes of one statement. pmie counts them: after the first it looks up
/// no metric any more. Source: reference, 2.5.
class Report {
 public:
  /// Lifetime: `diagnostics` outlives the report.
  explicit Report(std::vector<grammar::Diagnostic>* diagnostics)
      : diagnostics_(diagnostics) {}

  /// A mistake that pmie's parser places: `detail` follows the line
  /// "pmie: syntax error - near line ...".
  void Located(grammar::Span span, std::string message, std::string hint,
               std::string detail);

  /// A mistake for which pmie writes `lines` and nothing else. A line that
  /// begins with "Error: " stands behind pmie's stamp of time and process.
  void Error(grammar::Span span, std::string message, std::string hint,
             std::vector<std::string> lines);

  void Warning(grammar::Span span, std::string message, std::string hint);

  /// The host is none of ours: pmie gives up altogether.
  void UnknownHost(grammar::Span span, const std::string& host,
                   std::string hint);

  int errors() const { return errors_; }
  bool unknown_host() const { return unknown_host_; }

 private:
  std::vector<grammar::Diagnostic>* diagnostics_;
  int errors_ = 0;
  bool unknown_host_ = false;
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_REPORT_H_
