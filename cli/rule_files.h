// RuleFiles: the rule texts of a run, parsed and checked in order, with what
// is wrong with them. What goes to whom is the command's business.
#ifndef TOCSIN_CLI_RULE_FILES_H_
#define TOCSIN_CLI_RULE_FILES_H_

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/agent_report.h"
#include "cli/rule_needs.h"
#include "cli/rule_text.h"
#include "engine/check/checker.h"
#include "engine/expr/expr.h"
#include "grammar/parser.h"
#include "grammar/source_text.h"

namespace cli {

/// A diagnostic and the text it is about.
struct FiledDiagnostic {
  const grammar::SourceText* source;
  grammar::Diagnostic diagnostic;
};

class RuleFiles {
 public:
  /// `default_interval` is -t's, in seconds. Lifetime: borrows the sources'
  /// catalogs.
  RuleFiles(double default_interval,
            std::vector<engine::check::SourceView> sources);
  /// Where the sources are not known yet: then Parse(), Needs(), Check().
  explicit RuleFiles(double default_interval);

  /// As Parser::set_receivers().
  void set_receivers(grammar::ReceiverNames names) {
    parser_.set_receivers(std::move(names));
  }

  /// Parses a text; the next Check() checks it.
  void Parse(const RuleText& from);
  /// What all that has been parsed and not checked needs of its sources.
  RuleNeeds Needs() const;
  /// Adds the error that `host`, as the texts that are parsed and not checked
  /// write it, cannot be asked, for `why`; it stands where the host first does.
  /// False where it stands nowhere.
  bool RefuseHost(const std::string& host, const std::string& why);
  /// Checks it against `sources`, the same ones each time. Lifetime: borrows
  /// their catalogs. As Add().
  bool Check(std::vector<engine::check::SourceView> sources);
  /// As Checker::CheckAgain(); what is found and was not joins diagnostics().
  /// REQUIRES: Check() was called.
  engine::check::Rechecked CheckAgain(
      const std::map<int, engine::check::SourceView>& changed);

  /// As Checker::Rest(). REQUIRES: as CheckAgain().
  void Rest() { checker_->Rest(); }

  /// Adds a text. False if a host in it is none of the sources', after which
  /// pmie does not go on.
  bool Add(const RuleText& one);

  /// Keeps the statements that -x has a use for, and says what is wrong with
  /// others; constants are none of its business.
  void KeepForAgent();
  /// The same of -X, as pmie has it: named statements with actions are none.
  void KeepForApplet();

  /// Of all files, in order.
  const std::vector<FiledDiagnostic>& diagnostics() const {
    return diagnostics_;
  }
  /// The first so many of diagnostics() are those that pmie gets to write: it
  /// does not live to see what comes after an unknown host.
  std::size_t pmie_diagnostics() const {
    return pmie_diagnostics_.value_or(diagnostics_.size());
  }
  bool has_errors() const { return has_errors_; }
  /// No statement is right, and that is due to a mistake: one is wrong, or
  /// stands in a comment without its end.
  bool none_is_right() const {
    return statements_.empty() && (has_errors_ || swallows_);
  }
  /// How many statements there are, right or wrong; constants are none.
  std::size_t written() const { return written_; }
  const std::string& FileName(int file) const { return texts_[file].name(); }
  /// The statements that are right and have not been handed out.
  const std::vector<engine::expr::Statement>& statements() const {
    return statements_;
  }
  /// Hands out the statements that are right.
  std::vector<engine::expr::Statement> TakeStatements() {
    return std::move(statements_);
  }

 private:
  /// Adds the error that -x or -X has no use for `one`.
  void Refuse(const engine::expr::Statement& one, const AgentFault& fault);

  /// A text that has been parsed, and not checked.
  struct Unchecked {
    int file = 0;
    grammar::ParsedFile parsed;
  };

  bool CheckParsed();
  bool CheckOne(Unchecked one);

  grammar::Parser parser_;
  std::optional<engine::check::Checker> checker_;
  std::vector<Unchecked> unchecked_;
  std::deque<grammar::SourceText> texts_;  // never moves what it holds
  std::vector<engine::expr::Statement> statements_;
  std::vector<FiledDiagnostic> diagnostics_;
  std::optional<std::size_t> pmie_diagnostics_;
  bool has_errors_ = false;
  std::size_t written_ = 0;
  bool swallows_ = false;  // a comment behind the last statement is warned of
};

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_FILES_H_
