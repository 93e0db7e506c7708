// tocsin conf why, render, lint, diff and import: templates as the site has set
// them.
#ifndef TOCSIN_CLI_CONF_SITE_H_
#define TOCSIN_CLI_CONF_SITE_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0, 1 where something is wrong with templates or the site's
/// file, 2 where they cannot be read, or there is none of that name; of diff 1
/// where something differs, 2 where something is wrong.
int RunConfSite(const ConfSiteOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_CONF_SITE_H_
