// posix_spawn, which does not copy the page tables of a large parent as fork
// does, and SIGCHLD.
#include "actions/children.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include "base/system_error.h"

namespace actions {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// A file in memory that holds the script.
class Script {
 public:
  explicit Script(const std::string& text)
      : fd_(::memfd_create("script", MFD_CLOEXEC)) {
    if (fd_ >= 0 && !Fill(text)) Close();
    if (fd_ < 0) error_ = errno;
  }
  ~Script() { Close(); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  int fd() const { return fd_; }
  int error() const { return error_; }

 private:
  bool Fill(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::write(fd_, text.data(), text.size());
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return ::lseek(fd_, 0, SEEK_SET) == 0;
  }
  void Close() {
    const int error = errno;
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    errno = error;
  }

  int fd_;
  int error_ = 0;
};

/// The files that a child has open: our standard files or /dev/null, and
/// `script` if it is one.
class Files {
 public:
  Files(bool standard, int script) {
    ::posix_spawn_file_actions_init(&actions_);
    if (!standard) {
      for (const int fd : {0, 1, 2}) {
        ::posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", O_RDWR,
                                           0);
      }
    }
    if (script >= 0) {
      ::posix_spawn_file_actions_adddup2(&actions_, script, kScript);
    }
    ::posix_spawn_file_actions_addclosefrom_np(
        &actions_, script >= 0 ? kScript + 1 : kScript);
  }
  ~Files() { ::posix_spawn_file_actions_destroy(&actions_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// A session of its own, and signals as a program expects them.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    sigset_t none;
    sigset_t defaults;
    ::sigemptyset(&none);
    ::sigemptyset(&defaults);
    // The signals that this process ignores.
    for (const int number : {SIGPIPE, SIGXFSZ, SIGTTOU, SIGTTIN, SIGTSTP}) {
      ::sigaddset(&defaults, number);
    }
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID |
                                                 POSIX_SPAWN_SETSIGMASK |
                                                 POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

base::Result<pid_t> SpawnWith(const Command& command, int script) {
  const Files files(command.with_standard_files, script);
  const SpawnAttributes attributes;
  pid_t pid = 0;
  const int error = ::posix_spawn(
      &pid, command.path.c_str(), files.get(), attributes.get(),
      Pointers(command.arguments).data(), Pointers(command.environment).data());
  if (error != 0) return base::SystemError(command.path, error);
  return pid;
}

base::Result<pid_t> Spawn(const Command& command) {
  if (command.script.empty()) return SpawnWith(command, -1);
  const Script script(command.script);
  if (script.fd() < 0) return base::SystemError(command.path, script.error());
  return SpawnWith(command, script.fd());
}

Ending EndingOf(int status) {
  Ending ending;
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ending.status = WEXITSTATUS(status);
  return ending;
}

}  // namespace

base::Result<void> Children::Start(const Command& command,
                                   std::function<void(const Ending&)> ended) {
  if (auto watching = WatchEnds(); !watching) return watching;
  const bool shares = command.with_standard_files;
  if (shares) sharing_(1);
  const auto pid = Spawn(command);
  if (!pid) {
    if (shares) sharing_(-1);
    return pid.error();
  }
  const std::uint64_t number = next_++;
  Child& child = running_[number];
  child.pid = *pid;
  child.ended = std::move(ended);
  child.shares = shares;
  if (command.limit) {
    child.limit =
        timers_.After(*command.limit, [this, number] { Kill(number); });
  }
  return {};
}

/// SIGCHLD is handled from the first child on; a run without children leaves it
/// alone.
base::Result<void> Children::WatchEnds() {
  if (signals_) return {};
  auto signals = loop_.OnSignal({SIGCHLD}, [this](int) { Reap(); });
  if (!signals) return signals.error();
  signals_ = std::move(*signals);
  return {};
}

/// One signal may stand for several children, so each is asked.
void Children::Reap() {
  std::vector<std::pair<Child, Ending>> over;
  for (auto at = running_.begin(); at != running_.end();) {
    int status = 0;
    if (::waitpid(at->second.pid, &status, WNOHANG) <= 0) {
      ++at;
      continue;
    }
    Ending ending = EndingOf(status);
    ending.timed_out = at->second.timed_out;
    over.emplace_back(std::move(at->second), ending);
    at = running_.erase(at);
  }
  // `ended` may begin what follows, before `sharing_` hears that this child is
  // gone.
  for (const auto& [child, ending] : over) {
    child.ended(ending);
    if (child.shares) sharing_(-1);
  }
}

void Children::Kill(std::uint64_t number) {
  Child& child = running_.at(number);
  child.timed_out = true;
  ::kill(-child.pid, SIGKILL);
}

}  // namespace actions
