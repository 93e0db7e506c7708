// tocsin check: what is wrong with rule files.
#ifndef TOCSIN_CLI_CHECK_H_
#define TOCSIN_CLI_CHECK_H_

#include <functional>

#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0 no errors, 1 errors, 2 a file that cannot be read, or it
/// is `over` before all are.
int RunCheck(const CheckOptions& options, const Environment& environment,
             Output* out, Output* err,
             const std::function<bool()>& over = nullptr);

}  // namespace cli

#endif  // TOCSIN_CLI_CHECK_H_
