// ActionContextOf: what actions need of this process, live and over archives.
#ifndef TOCSIN_CLI_ACTION_CONTEXT_H_
#define TOCSIN_CLI_ACTION_CONTEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "actions/live_actions.h"
#include "base/loop/loop.h"
#include "base/zone.h"
#include "cli/options.h"
#include "engine/expr/expr.h"
#include "engine/schedule/clock.h"

namespace cli {

/// Whom webhooks of `statements` tell, as they are written.
std::vector<std::string> ReceiversOf(
    const std::vector<engine::expr::Statement>& statements);

/// All but where they print and log, and who hears of them. Lifetime: what is
/// given outlives the context.
actions::ActionContext ActionContextOf(const Options& options,
                                       const base::Zone& zone,
                                       engine::schedule::Clock* clock,
                                       base::loop::Loop* loop,
                                       actions::Receivers* receivers);

/// "3 actions were not performed", where that is `what` they were.
std::string ActionsText(std::size_t count, const std::string& what);

}  // namespace cli

#endif  // TOCSIN_CLI_ACTION_CONTEXT_H_
