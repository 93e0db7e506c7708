// Session: pmieconf's commands over a catalog. Source: pmieconf(1).
#ifndef TOCSIN_RULES_PMIECONF_SESSION_H_
#define TOCSIN_RULES_PMIECONF_SESSION_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// What a session needs of who runs it.
struct SessionContext {
  std::string file;  // the modification file, as it is shown
  bool verbose = false;
  std::function<void(const std::string&)> out;
  std::function<void(const std::string&)> error;  // in a sentence, no newline
  /// Processes that run by the file.
  std::function<std::vector<int>()> processes = [] {
    return std::vector<int>{};
  };
};

/// The words of a line of a session; comments are left out.
/// Errors: kInvalid: too many, or a string without its end.
base::Result<std::vector<std::string>> WordsOf(std::string_view line);

/// The table of commands, as `help` prints it.
std::string_view CommandSummary();

class Session {
 public:
  enum class After { kGoOn, kFailed, kQuit, kAbort };

  /// Lifetime: `catalog` outlives it.
  Session(Catalog* catalog, SessionContext context);

  /// What commands are called, in their order.
  static std::vector<std::string> Names();
  /// The name of the command that `word` means; empty: none.
  static std::string NameOf(const std::string& word);

  /// Does what the words say; none do nothing.
  After Run(const std::vector<std::string>& words);
  /// Whether anything has been set.
  bool modified() const { return modified_; }
  /// What "." stands for; empty: nothing yet.
  const std::string& last_target() const { return last_; }

 private:
  using Words = std::vector<std::string>;
  struct Command;
  static const Command kCommands[];

  static const Command* Find(const std::string& name);
  /// Errors: kNotFound: nothing has that name.
  base::Result<std::vector<Rule*>> Target(const std::string& word);
  base::Result<void> Help(const Words& words);
  base::Result<void> Rules(const Words& words);
  base::Result<void> Groups(const Words& words);
  base::Result<void> Status(const Words& words);
  base::Result<void> Enable(const Words& words);
  base::Result<void> List(const Words& words);
  base::Result<void> Modify(const Words& words);
  base::Result<void> Undo(const Words& words);
  base::Result<void> Verbose(const Words& words);
  base::Result<void> Change(const std::string& target, const std::string& name,
                            const std::string& value);
  /// Errors: those that it tells, each beside its rule.
  base::Result<void> PrintEach(
      const std::vector<Rule*>& rules, const std::string& name,
      const char* between,
      base::Result<std::string> (*text)(const Rule&, const Rule&,
                                        const std::string&));

  Catalog& catalog_;
  SessionContext context_;
  std::string last_;  // target, "."
  bool modified_ = false;
};

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_SESSION_H_
