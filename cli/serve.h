// tocsin serve: the rules of a site at all of its hosts, in one process.
#ifndef TOCSIN_CLI_SERVE_H_
#define TOCSIN_CLI_SERVE_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// Runs until a signal ends it. The exit status: 0 after SIGTERM, and with -C
/// where nothing is wrong; 1 what keeps it from starting; 2 after SIGINT.
int RunServe(const ServeOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_SERVE_H_
