// How a run becomes a daemon: RunFiles are its log, and the file that says
// which process it is, from their beginning to their end. How a log is opened
// is log_file.h's.
#ifndef TOCSIN_CLI_RUN_FILES_H_
#define TOCSIN_CLI_RUN_FILES_H_

#include <string>

#include "base/result.h"
#include "cli/daemon.h"
#include "cli/live_run.h"
#include "cli/losses.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/process_context.h"

namespace cli {

/// Makes this process what `options` ask for: another user's, and without a
/// terminal. False where that cannot be, which has been logged.
bool BecomeDaemon(const Options& options, Messages* messages);

class RunFiles : public DaemonFiles {
 public:
  /// Lifetime: all of it outlives the files.
  RunFiles(const ProcessContext& process, const Options& options,
           Messages* messages, const Elsewhere* elsewhere)
      : process_(process),
        options_(options),
        messages_(*messages),
        elsewhere_(*elsewhere) {}

  /// Directs standard error to the file of -l, and with it what a daemon
  /// prints. False where there can be no such file, which has been told.
  bool BeginLog();
  /// Flushes standard output and writes the log's last line.
  void EndLog();
  /// $PCP_RUN_DIR/pmie.pid; what keeps it from being written is logged once.
  void WritePidFile();

  bool RotateLog() override;
  void TryAgain() override {
    if (no_pid_file_) WritePidFile();
  }

 private:
  void RefuseLog(const base::Error& error);

  const ProcessContext& process_;
  const Options& options_;
  Messages& messages_;
  const Elsewhere& elsewhere_;
  PidFile pid_file_;
  bool no_pid_file_ = false;  // because it could not be written
};

}  // namespace cli

#endif  // TOCSIN_CLI_RUN_FILES_H_
