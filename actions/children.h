// Children: programs that are started and not waited for: the event loop says
// when they have ended. What is started, and why, is shell.h's and alarm.h's.
#ifndef TOCSIN_ACTIONS_CHILDREN_H_
#define TOCSIN_ACTIONS_CHILDREN_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actions/child_output.h"
#include "base/loop/loop.h"
#include "base/result.h"

namespace actions {

/// What is started, in a session of its own.
struct Command {
  std::string path;
  std::vector<std::string> arguments;    // the name first
  std::vector<std::string> environment;  // NAME=VALUE
  /// Reads and writes what we do; otherwise nothing but `input` and `says`.
  bool with_standard_files = true;
  /// After so long it is killed, with all that it has started and that has not
  /// left its process group. None: it may run for ever.
  std::optional<base::Duration> limit;
  /// If not empty, what it can read from descriptor kScript.
  std::string script = {};
  /// What its standard input is; empty: nothing.
  std::string input = {};
  /// Is told the lines that it writes, as ChildOutput does it.
  ChildOutput::Says says = {};
};

inline constexpr int kScript = 3;

/// How a program ended.
struct Ending {
  bool timed_out = false;
  int signal = 0;  // that killed it, or 0
  int status = 0;  // that it returned

  bool succeeded() const { return !timed_out && signal == 0 && status == 0; }
};

/// Threads: all on the loop's.
class Children {
 public:
  /// `timers` measures the limits. `sharing` is called with 1 before a program
  /// is started that writes where we do, and with -1 when it has ended, or was
  /// not started. Lifetime: loop and timers outlive it.
  /// Destroying it leaves the children alone: they are in sessions of their
  /// own, and what they have begun (a mail, say) is not cut short.
  Children(
      base::loop::Loop* loop, base::loop::Timers* timers,
      std::function<void(int)> sharing = [](int) {})
      : loop_(*loop), timers_(*timers), sharing_(std::move(sharing)) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  /// Starts `command`; `ended` is called when it has ended, never before this
  /// has returned, and must not destroy this object; for those that are found
  /// to have ended together in the order in which they were started. Only
  /// standard files are open in the child, and its script.
  /// Errors: kSystem.
  base::Result<void> Start(const Command& command,
                           std::function<void(const Ending&)> ended);

  std::size_t running() const { return running_.size(); }

 private:
  struct Child {
    pid_t pid = 0;
    std::function<void(const Ending&)> ended;
    base::loop::Pending limit;
    bool shares = false;
    bool timed_out = false;
  };

  base::Result<void> WatchEnds();
  base::Result<pid_t> Spawn(const Command& command, std::uint64_t number);
  void Reap();
  void TellOutput(std::uint64_t number);
  void Kill(std::uint64_t number);

  base::loop::Loop& loop_;
  base::loop::Timers& timers_;
  std::function<void(int)> sharing_;
  std::optional<base::loop::Pending> signals_;
  std::map<std::uint64_t, Child> running_;  // in the order of their starts
  /// By the same numbers: what a child leaves behind may write, too.
  std::map<std::uint64_t, ChildOutput> outputs_;
  std::uint64_t next_ = 0;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_CHILDREN_H_
