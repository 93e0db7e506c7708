// Messages: what a run says besides its answers: complaints, lines of the log,
// diagnostics, in our words or, started as pmie, in pmie's.
#ifndef TOCSIN_CLI_MESSAGES_H_
#define TOCSIN_CLI_MESSAGES_H_

#include <cstddef>
#include <string>

#include "base/zone.h"
#include "cli/output.h"
#include "cli/rule_files.h"
#include "engine/schedule/clock.h"
#include "grammar/diagnostic.h"

namespace cli {

class Messages {
 public:
  /// `program` is what this one was started as. Lifetime: `err` and `clock`
  /// outlive it.
  Messages(std::string program, Output* err, engine::schedule::Clock* clock)
      : program_(std::move(program)), err_(*err), clock_(*clock) {}

  /// Of the times in the log; the system's until it is set.
  void set_zone(const base::Zone& zone) { zone_ = zone; }

  const std::string& program() const { return program_; }
  bool as_pmie() const { return program_ == "pmie"; }

  /// As it stands.
  void Complain(const std::string& text);
  /// "PROGRAM: TEXT" and a newline; the text is made Printable.
  void ComplainAs(const std::string& text);
  /// A line of the log: `level` is "Info", "Warning", "Error", "Critical"; the
  /// text is made Printable.
  void Log(const std::string& level, const std::string& text);

  /// The same line, with its newline, for who writes it.
  std::string Line(const std::string& level, const std::string& text) const;

  /// The log's header ("started" or "rotated") and its footer ("finished" or
  /// "rotated").
  void LogBegins(const std::string& what);
  void LogEnds(const std::string& what);

  /// That `signal` has ended it before there was anything to do; only pmie says
  /// so.
  void Interrupted(int signal);
  /// The exit status after that.
  int InterruptedStatus(int signal) const;

  /// All of `rules` that has not been told: as pmie, what it would tell; else
  /// errors and warnings.
  void Diagnostics(const RuleFiles& rules);

 private:
  void AsPmie(const grammar::Diagnostic& diagnostic);

  std::string program_;
  Output& err_;
  engine::schedule::Clock& clock_;
  base::Zone zone_;
  std::size_t told_ = 0;  // diagnostics
};

}  // namespace cli

#endif  // TOCSIN_CLI_MESSAGES_H_
