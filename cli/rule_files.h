// RuleFiles: the rule texts of a run, parsed and checked in order, with what
// is wrong with them. What goes to whom is the command's business.
#ifndef TOCSIN_CLI_RULE_FILES_H_
#define TOCSIN_CLI_RULE_FILES_H_

#include <deque>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/check/checker.h"
#include "engine/expr/expr.h"
#include "grammar/parser.h"
#include "grammar/source.h"

namespace cli {

/// A diagnostic and the text it is about.
struct FiledDiagnostic {
  const grammar::Source* source;
  grammar::Diagnostic diagnostic;
};

class RuleFiles {
 public:
  /// `default_interval` is -t's, in seconds. Lifetime: borrows the sources'
  /// catalogs.
  RuleFiles(double default_interval,
            std::vector<engine::check::SourceView> sources);

  /// Adds a text that diagnostics call `name`. False if a host in it is none
  /// of the sources', after which pmie does not go on.
  bool Add(std::string name, std::string text);
  /// Adds the file at `path`, or standard input for "-". Errors: kSystem,
  /// kInvalid (too large).
  base::Result<bool> AddFile(const std::string& path);

  /// Of all files, in order.
  const std::vector<FiledDiagnostic>& diagnostics() const {
    return diagnostics_;
  }
  bool has_errors() const { return has_errors_; }
  const std::string& FileName(int file) const {
    return texts_[static_cast<std::size_t>(file)].name();
  }
  /// Hands out the statements that are right.
  std::vector<engine::expr::Statement> TakeStatements() {
    return std::move(statements_);
  }

 private:
  grammar::Session session_;
  engine::check::Checker checker_;
  std::deque<grammar::Source> texts_;  // never moves what it holds
  std::vector<engine::expr::Statement> statements_;
  std::vector<FiledDiagnostic> diagnostics_;
  bool has_errors_ = false;
};

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_FILES_H_
