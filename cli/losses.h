// Losses: what a live run says when it cannot write, and where: of standard
// output in the log, of the log in the system's. That it goes on is output.h's.
#ifndef TOCSIN_CLI_LOSSES_H_
#define TOCSIN_CLI_LOSSES_H_

#include <string>
#include <utility>
#include <vector>

#include "cli/messages.h"
#include "cli/output.h"
#include "engine/expr/expr.h"
#include "engine/schedule/clock.h"

namespace cli {

/// The system's log, for messages that the log cannot take.
class Elsewhere {
 public:
  /// `socket` is where the system's log daemon listens, `program` what this one
  /// was started as. Lifetime: `clock` outlives it.
  Elsewhere(std::string socket, std::string program,
            engine::schedule::Clock* clock)
      : socket_(std::move(socket)),
        program_(std::move(program)),
        clock_(*clock) {}

  /// Writes `text` as an error of the program. Where no log daemon listens it
  /// is lost.
  void Say(const std::string& text) const;

 private:
  std::string socket_;
  std::string program_;
  engine::schedule::Clock& clock_;
};

/// How losses of the log are handled. Lifetime: both outlive it.
Losses LossesOfLog(const Messages* messages, const Elsewhere* elsewhere);

/// How losses of values that another program reads are handled: the run ends,
/// because missing values would mislead that program.
Losses LossesAreTheEnd();

/// How losses of standard output are handled: a reader that is gone ends the
/// run, but for one that does more than print and goes on `alone`.
/// Lifetime: `messages` outlives it.
Losses LossesOfOutput(Messages* messages, bool alone);

/// Whether a rule does anything but print.
bool ActElsewhere(const std::vector<engine::expr::Statement>& statements);

}  // namespace cli

#endif  // TOCSIN_CLI_LOSSES_H_
