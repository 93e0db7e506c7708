// Shell: the action that runs a command. What becomes of values in it is
// shell_quote.h's, of the process children.h's. Source: reference, 6.4.
#ifndef TOCSIN_ACTIONS_SHELL_H_
#define TOCSIN_ACTIONS_SHELL_H_

#include <string>
#include <vector>

#include "actions/children.h"
#include "actions/log.h"
#include "engine/alarm/event.h"

namespace actions {

/// What a command finds in its environment: all of `environment` (NAME=VALUE
/// each), but for pmie's own PATH and IFS.
std::vector<std::string> ShellEnvironment(
    const std::vector<std::string>& environment);

class Shell : public engine::alarm::EventSink {
 public:
  /// Long enough for whatever pmie could stand still for, short enough that
  /// what hangs does not pile up.
  static constexpr base::Duration kLimit{300 * base::kNanosPerSecond};

  /// Lifetime: children outlive the sink.
  Shell(const std::vector<std::string>& environment, Children* children,
        Log log)
      : environment_(ShellEnvironment(environment)),
        children_(*children),
        log_(std::move(log)) {}

  /// Runs the text with sh, in a session of its own, with our standard files;
  /// done when the shell has ended, successfully if with status 0. Logs what
  /// no rule can have meant: that it could not be started, that a signal
  /// killed it, that it took longer than kLimit and was killed, with all it
  /// had started.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  void Ended(const std::string& text, const Ending& ending);

  std::vector<std::string> environment_;
  Children& children_;
  Log log_;
  bool refused_ = false;  // the last one, and said so
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SHELL_H_
