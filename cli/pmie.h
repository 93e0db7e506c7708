// pmie's face: rule files evaluated live or over archives, with pmie's options,
// reports and exit statuses.
#ifndef TOCSIN_CLI_PMIE_H_
#define TOCSIN_CLI_PMIE_H_

#include <functional>
#include <string>
#include <vector>

#include "actions/syslog_socket.h"
#include "cli/options.h"
#include "cli/output.h"

namespace cli {

/// What a run gets from the process around it.
struct ProcessContext {
  /// "pmie" where it was started by that name: diagnostics are then pmie's.
  std::string program;
  Output* out;
  Output* err;
  /// The signal that asks to end, 0 for none.
  std::function<int()> signal;
  /// Where it is said that the log cannot be written.
  std::string syslog_socket = actions::kSyslogSocket;
};

/// Runs the command line `arguments`, the program's name first. The exit
/// status: 0 done; 1 what keeps it from starting (and, as pmie, damage), an
/// answer that is lost, and with -C wrong statements; as tocsin 2 damage of an
/// archive, and 3 where no rule is right; 2 after SIGINT.
int RunPmie(const std::vector<std::string>& arguments,
            const Environment& environment, const ProcessContext& process);

}  // namespace cli

#endif  // TOCSIN_CLI_PMIE_H_
