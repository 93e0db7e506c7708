// Checker: statements to typed statements, or to what is wrong with them.
// Asks MetricCatalogs, opens nothing, prints nothing. Evaluation begins in
// engine/program.
#ifndef TOCSIN_ENGINE_CHECK_CHECKER_H_
#define TOCSIN_ENGINE_CHECK_CHECKER_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"
#include "grammar/diagnostic.h"
#include "grammar/parser.h"
#include "grammar/source.h"

namespace engine::check {

/// What became of a file: the statements that are right, and all that is
/// wrong, the parser's diagnostics among them, in the order of the file.
struct Checked {
  std::vector<expr::Statement> statements;
  std::vector<grammar::Diagnostic> diagnostics;
  /// The first diagnostic about a host that is none of the sources': pmie
  /// exits with status 1 there and then.
  std::optional<std::size_t> unknown_host;
};

/// Names count over all files, so one Checker sees them all, in order.
class Checker {
 public:
  /// The first source is the one that rules mean without ":host". Without
  /// any, no name is looked up and every metric may be anything.
  /// Lifetime: borrows the catalogs.
  explicit Checker(std::vector<SourceView> sources);

  /// Checks what `parsed` has of `source`, the file number `file`.
  Checked Check(const grammar::Source& source, grammar::ParsedFile parsed,
                int file);

 private:
  void CheckStatement(const grammar::Source& source,
                      std::shared_ptr<const expr::ast::Statement> statement,
                      int file, Checked* checked);
  std::string NameOf(const expr::ast::Statement& statement);

  Metrics metrics_;
  std::set<std::string> names_;
  int last_number_ = 0;
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_CHECKER_H_
