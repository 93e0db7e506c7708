// tocsin eval: one expression, its value, and an exit status that tells.
#ifndef TOCSIN_CLI_EVAL_H_
#define TOCSIN_CLI_EVAL_H_

#include "cli/process_context.h"
#include "cli/subcommand_options.h"

namespace cli {

/// The exit status: 0 true (or a known number), 1 false, 3 unknown, 2 error.
/// Of a set of truths some_ is meant. Without archives it is asked of live
/// hosts, now. A signal ends it, with 2.
int RunEval(const EvalOptions& options, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_EVAL_H_
