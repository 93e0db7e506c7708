// Shell: the action that runs a command. What becomes of values in it is
// shell_quote.h's, of the process children.h's. Source: docs/pmie.md,
// "Actions".
#ifndef TOCSIN_ACTIONS_SHELL_H_
#define TOCSIN_ACTIONS_SHELL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "actions/command_queue.h"
#include "actions/complaints.h"
#include "actions/log.h"
#include "engine/alarm/event.h"

namespace actions {

/// What a command finds in its environment: all of `environment` (NAME=VALUE
/// each), but for pmie's own PATH and IFS.
std::vector<std::string> ShellEnvironment(
    const std::vector<std::string>& environment);

class Shell : public engine::alarm::EventSink {
 public:
  /// How long a command may run: long enough for any that pmie could have
  /// waited for, short enough that commands that hang do not pile up.
  static constexpr base::Duration kLimit{300 * base::kNanosPerSecond};

  /// With `tells_failures` a command that fails is told of and counted where
  /// the rule has nothing to do in that case. Lifetime: `commands` outlives the
  /// sink.
  Shell(const std::vector<std::string>& environment, CommandQueue* commands,
        bool tells_failures, Log log)
      : environment_(ShellEnvironment(environment)),
        commands_(*commands),
        tells_failures_(tells_failures),
        not_begun_("shell", log),
        killings_("shell", log, "ended by itself again"),
        failures_("shell", std::move(log), "succeeded again") {}

  /// Runs the text with sh when it is its turn, in a session of its own, with
  /// our standard files; done when the shell has ended, successfully if with
  /// status 0. Logs what no rule can have meant, the first of a row: that it
  /// was not begun, that a signal killed it, that it took longer than kLimit
  /// and was killed, with all it had started, and that it failed without an
  /// alternative.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

  /// How many commands were killed.
  std::size_t killed() const { return killed_; }
  /// How many have failed by themselves, in rules that have no alternative.
  std::size_t failed() const { return failed_; }

 private:
  Command CommandFor(const std::string& text) const;
  Outcome OutcomeOf(const Whose& whose, const std::string& text,
                    const base::Result<Ending>& how);
  void TellStatus(const Whose& whose, const std::string& text, int status);

  std::vector<std::string> environment_;
  CommandQueue& commands_;
  bool tells_failures_;
  Complaints not_begun_;
  Complaints killings_;
  Complaints failures_;
  std::size_t killed_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SHELL_H_
