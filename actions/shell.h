// Shell: the action that runs a text with sh. What becomes of values in it is
// shell_quote.h's. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_ACTIONS_SHELL_H_
#define TOCSIN_ACTIONS_SHELL_H_

#include <utility>

#include "actions/command_action.h"

namespace actions {

/// With our standard files, and the variables of its event.
class Shell : public CommandAction {
 public:
  Shell(CommandContext context, const Log& log)
      : CommandAction("shell", std::move(context), log) {}

 protected:
  Task TaskFor(const engine::alarm::Event& event,
               const std::string& id) const override;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SHELL_H_
