// sh -c, or sh and a file where the text is long.
#include "actions/shell.h"

#include "actions/command_environment.h"
#include "actions/notification/json_body.h"
#include "actions/shell_quote.h"

namespace actions {
namespace {

constexpr char kShell[] = "/bin/sh";

/// A longer command than an argument can be is read from a file at descriptor
/// 3, which is closed before it runs.
constexpr char kFromScript[] = "eval \"$(cat <&3)\" 3<&-";

}  // namespace

Shell::Task Shell::TaskFor(const engine::alarm::Event& event,
                           const std::string& id) const {
  Task task;
  const std::string text = QuoteForShell(event.message);
  const bool fits = text.size() <= kMostInArgument;
  task.text = Beginning(text);
  Command& command = task.command;
  command.path = kShell;
  command.arguments = {"sh", "-c", fits ? text : kFromScript};
  command.environment = EventVariables(event);
  if (!fits) command.script = text;
  if (event.call.piped) {
    Pipe(event, JsonBody(event, id, *zone_) + '\n', &command);
  }
  return task;
}

}  // namespace actions
