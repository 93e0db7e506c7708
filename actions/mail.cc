// An event as a mail, and the command that sends it.
#include "actions/mail.h"

#include "actions/notification/mail_message.h"
#include "base/rfc3339.h"
#include "engine/alarm/message_parts.h"
#include "engine/alarm/shown.h"

namespace actions {

std::string MailMessage(const engine::alarm::Event& event,
                        const std::string& id, const base::Zone& zone) {
  MailContent content;
  content.to = event.call.receiver;
  content.id = id;
  content.rule = event.statement.name;
  content.text = event.text();
  content.shown = engine::alarm::Shown(event.message);
  content.time = event.time;
  base::AppendRfc3339(zone, event.time, &content.time_text);
  for (const engine::alarm::Binding& one : event.parts->bindings) {
    content.bindings.push_back({one.host, one.instance, one.value});
  }
  return MailMessage(content, zone);
}

Mail::Task Mail::TaskFor(const engine::alarm::Event& event,
                         const std::string& id) const {
  const std::string& to = event.call.receiver;
  Task task;
  task.text = Beginning("to " + to);
  Command& command = task.command;
  command.path = sendmail_;
  command.arguments = {"sendmail", "-t", "-i"};
  Pipe(event, MailMessage(event, MailId(id), *zone_), &command);
  return task;
}

}  // namespace actions
