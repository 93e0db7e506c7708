// tocsin events: the event records of a metric that match, of archives or as
// they come.
#ifndef TOCSIN_CLI_EVENTS_H_
#define TOCSIN_CLI_EVENTS_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0 where some match, 1 where none does, 2 an error. Without
/// archives a live host is watched until a signal comes, which is no error.
int RunEvents(const EventsOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_EVENTS_H_
