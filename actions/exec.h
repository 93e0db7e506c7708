// Exec: the action that runs a program without a shell: each value is part of
// one argument, whatever is in it. Source: docs/actions.md, "Programs".
#ifndef TOCSIN_ACTIONS_EXEC_H_
#define TOCSIN_ACTIONS_EXEC_H_

#include <utility>

#include "actions/command_action.h"
#include "base/zone.h"

namespace actions {

/// The receiver is the program's path, the words are its arguments. It has the
/// variables of its event, and all of it in JSON as its standard input; what it
/// writes is logged, as ChildOutput limits it.
class Exec : public CommandAction {
 public:
  /// Lifetime: `zone` outlives the sink.
  Exec(CommandContext context, const base::Zone* zone, const Log& log)
      : CommandAction("exec", std::move(context), log), zone_(zone) {}

 protected:
  Task TaskFor(const engine::alarm::Event& event,
               const std::string& id) const override;

 private:
  const base::Zone* zone_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_EXEC_H_
