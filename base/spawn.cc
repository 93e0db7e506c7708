// posix_spawn, which does not copy the page tables of a large parent as fork
// does.
#include "base/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "base/system_error.h"

namespace base {
namespace {

/// The first descriptor that is no standard file.
constexpr int kFirstOther = 3;

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

class Files {
 public:
  explicit Files(const Descriptors& descriptors) {
    ::posix_spawn_file_actions_init(&actions_);
    int first_closed = kFirstOther;
    for (const auto& [fd, ours] : descriptors) {
      Open(fd, ours);
      first_closed = std::max(first_closed, fd + 1);
    }
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, first_closed);
  }
  ~Files() { ::posix_spawn_file_actions_destroy(&actions_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void Open(int fd, int ours) {
    if (ours >= 0) {
      ::posix_spawn_file_actions_adddup2(&actions_, ours, fd);
    } else {
      ::posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", O_RDWR, 0);
    }
  }

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

}  // namespace

Result<pid_t> Spawn(const Program& program, const Descriptors& descriptors) {
  const Files files(descriptors);
  const SpawnAttributes attributes;
  pid_t pid = 0;
  const int error = ::posix_spawn(
      &pid, program.path.c_str(), files.get(), attributes.get(),
      Pointers(program.arguments).data(), Pointers(program.environment).data());
  if (error == 0) return pid;
  Error why = SystemError(program.path, error);
  // Of a script the kernel speaks of its interpreter.
  if (error == ENOENT && ::access(program.path.c_str(), F_OK) == 0) {
    why.message = program.path +
                  ": its interpreter is not there; of a script its first line "
                  "names it, and may end in CR";
  }
  return why;
}

}  // namespace base
