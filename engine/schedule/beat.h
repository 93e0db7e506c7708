// Beat: the ticks of one interval: waits for each, asks for all that is due at
// it, and has it evaluated as the answers come. What is evaluated is live.h's.
#ifndef TOCSIN_ENGINE_SCHEDULE_BEAT_H_
#define TOCSIN_ENGINE_SCHEDULE_BEAT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <set>
#include <vector>

#include "base/loop/timer.h"
#include "base/time.h"
#include "engine/schedule/agenda.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/plan.h"

namespace engine::schedule {

/// What of a plan is due together.
struct Part {
  Plan* plan = nullptr;
  Group* group = nullptr;
  std::vector<Task*> tasks;

  /// Of its first statement.
  int number() const {
    return tasks.front()->watches.front().statement().number;
  }
};

/// What the beats of a run share. Lifetime: outlives them.
struct Rhythm {
  Agenda* agenda = nullptr;
  base::loop::Timers* timers = nullptr;
  Clock* clock = nullptr;
  /// The last tick may be at it.
  std::optional<base::Timestamp> end;
  /// The tick that was asked for can be taken from the part's group: it is
  /// called for each part before any that it could wait for is judged.
  std::function<void(const Part& part)> take;
  /// What was taken was due at `due`.
  std::function<void(const Part& part, base::Timestamp due)> judge;
  /// So many ticks have been left out.
  std::function<void(base::Duration interval, std::int64_t ticks)> skipped;
  /// A beat has no tick any more.
  std::function<void()> ended;
};

/// Tick k is due k intervals after the first one. An answer may take three
/// quarters of the interval. Parts are judged in source order, once all have
/// answered or 10 ms after the first one has; those that answer later, as they
/// do.
class Beat {
 public:
  Beat(const Rhythm& rhythm, base::Duration interval, base::Timestamp first)
      : rhythm_(rhythm), interval_(interval), epoch_(first) {}
  Beat(const Beat&) = delete;
  Beat& operator=(const Beat&) = delete;

  /// From the next tick on; of what was dropped before it had answered, from
  /// this one (Resume).
  void Add(Part part);
  /// Ends all parts of `plan`, also in the middle of a tick: what has answered
  /// is judged before. REQUIRES: nothing else that it has asked for is answered
  /// any more.
  void Drop(const Plan& plan);
  /// After Drop() and Add(): goes on with the tick. What has come in the place
  /// of what it waited for is asked, for as long as that could have taken.
  void Resume();
  /// Waits for the first tick. Of several that are due then the last to begin
  /// comes first.
  void Begin() { Wait(); }
  /// Of the first statement. REQUIRES: there is a part.
  int number() const { return places_.front().part.number(); }

 private:
  struct Place {
    Part part;
    bool awaited = false;   // has not been judged at this tick
    bool answered = false;  // and could be
    bool owed = false;      // is to be asked by Resume
  };

  base::Timestamp due() const {
    return base::Timestamp{epoch_.ns + next_ * interval_.ns};
  }
  void Wait();
  void Wake();
  void SkipMissed(base::Timestamp now);
  void Ask(base::Timestamp now);
  void AskOne(Place* place, base::Timestamp now, base::Duration limit);
  void Answered(Place* place);
  bool all_answered() const;
  void JudgeAnswered();
  void LosePatience();
  void Judge(Place* place);
  void EndTick();

  const Rhythm& rhythm_;
  base::Duration interval_;
  base::Timestamp epoch_;
  std::int64_t next_ = 0;
  std::list<Place> places_;  // in source order
  bool asked_ = false;       // all have been, and the tick is not over
  base::Duration asked_at_;  // as Clock::Elapsed
  std::set<int> owed_;       // statements that the tick has not judged
  std::size_t awaited_ = 0;
  bool in_order_ = true;
  std::optional<base::loop::Pending> patience_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_BEAT_H_
