// Messages: what a run says besides its answers: complaints, lines of the log,
// diagnostics, in our words or, started as pmie, in pmie's. One logger of
// spdlog's carries all of it; which file that is written to is log_file.h's.
// Source: docs/pmie.md, "Log and daemon".
#ifndef TOCSIN_CLI_MESSAGES_H_
#define TOCSIN_CLI_MESSAGES_H_

#include <cstddef>
#include <memory>
#include <string>

#include "actions/log.h"
#include "base/zone.h"
#include "cli/output.h"
#include "cli/rule_files.h"
#include "engine/schedule/clock.h"
#include "grammar/diagnostic.h"

namespace spdlog {
class formatter;
class logger;
}  // namespace spdlog

namespace cli {

using actions::LogLevel;

/// Each message is written at once: what follows may take long, or end us.
class Messages {
 public:
  /// `program` is what this one was started as. Lifetime: `err` and `clock`
  /// outlive it.
  Messages(std::string program, Output* err, engine::schedule::Clock* clock);
  ~Messages();
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  /// The zone of the times in the log; UTC until it is set.
  void set_zone(const base::Zone& zone) { zone_ = zone; }
  /// Leaves out lines of the log below `least`; other messages have no level.
  void set_level(LogLevel least);

  const std::string& program() const { return program_; }
  bool as_pmie() const { return program_ == "pmie"; }

  /// Writes `text` as it stands.
  void Complain(const std::string& text);
  /// "PROGRAM: TEXT" and a newline; the text is made Printable.
  void ComplainAs(const std::string& text);
  /// A line of the log, "[Fri Nov 20 19:56:53] PROGRAM(PID) LEVEL: TEXT"; the
  /// text is made Printable. On a terminal the levels from Warning on have
  /// colours, but not pmie's, and not where NO_COLOR is set.
  void Log(LogLevel level, const std::string& text);

  /// The same line, with its newline, for who writes it.
  std::string Line(LogLevel level, const std::string& text) const;

  /// The log's header, "Log for PROGRAM on HOST WHAT TIME" and an empty line;
  /// `what` is "started" or "rotated".
  void LogBegins(const std::string& what);
  /// "PROGRAM: PID = PID, via HOST" and an empty line; with `primary`, also
  /// " [primary]".
  void LogSource(const std::string& host, bool primary);
  /// The footer, an empty line and "Log WHAT TIME"; `what` is "finished" or
  /// "rotated".
  void LogEnds(const std::string& what);

  /// Writes that `signal` has ended the run before there was anything to do;
  /// only pmie says so.
  void Interrupted(int signal);
  /// The exit status after that.
  int InterruptedStatus(int signal) const;

  /// Writes the diagnostics of `rules` that have not been written: as pmie,
  /// those that it would write; else errors and warnings.
  void Diagnostics(const RuleFiles& rules);

 private:
  void AsPmie(const grammar::Diagnostic& diagnostic);

  std::string Cleaned(const std::string& text) const;
  std::string Ctime() const;

  std::string program_;
  engine::schedule::Clock& clock_;
  base::Zone zone_;
  std::unique_ptr<spdlog::formatter> formatter_;
  std::unique_ptr<spdlog::logger> logger_;
  std::size_t told_ = 0;  // diagnostics
};

}  // namespace cli

#endif  // TOCSIN_CLI_MESSAGES_H_
