// tocsin notify: what a receiver is sent, shown, and, to try it, sent.
#ifndef TOCSIN_CLI_NOTIFY_H_
#define TOCSIN_CLI_NOTIFY_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0 if it was delivered, or is only shown; 1 if not; 2 where
/// there is no such receiver, or its file is wrong.
int RunNotify(const NotifyOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_NOTIFY_H_
