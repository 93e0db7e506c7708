// pmie's face: rule files evaluated live or over archives, with pmie's options,
// reports and exit statuses.
#ifndef TOCSIN_CLI_PMIE_H_
#define TOCSIN_CLI_PMIE_H_

#include <string>
#include <vector>

#include "cli/process_context.h"

namespace cli {

/// Runs the command line `arguments`, the program's name first. The exit
/// status: 0 done; 1 what keeps it from starting (and, as pmie, damage), an
/// answer that is lost, and with -C wrong statements; as tocsin 2 damage of an
/// archive, and 3 where no rule is right; 2 after SIGINT.
int RunPmie(const std::vector<std::string>& arguments,
            const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_PMIE_H_
