// System calls, and what pmie says when they fail.
#include "cli/daemon.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>

#include "base/file.h"
#include "base/system_error.h"

namespace cli {
namespace {

/// What the file at `path` says; 0 where there is none, or no number in it.
int PidIn(const std::string& path) {
  constexpr std::size_t kMostBytes = 100;
  const auto text = base::ReadRegularText(path, kMostBytes);
  int pid = 0;
  if (text) std::from_chars(text->data(), text->data() + text->size(), pid);
  return pid;
}

}  // namespace

base::Result<void> BecomeUser(const std::string& user) {
  const passwd* found = ::getpwnam(user.c_str());
  if (found == nullptr) {
    return base::Error{base::ErrorCode::kSystem,
                       "cannot find the " + user + " user to switch to"};
  }
  const gid_t group = found->pw_gid;
  const uid_t id = found->pw_uid;
  const std::string of_user = " of " + user + " user (";
  if (::setgid(group) < 0) {
    return base::SystemError(
        "setgid to gid" + of_user + "gid=" + std::to_string(group) + ')',
        errno);
  }
  // Only root may change its groups.
  if (::geteuid() == 0 && ::initgroups(user.c_str(), group) < 0) {
    return base::SystemError(
        "initgroups with gid" + of_user + "gid=" + std::to_string(group) + ')',
        errno);
  }
  if (::setuid(id) < 0) {
    return base::SystemError(
        "setuid to uid" + of_user + "uid=" + std::to_string(id) + ')', errno);
  }
  return {};
}

base::Result<void> BecomeOwner(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return base::SystemError(path, errno);
  if (::geteuid() != 0 || status.st_uid == 0) return {};
  if (::setgroups(0, nullptr) != 0 || ::setgid(status.st_gid) != 0 ||
      ::setuid(status.st_uid) != 0) {
    return base::SystemError("cannot become the owner of " + path, errno);
  }
  return {};
}

void LeaveTerminal(bool own_session) {
  // setsid(2) fails for the leader of a job: it stays in its session, and
  // ignores the terminal's signals.
  if (own_session) ::setsid();
  for (const int number : {SIGTTOU, SIGTTIN, SIGTSTP}) {
    std::signal(number, SIG_IGN);
  }
}

std::optional<int> OtherIn(const std::string& path) {
  const int pid = PidIn(path);
  const bool runs = pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
  if (!runs || pid == ::getpid()) return {};
  return pid;
}

base::Result<void> PidFile::Write(const std::string& path, int pid) {
  constexpr mode_t kReadOnly = 0444;
  ::unlink(path.c_str());
  const int fd =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadOnly);
  if (fd < 0) return base::SystemError("cannot write " + path, errno);
  const std::string text = std::to_string(pid);
  const bool written = ::write(fd, text.data(), text.size()) ==
                       static_cast<ssize_t>(text.size());
  const base::Error failed = base::SystemError("cannot write " + path, errno);
  ::close(fd);
  if (!written) {
    ::unlink(path.c_str());
    return failed;
  }
  path_ = path;
  pid_ = pid;
  return {};
}

PidFile::~PidFile() {
  if (!path_.empty() && PidIn(path_) == pid_) ::unlink(path_.c_str());
}

}  // namespace cli
