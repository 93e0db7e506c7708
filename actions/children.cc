// posix_spawn, which does not copy the page tables of a large parent as fork
// does, and SIGCHLD.
#include "actions/children.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <utility>

namespace actions {
namespace {

base::Error SpawnError(const std::string& path, int error) {
  return {base::ErrorCode::kSystem, path + ": " + std::strerror(error), error};
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// What a child is given of our files.
class Files {
 public:
  explicit Files(bool standard) {
    ::posix_spawn_file_actions_init(&actions_);
    if (!standard) {
      for (const int fd : {0, 1, 2}) {
        ::posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", O_RDWR,
                                           0);
      }
    }
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
  }
  ~Files() { ::posix_spawn_file_actions_destroy(&actions_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// A session of its own, and signals as a program expects them.
class Attributes {
 public:
  Attributes() {
    sigset_t none;
    sigset_t defaults;
    ::sigemptyset(&none);
    ::sigemptyset(&defaults);
    // Those that a daemon ignores.
    for (const int number : {SIGPIPE, SIGTTOU, SIGTTIN, SIGTSTP}) {
      ::sigaddset(&defaults, number);
    }
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID |
                                                 POSIX_SPAWN_SETSIGMASK |
                                                 POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

base::Result<pid_t> Spawn(const Program& program) {
  const Files files(program.with_standard_files);
  const Attributes attributes;
  pid_t pid = 0;
  const int error = ::posix_spawn(
      &pid, program.path.c_str(), files.get(), attributes.get(),
      Pointers(program.arguments).data(), Pointers(program.environment).data());
  if (error != 0) return SpawnError(program.path, error);
  return pid;
}

Ending EndingOf(int status) {
  Ending ending;
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ending.status = WEXITSTATUS(status);
  return ending;
}

}  // namespace

base::Result<void> Children::Start(const Program& program,
                                   std::function<void(const Ending&)> ended) {
  if (running_.size() >= kMost) {
    return base::Error{base::ErrorCode::kUnsupported,
                       std::to_string(kMost) + " commands are running"};
  }
  if (auto watching = WatchEnds(); !watching) return watching;
  const auto pid = Spawn(program);
  if (!pid) return pid.error();
  Child& child = running_[*pid];
  child.ended = std::move(ended);
  if (program.limit) {
    child.limit =
        timers_.After(*program.limit, [this, pid = *pid] { Kill(pid); });
  }
  return {};
}

/// Before the first child: nobody else is bothered.
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
    if (::waitpid(at->first, &status, WNOHANG) <= 0) {
      ++at;
      continue;
    }
    Ending ending = EndingOf(status);
    ending.timed_out = at->second.timed_out;
    over.emplace_back(std::move(at->second), ending);
    at = running_.erase(at);
  }
  for (const auto& [child, ending] : over) child.ended(ending);
}

void Children::Kill(pid_t pid) {
  running_.at(pid).timed_out = true;
  ::kill(-pid, SIGKILL);
}

}  // namespace actions
