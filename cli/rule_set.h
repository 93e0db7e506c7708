// RuleSet: rule files as one run reads them, parsed once for all hosts that
// they are evaluated at. What is checked against one host is served_set.h's.
#ifndef TOCSIN_CLI_RULE_SET_H_
#define TOCSIN_CLI_RULE_SET_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "cli/rule_files.h"
#include "cli/rule_input.h"
#include "cli/rule_needs.h"
#include "grammar/parser.h"
#include "grammar/source_text.h"

namespace cli {

/// Threads: const members are called from any.
class RuleSet {
 public:
  struct File {
    std::shared_ptr<const grammar::SourceText> source;
    std::shared_ptr<const grammar::ParsedFile> parsed;
  };
  /// Files that have been parsed, which many sets share.
  using Parsed = std::shared_ptr<const std::vector<File>>;

  /// Parses `texts` one after another, as a run with these files does, which
  /// `parsed` follow; `interval`: that of -t.
  RuleSet(const std::vector<RuleText>& texts, base::Duration interval,
          const grammar::ReceiverNames& receivers,
          const std::vector<Parsed>& parsed = {});
  RuleSet(const RuleSet&) = delete;
  RuleSet& operator=(const RuleSet&) = delete;

  const std::vector<File>& files() const { return files_; }
  const RuleNeeds& needs() const { return needs_; }
  /// What is wrong with the texts alone.
  const std::vector<FiledDiagnostic>& diagnostics() const {
    return diagnostics_;
  }
  bool has_errors() const { return has_errors_; }
  /// What each statement that is evaluated says, its name and its interval, by
  /// the number that a checker gives it.
  const std::vector<std::string>& words() const { return words_; }
  /// How many statements there are, right or wrong; constants are none.
  std::size_t written() const { return written_; }

 private:
  void Note(const File& file);

  std::vector<File> files_;
  RuleNeeds needs_;
  std::vector<FiledDiagnostic> diagnostics_;
  std::vector<std::string> words_;
  std::size_t written_ = 0;
  bool has_errors_ = false;
};

/// By the number of a statement of `now` that of one of `before` which says the
/// same; none is that of two.
std::map<int, int> SameStatements(const RuleSet& before, const RuleSet& now);

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_SET_H_
