// Ticker: the ticks of one interval: waits for each, asks for all that is due
// at it, and has it evaluated as the answers come. What is evaluated is
// live.h's.
#ifndef TOCSIN_ENGINE_SCHEDULE_TICKER_H_
#define TOCSIN_ENGINE_SCHEDULE_TICKER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/loop/timer.h"
#include "base/time.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/schedule.h"
#include "engine/schedule/wake_queue.h"

namespace engine::schedule {

/// The tasks of one group: asked for and judged together.
struct Batch {
  Schedule* schedule = nullptr;
  Group* group = nullptr;
  std::vector<Task*> tasks;

  /// Of its first statement.
  int number() const {
    return tasks.front()->watches.front().statement().number;
  }
};

/// What the tickers of a run share. Lifetime: outlives them.
struct TickerContext {
  WakeQueue* wake_queue = nullptr;
  base::loop::Timers* timers = nullptr;
  Clock* clock = nullptr;
  /// The last tick may be at it.
  std::optional<base::Timestamp> end;
  /// The tick that was asked for can be taken from the batch's group: it is
  /// called for each batch before any that it could wait for is judged.
  std::function<void(const Batch& batch)> take;
  /// The tick that was taken, which was due at `due`, can be judged.
  std::function<void(const Batch& batch, base::Timestamp due)> judge;
  /// Is told how many ticks have been left out.
  std::function<void(base::Duration interval, std::int64_t ticks)> skipped;
  /// A ticker has no tick any more.
  std::function<void()> ended;
  /// As LiveOptions::together.
  base::Duration together{};
};

/// Tick k is due k intervals after the first one. An answer may take three
/// quarters of the interval. Batches are judged in source order, once all have
/// answered or 10 ms after the first one has; those that answer later, as they
/// do.
class Ticker {
 public:
  Ticker(const TickerContext& context, base::Duration interval,
         base::Timestamp first)
      : context_(context), interval_(interval), epoch_(FirstFrom(first)) {}
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  /// Adds `batch` from the next tick on; one in the place of a batch that was
  /// dropped before it had answered, from this tick on (Resume).
  void Add(Batch batch);
  /// Ends all batches of `schedules`, also in the middle of a tick: what has
  /// answered is judged before. REQUIRES: nothing else that they have asked for
  /// is answered any more.
  void Drop(const std::set<const Schedule*>& schedules);
  /// Between these two, where statements get other numbers: which one each has
  /// had, of those that go on.
  void Renumber(const std::map<int, int>& before);
  /// After Drop() and Add(): goes on with the tick. Batches in the place of
  /// those that it waited for are asked, with the time that is left of the
  /// tick's limit.
  void Resume();
  /// Waits for the first tick, or the last within the window that was due
  /// before now: those before it are none that were left out. Of several that
  /// are due then the last to begin comes first.
  void Begin();
  /// Of the first statement. REQUIRES: there is a batch.
  int number() const { return batches_.begin()->first; }

 private:
  struct BatchState {
    Batch batch;
    bool awaited = false;    // has not been judged at this tick
    bool answered = false;   // and could be
    bool ask_again = false;  // is to be asked by Resume
  };

  base::Timestamp due() const {
    return base::Timestamp{epoch_.ns + next_ * interval_.ns};
  }
  base::Timestamp FirstFrom(base::Timestamp now) const;
  void Wait();
  void Wake();
  void SkipMissed(base::Timestamp now);
  void Ask(base::Timestamp now);
  void AskOne(BatchState* state, base::Timestamp now, base::Duration limit);
  void Answered(BatchState* state);
  void JudgeAnswered();
  void StopWaitingForOrder();
  void Judge(BatchState* state);
  void EndTick();

  const TickerContext& context_;
  base::Duration interval_;
  base::Timestamp epoch_;
  std::int64_t next_ = 0;
  std::map<int, BatchState> batches_;  // by number: in source order
  bool asked_ = false;          // all have been, and the tick is not over
  base::Duration asked_at_;     // as Clock::Elapsed
  std::set<int> unjudged_;      // statements that the tick has not judged
  std::size_t awaited_ = 0;     // batches
  std::size_t unanswered_ = 0;  // of those
  bool in_order_ = true;
  std::optional<base::loop::Pending> order_wait_;
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_TICKER_H_
