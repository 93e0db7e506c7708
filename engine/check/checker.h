// Checker: statements to typed statements, or to what is wrong with them.
// Asks MetricCatalogs, opens nothing, prints nothing. Evaluation begins in
// engine/program.
#ifndef TOCSIN_ENGINE_CHECK_CHECKER_H_
#define TOCSIN_ENGINE_CHECK_CHECKER_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/expr/expr.h"
#include "grammar/diagnostic.h"
#include "grammar/parser.h"
#include "grammar/source_text.h"

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

/// What became of statements that were checked again.
struct Rechecked {
  std::vector<int> numbers;                 // of all these, ascending
  std::vector<expr::Statement> statements;  // those of them that are right now
  /// What is wrong, and in which text; but not that metrics are missing.
  std::vector<std::pair<const grammar::SourceText*, grammar::Diagnostic>>
      diagnostics;
};

/// Names count over all files, so one Checker sees them all, in order.
class Checker {
 public:
  /// The first source is the one that rules mean without ":host". Without
  /// any, no name is looked up and every metric may be anything.
  /// Lifetime: borrows the catalogs.
  explicit Checker(std::vector<SourceView> sources);

  /// Checks what `parsed` has of `source`, the file number `file`.
  /// Lifetime: CheckAgain() borrows `source`.
  Checked Check(const grammar::SourceText& source, grammar::ParsedFile parsed,
                int file);
  /// The same of a file that several checkers check: they share its trees.
  Checked Check(const grammar::SourceText& source,
                const std::shared_ptr<const grammar::ParsedFile>& parsed,
                int file);

  /// Lets go of what the catalogs have been asked, for when nothing is checked
  /// for a while.
  void Rest() { metrics_.Forget(); }

  /// Sources are now as these views say, and are called as before: checks what
  /// asks one of them, of all that has been checked, and nothing else. What has
  /// a name keeps it.
  Rechecked CheckAgain(const std::map<int, SourceView>& changed);

 private:
  /// A statement that is to be evaluated.
  struct EvaluatedStatement {
    const grammar::SourceText* source = nullptr;
    std::shared_ptr<const expr::ast::Statement> statement;
    int file = 0;
    std::string name;  // empty: has none yet
  };

  using TreeOf =
      std::function<std::shared_ptr<const expr::ast::Statement>(std::size_t)>;
  /// `tree_of`: the tree of a statement, by its place in the file.
  Checked CheckFile(const grammar::SourceText& source,
                    const grammar::ParsedFile& parsed, int file,
                    const TreeOf& tree_of);
  void CheckStatement(int number, Checked* checked);
  void WarnOfWindows(const grammar::SourceText& source, Checked* checked);
  std::string NameOf(const expr::ast::Statement& statement);
  const std::vector<int>& Asking(int source);

  Metrics metrics_;
  std::vector<EvaluatedStatement> evaluated_;  // by number
  std::map<std::string, int> names_;           // of what is right: its number
  int last_number_ = 0;                        // of expr_<n>
  double window_bytes_ = 0;                    // of all that is right
  std::vector<std::vector<int>> asking_;       // by source: numbers
  std::size_t looked_at_ = 0;                  // of evaluated_, for asking_
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_CHECKER_H_
