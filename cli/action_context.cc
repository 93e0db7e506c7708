// Clocks, the environment, the state directory.
#include "cli/action_context.h"

#include <unistd.h>

#include "engine/expr/calls.h"

namespace cli {

std::vector<std::string> ReceiversOf(
    const std::vector<engine::expr::Statement>& statements) {
  std::vector<std::string> receivers;
  for (const engine::expr::Statement& statement : statements) {
    for (const auto* call : engine::expr::CallsOf(statement)) {
      if (call->kind == engine::expr::ast::ActionKind::kWebhook) {
        receivers.push_back(call->receiver);
      }
    }
  }
  return receivers;
}

std::string ActionsText(std::size_t count, const std::string& what) {
  return std::to_string(count) +
         (count == 1 ? " action was " : " actions were ") + what;
}

actions::ActionContext ActionContextOf(const Options& options,
                                       const base::Zone& zone,
                                       engine::schedule::Clock* clock,
                                       base::loop::Loop* loop,
                                       actions::Receivers* receivers) {
  actions::ActionContext context;
  context.zone = &zone;
  context.loop = loop;
  context.now = [clock] { return clock->Now(); };
  context.steady = [clock] { return clock->Elapsed(); };
  context.receivers = receivers;
  context.pid = ::getpid();
  context.state = options.state;
  context.shows_syslog = options.shows_syslog;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    context.environment.emplace_back(*variable);
  }
  return context;
}

}  // namespace cli
