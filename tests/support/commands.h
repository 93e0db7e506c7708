// Commands: a queue of real commands on a loop, and the actions that use it.
#ifndef TOCSIN_TESTS_SUPPORT_COMMANDS_H_
#define TOCSIN_TESTS_SUPPORT_COMMANDS_H_

#include <optional>
#include <string>

#include "actions/command_action.h"
#include "actions/command_environment.h"
#include "base/loop/loop.h"
#include "tests/support/action_event.h"

namespace tests {

struct Commands {
  actions::CommandContext context() {
    return {actions::CommandEnvironment({"HOME=/x"}), &queue, &failures, true,
            log.log()};
  }
  /// What becomes of it in the end.
  actions::ActionSink::Outcome Run(actions::ActionSink* sink,
                                   const engine::alarm::Event& event) {
    std::optional<actions::ActionSink::Outcome> outcome;
    sink->Perform(event, [&](actions::ActionSink::Outcome how) {
      outcome = how;
      loop.Stop();
    });
    if (!outcome) loop.Run();
    return *outcome;
  }

  base::loop::Loop loop;
  LogLines log;
  actions::CommandFailures failures;
  actions::Children children{&loop, &loop};
  actions::CommandQueue queue{&children, &loop, {}, log.log(), [] {}};
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_COMMANDS_H_
