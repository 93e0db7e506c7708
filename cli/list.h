// tocsin list: which metrics there are, what they are, and their instances.
#ifndef TOCSIN_CLI_LIST_H_
#define TOCSIN_CLI_LIST_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0, 1 where there is nothing of a name, 2 a source that
/// cannot be asked, or a signal. Without archives a live host is asked.
int RunList(const ListOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_LIST_H_
