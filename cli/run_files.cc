// The log in the place of standard error, and the file of the process id.
#include "cli/run_files.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "cli/log_file.h"

namespace cli {
namespace {

constexpr char kRunFolder[] = "/run/pcp";

/// Whether what is printed goes into the log, too.
bool PrintsIntoLog(const Options& options) {
  return options.buffered || (options.daemon() && !options.agent);
}

}  // namespace

bool BecomeDaemon(const Options& options, Messages* messages) {
  if (!options.daemon()) return true;
  // Without -U only root becomes another user.
  if (options.user || ::geteuid() == 0) {
    const auto become = BecomeUser(options.user.value_or(kDaemonUser));
    if (!become) {
      messages->Log(LogLevel::kCritical,
                    become.error().message +
                        (messages->as_pmie() ? "" : ": name one with -U"));
      return false;
    }
  }
  LeaveTerminal(!options.systemd);
  return true;
}

void RunFiles::RefuseLog(const base::Error& error) {
  const std::string& file = *options_.log_file;
  const std::string& reason = error.message;
  const bool unread = error.system_errno == ENXIO && !messages_.as_pmie();
  messages_.ComplainAs("cannot open log \"" + file + "\" for writing : " +
                       reason + (unread ? ": begin its reader first" : ""));
  if (!messages_.as_pmie()) return;
  // pmie goes on to write its log where complaints go.
  messages_.LogBegins("started");
  messages_.ComplainAs("cannot find realpath for log " + file + ": " + reason);
  EndLog();
}

bool RunFiles::BeginLog() {
  if (options_.log_file) {
    const auto redirected = RedirectTo(*options_.log_file, STDERR_FILENO);
    if (!redirected) {
      RefuseLog(redirected.error());
      return false;
    }
    messages_.LogBegins("started");
  }
  if (PrintsIntoLog(options_)) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return true;
}

/// What follows is in a new file of the same name, wherever the old one is. If
/// that has been removed, nobody reads there why there is no new one.
bool RunFiles::RotateLog() {
  process_.out->Flush();
  // pmie begins a new file over it, and what it said is gone.
  if (!messages_.as_pmie() && IsThere(*options_.log_file, STDERR_FILENO)) {
    return false;
  }
  const auto redirected =
      RedirectToNew(*options_.log_file, STDERR_FILENO,
                    [this] { messages_.LogEnds("rotated"); });
  if (!redirected) {
    const std::string text = "cannot begin the log " + *options_.log_file +
                             " anew: " + redirected.error().message;
    messages_.Log(LogLevel::kError, text);
    elsewhere_.Say(text);
    return true;
  }
  if (PrintsIntoLog(options_)) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  messages_.LogBegins("rotated");
  return true;
}

void RunFiles::WritePidFile() {
  const std::string path =
      process_.environment("PCP_RUN_DIR").value_or(kRunFolder) + "/pmie.pid";
  const auto other = OtherIn(path);
  if (other && !no_pid_file_ && !messages_.as_pmie()) {
    messages_.Log(LogLevel::kWarning,
                  path + " is that of process " + std::to_string(*other) +
                      ", which runs: from now on it is ours");
  }
  const auto written = pid_file_.Write(path, ::getpid());
  const bool failed_before = std::exchange(no_pid_file_, !written.has_value());
  if (!written && !failed_before) {
    messages_.Log(LogLevel::kWarning, written.error().message);
  } else if (written && failed_before) {
    messages_.Log(LogLevel::kInfo, path + " is written now");
  }
}

void RunFiles::EndLog() {
  process_.out->Flush();
  if (options_.log_file) messages_.LogEnds("finished");
}

}  // namespace cli
