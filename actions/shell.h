// Shell: the action that runs a text with sh. What becomes of values in it is
// shell_quote.h's. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_ACTIONS_SHELL_H_
#define TOCSIN_ACTIONS_SHELL_H_

#include <utility>

#include "actions/command_action.h"
#include "base/zone.h"

namespace actions {

/// With the variables of its event, and our standard files: pmie's commands
/// have them. One that is `piped` has what an Exec has in their place.
class Shell : public CommandAction {
 public:
  /// Lifetime: `zone` outlives the sink.
  Shell(CommandContext context, const base::Zone* zone, const Log& log)
      : CommandAction("shell", std::move(context), log), zone_(zone) {}

 protected:
  Task TaskFor(const engine::alarm::Event& event,
               const std::string& id) const override;

 private:
  const base::Zone* zone_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SHELL_H_
