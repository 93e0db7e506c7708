// Checker: statements to typed statements, or to what is wrong with them.
// Asks MetricCatalogs, opens nothing, prints nothing. Evaluation begins in
// engine/program.
#ifndef TOCSIN_ENGINE_CHECK_CHECKER_H_
#define TOCSIN_ENGINE_CHECK_CHECKER_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"
#include "grammar/diagnostic.h"

namespace engine::check {

/// What became of statements.
struct Checked {
  std::vector<expr::Statement> statements;  // those that are right
  std::vector<grammar::Diagnostic> diagnostics;
  /// True if the last diagnostic is about a host that is none of the
  /// sources': pmie exits with status 1 there and then.
  bool unknown_host = false;
};

/// Names count over all files, so one Checker sees them all, in order.
class Checker {
 public:
  /// The first source is the one that rules mean without ":host". Without
  /// any, no name is looked up and every metric may be anything.
  /// Lifetime: borrows the catalogs.
  explicit Checker(std::vector<SourceView> sources);

  /// Appends to `checked` the statement, or what is wrong with it.
  void Check(std::shared_ptr<const expr::ast::Statement> statement, int file,
             Checked* checked);

  /// An unnamed statement that is not evaluated, but has used up its
  /// "expr_<n>": a constant, or one whose action was begun.
  /// Source: reference, 2.3.
  void CountUnnamed() { ++last_number_; }

 private:
  std::string NameOf(const expr::ast::Statement& statement);

  Metrics metrics_;
  std::set<std::string> names_;
  int last_number_ = 0;
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_CHECKER_H_
