// What is said of output that is lost, and where.
#include "cli/losses.h"

#include <syslog.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "actions/syslog_socket.h"
#include "base/zone.h"
#include "engine/expr/calls.h"

namespace cli {
namespace {

namespace ast = engine::expr::ast;

std::string Reason(const base::Error& why) {
  return why.system_errno == EAGAIN ? "nobody reads it"
                                    : std::strerror(why.system_errno);
}

std::string Begins(const std::string& what, const base::Error& why) {
  return "cannot write " + what + ": " + Reason(why) +
         "; until it can be written again what belongs there is lost";
}

std::string LineOf(const Messages& messages, std::size_t bytes,
                   const base::Error& why) {
  return messages.Line(LogLevel::kWarning,
                       std::to_string(bytes) +
                           " bytes could not be written here: " + Reason(why));
}

}  // namespace

void Elsewhere::Say(const std::string& text) const {
  actions::SyslogSocket socket(socket_);
  // If this fails, too, there is nobody left to tell.
  (void)socket.Send(
      actions::SyslogLine({program_, ::getpid(), LOG_DAEMON | LOG_ERR},
                          clock_.Now(), base::Zone::OfSystem(), text));
}

Losses LossesOfLog(const Messages* messages, const Elsewhere* elsewhere) {
  return {[elsewhere](const base::Error& why) {
            elsewhere->Say(Begins("the log", why));
            return true;
          },
          [messages](std::size_t bytes, const base::Error& why) {
            return LineOf(*messages, bytes, why);
          }};
}

Losses LossesAreTheEnd() {
  return {[](const base::Error&) { return false; }, nullptr};
}

Losses LossesOfOutput(Messages* messages, bool alone) {
  return {[messages, alone](const base::Error& why) {
            if (why.system_errno == EPIPE && !alone) return false;
            messages->Log(LogLevel::kError, Begins("standard output", why));
            return true;
          },
          [messages](std::size_t bytes, const base::Error& why) {
            return LineOf(*messages, bytes, why);
          }};
}

bool ActElsewhere(const std::vector<engine::expr::Statement>& statements) {
  return engine::expr::AnyCall(statements, [](const ast::Call& call) {
    return call.kind != ast::ActionKind::kPrint;
  });
}

}  // namespace cli
