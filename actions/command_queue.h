// CommandQueue: commands that wait for their turn, so that a crowd of rules
// that become true together loses none. Processes are children.h's.
#ifndef TOCSIN_ACTIONS_COMMAND_QUEUE_H_
#define TOCSIN_ACTIONS_COMMAND_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "actions/children.h"
#include "actions/log.h"
#include "actions/patience.h"
#include "base/loop/timer.h"
#include "base/result.h"

namespace actions {

/// Threads: all on the loop's.
class CommandQueue {
 public:
  struct Limits {
    /// More are refused: each is a rule, and its text takes memory.
    std::size_t waiting = 10'000;
    /// Each is a shell and what it runs, some megabytes.
    std::size_t running = 64;
    /// That one has waited so long is told,
    base::Duration late{10 * base::kNanosPerSecond};
    /// ... but not again for so long, unless none has waited meanwhile.
    base::Duration quiet{300 * base::kNanosPerSecond};
    /// What has waited so long is given up: it would come too late. It is more
    /// than a command may run (Shell::kLimit): where all that run hang, those
    /// that wait have the slots of those that are killed.
    base::Duration wait{330 * base::kNanosPerSecond};
    /// So long the next one waits for the end of the one before: commands that
    /// are quick end in their order.
    base::Duration head_start{100 * 1'000'000};
    /// But all that wait share this: a crowd begins as fast as slots are free.
    base::Duration head_starts{2 * base::kNanosPerSecond};
    /// So long each is tried again where the system has no process, memory or
    /// descriptor to give.
    base::Duration patience{5 * base::kNanosPerSecond};
  };

  /// How it ended, or why it was never begun.
  using Told = std::function<void(const base::Result<Ending>&)>;

  /// `log` hears when commands wait for long, and when that is over. `changed`
  /// is called where running(), waiting() or delayed() has changed. Lifetime:
  /// children and timers outlive it.
  CommandQueue(Children* children, base::loop::Timers* timers,
               const Limits& limits, Log log, std::function<void()> changed)
      : children_(*children),
        timers_(*timers),
        limits_(limits),
        patience_(limits.patience),
        log_(std::move(log)),
        changed_(std::move(changed)) {}
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  /// Begins what `command` gives for `rule` once it is its turn, at once if
  /// nobody is before it. Turns are in the order of calls; but what is added by
  /// `told` follows from that command and takes its turn, before all that came
  /// later. `told` is called once, before this has returned if it is refused.
  /// Errors (to `told`): kUnsupported: refused or given up; kSystem: it could
  /// not be begun.
  void Add(const std::string& rule, std::function<Command()> command,
           Told told);
  /// Tells all that wait, and all that they add, that they are not begun.
  void Abandon();

  std::size_t running() const { return running_.size(); }
  std::size_t waiting() const { return waiting_.size(); }
  /// True from when one has waited for Limits::late until none waits.
  bool delayed() const { return delayed_; }
  /// Whether a command of `rule` waits.
  bool Waits(const std::string& rule) const;

 private:
  /// The turn, and a number that grows with each command.
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct Waiting {
    std::string rule;
    std::function<Command()> command;
    Told told;
    base::loop::Pending limit;  // Limits::late, then the rest of Limits::wait
    base::Duration came;        // Patience::now()
  };

  void BeginWhatMay();
  void Begin(Key key, Waiting one);
  void CannotBegin(Key key, Waiting one, const base::Error& why);
  void Pause(base::Duration span, base::Duration in_vain);
  base::Duration HeadStart() const;
  void Ended(Key key, const Told& told, const Ending& ending);
  void IsLate(Key key);
  void TellOfLate(const std::string& rule);
  void GiveUp(Key key, const std::string& why);
  void Changed();
  void Tell(Key key, const Told& told, const base::Result<Ending>& how);

  Children& children_;
  base::loop::Timers& timers_;
  Limits limits_;
  Patience patience_;
  Log log_;
  std::function<void()> changed_;
  std::map<Key, Waiting> waiting_;
  std::map<Key, std::string> running_;  // the rule of each
  std::uint64_t next_ = 0;
  std::optional<std::uint64_t> turn_;  // of the command that is being told
  std::optional<Key> ahead_;           // the next waits for its end
  std::optional<base::loop::Pending> pause_;
  std::optional<base::loop::Pending> quiet_;
  bool delayed_ = false;
  bool beginning_ = false;
  bool closed_ = false;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_COMMAND_QUEUE_H_
