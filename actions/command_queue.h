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
#include "base/loop/timer.h"
#include "base/patience.h"
#include "base/result.h"

namespace actions {

/// Threads: all on the loop's.
class CommandQueue {
 public:
  struct Limits {
    /// How many commands may wait. More are refused: the text of each takes
    /// memory.
    std::size_t waiting = 10'000;
    /// How many commands run at once: each is a shell and what it starts, some
    /// megabytes.
    std::size_t running = 64;
    /// A command that has waited this long is logged.
    base::Duration late{10 * base::kNanosPerSecond};
    /// The shortest time from one such line to the next, unless no command has
    /// waited in between.
    base::Duration quiet{300 * base::kNanosPerSecond};
    /// A command that has waited this long is given up: it would come too late.
    /// It is longer than a command may run (CommandAction::kLimit): where all
    /// that run hang, those that wait get the slots of those that are killed.
    base::Duration wait{330 * base::kNanosPerSecond};
    /// How long a command waits for the end of the one before it, so that quick
    /// commands end in their order.
    base::Duration head_start{100 * 1'000'000};
    /// The sum of that for all that wait, which share it: a crowd begins as
    /// fast as slots are free.
    base::Duration head_starts{2 * base::kNanosPerSecond};
    /// How long a command is tried again while the system has no process,
    /// memory or descriptor for it.
    base::Duration patience{5 * base::kNanosPerSecond};
  };

  /// Is told how a command ended, or why it was never begun.
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
  /// none is before it. Turns are in the order of calls; but a command that is
  /// added from within `told` takes the turn of the one that has ended, before
  /// all that were added later. `told` is called once, before this has returned
  /// if the command is refused.
  /// Errors (to `told`): kUnsupported: refused or given up; kSystem: it could
  /// not be begun.
  void Add(const std::string& rule, std::function<Command()> command,
           Told told);
  /// Gives up all commands that wait, and all that these add: `told` hears that
  /// they were not begun.
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
  base::Patience patience_;
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
