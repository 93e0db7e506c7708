// tocsin check: what is wrong with rule files.
#ifndef TOCSIN_CLI_CHECK_H_
#define TOCSIN_CLI_CHECK_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0 no errors, 1 errors, 2 a file that cannot be read, a
/// source that cannot be asked, or a signal that ends it before all are.
int RunCheck(const CheckOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_CHECK_H_
