// tocsin outbox: what waits in a state directory, also while its owner runs.
#ifndef TOCSIN_CLI_OUTBOX_H_
#define TOCSIN_CLI_OUTBOX_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0, 1 where there is no notification of an id, 2 no outbox,
/// or one that cannot be used.
int RunOutbox(const OutboxOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_OUTBOX_H_
