// CommandAction: an action that runs a command. What it runs is shell.h's and
// its like's, whose turn it is command_queue.h's, the process children.h's.
#ifndef TOCSIN_ACTIONS_COMMAND_ACTION_H_
#define TOCSIN_ACTIONS_COMMAND_ACTION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "actions/action_sink.h"
#include "actions/command_queue.h"
#include "actions/complaints.h"
#include "actions/log.h"

namespace actions {

/// Of all commands of a run.
struct CommandFailures {
  std::size_t killed = 0;
  std::size_t failed = 0;  // by themselves, in rules that have no alternative
};

/// What all actions that run commands share. Lifetime: what is pointed to
/// outlives them.
struct CommandContext {
  std::vector<std::string> environment;  // as CommandEnvironment() has it
  CommandQueue* queue = nullptr;
  CommandFailures* failures = nullptr;
  /// A command that fails is told of and counted where the rule has nothing to
  /// do in that case.
  bool tells_failures = true;
  Log said;  // hears what commands write that do not write where we do
};

class CommandAction : public ActionSink {
 public:
  /// How long a command may run: long enough for any that pmie could have
  /// waited for, short enough that commands that hang do not pile up.
  static constexpr base::Duration kLimit{300 * base::kNanosPerSecond};

  bool NeedsParts(const engine::expr::ast::Call& call) const override;
  /// Runs the command when it is its turn, in a session of its own; done when
  /// it has ended, successfully if with status 0. Logs what no rule can have
  /// meant, the first of a row: that it was not begun, that a signal killed it,
  /// that it took longer than kLimit and was killed, with all it had started,
  /// that it failed without an alternative, and that something was cut.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

  /// What is to be run for an event.
  struct Task {
    /// Its environment is what it has besides that of all; its limit is ours.
    Command command;
    std::string text;  // as logs show it: its Beginning()
  };
  /// What is to be run for the event that is told by the name `id`, cut where
  /// the system would not take it, which is logged.
  Task FittingTask(const engine::alarm::Event& event, const std::string& id);

 protected:
  /// `name` is what rules call it, `log` hears what goes wrong.
  CommandAction(const std::string& name, CommandContext context,
                const Log& log);

  /// REQUIRES: `event` has parts.
  virtual Task TaskFor(const engine::alarm::Event& event,
                       const std::string& id) const = 0;
  /// `command` reads `input` and nothing of ours; the lines that it writes are
  /// logged, with its rule.
  void Pipe(const engine::alarm::Event& event, std::string input,
            Command* command) const;

 private:
  void Fit(const Whose& whose, Command* command);
  Outcome OutcomeOf(const Whose& whose, const std::string& text,
                    const base::Result<Ending>& how);
  void TellStatus(const Whose& whose, const std::string& text, int status);

  std::string name_;
  CommandContext context_;
  Complaints not_begun_;
  Complaints killings_;
  Complaints failures_;
  Complaints cuts_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_COMMAND_ACTION_H_
