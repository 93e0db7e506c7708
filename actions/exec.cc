// Words, variables, and the notification that a webhook would send.
#include "actions/exec.h"

#include "actions/command_environment.h"
#include "actions/notification/json_body.h"
#include "engine/alarm/message_parts.h"

namespace actions {

Exec::Task Exec::TaskFor(const engine::alarm::Event& event,
                         const std::string& id) const {
  Task task;
  Command& command = task.command;
  command.path = event.call.receiver;
  command.arguments = {command.path};
  std::string text = command.path;
  for (const std::string& word : event.parts->words) {
    command.arguments.push_back(word);
    text += ' ' + word;
  }
  task.text = Beginning(text);
  command.environment = EventVariables(event);
  Pipe(event, JsonBody(event, id, *zone_) + '\n', &command);
  return task;
}

}  // namespace actions
