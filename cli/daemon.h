// Daemon mode, as pmie has it: another user, a session of its own, a file with
// the process id. It does not fork: who started it may wait for it.
// Source: docs/pmie.md, "Log and daemon". The log is log_file.h's.
#ifndef TOCSIN_CLI_DAEMON_H_
#define TOCSIN_CLI_DAEMON_H_

#include <optional>
#include <string>

#include "base/result.h"

namespace cli {

/// The user that a daemon becomes that root starts without -U.
inline constexpr char kDaemonUser[] = "pcp";

/// From now on this process is `user`'s, with its groups. Errors: kSystem, in
/// pmie's words.
base::Result<void> BecomeUser(const std::string& user);

/// From now on this process, if it is root's, is that of the owner of `path`,
/// with the group of it alone: it can do nothing there that the owner cannot,
/// and leaves no file that is another's. Errors: kSystem.
base::Result<void> BecomeOwner(const std::string& path);

/// From now on signals to the terminal's jobs do not reach this process; with
/// `own_session` neither does its hang-up.
void LeaveTerminal(bool own_session);

/// The process whose number is in the file at `path`, if it runs and is not
/// this one.
std::optional<int> OtherIn(const std::string& path);

/// A file that says which process runs, for as long as it does.
class PidFile {
 public:
  PidFile() = default;
  /// Removes it, but not another's that has taken its place.
  ~PidFile();
  PidFile(const PidFile&) = delete;
  PidFile& operator=(const PidFile&) = delete;

  /// Writes it, in place of what is there. Errors: kSystem; there is then no
  /// such file, rather than one that says nothing.
  base::Result<void> Write(const std::string& path, int pid);

 private:
  std::string path_;  // empty: not written
  int pid_ = 0;
};

}  // namespace cli

#endif  // TOCSIN_CLI_DAEMON_H_
