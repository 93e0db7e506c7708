// ProcessContext: what a command gets from the process around it. main.cc
// fills it in, tests make their own.
#ifndef TOCSIN_CLI_PROCESS_CONTEXT_H_
#define TOCSIN_CLI_PROCESS_CONTEXT_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "actions/syslog_socket.h"
#include "cli/output.h"

namespace cli {

/// The value of an environment variable, if it is set.
using Environment =
    std::function<std::optional<std::string>(const std::string& name)>;

struct ProcessContext {
  /// "pmie" where it was started by that name: diagnostics are then pmie's.
  std::string program;
  Environment environment;
  Output* out = nullptr;
  Output* err = nullptr;
  /// The signal that asks to end, 0 for none.
  std::function<int()> signal = [] { return 0; };
  /// Where it is said that the log cannot be written.
  std::string syslog_socket = actions::kSyslogSocket;
  /// Takes what has done its work, has no threads any more and nothing to
  /// write: where the process is about to end, nobody has to wait for a million
  /// blocks to be given back one by one. Else it is destroyed.
  std::function<void(std::shared_ptr<const void>)> keep =
      [](const std::shared_ptr<const void>& /*done*/) {};

  bool over() const { return signal() != 0; }
};

}  // namespace cli

#endif  // TOCSIN_CLI_PROCESS_CONTEXT_H_
