// tocsin conf: pmieconf's command line and its session. Commands:
// rules/pmieconf/session.h.
#ifndef TOCSIN_CLI_CONF_H_
#define TOCSIN_CLI_CONF_H_

#include <string>
#include <vector>

#include "cli/process_context.h"

namespace cli {

/// `arguments` stand behind what `name` is, as messages have it: "pmieconf" or
/// "tocsin conf". Exit status: 0, or 1 where the command line, a file or the
/// one command that it has is wrong.
int RunConf(const std::string& name, const std::vector<std::string>& arguments,
            const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_CONF_H_
