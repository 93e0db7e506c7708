// Crew: the threads that fetch ahead for the groups of a replay. What they do
// is ranges.h's.
#ifndef TOCSIN_ENGINE_SCHEDULE_CREW_H_
#define TOCSIN_ENGINE_SCHEDULE_CREW_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "base/quiet_thread.h"
#include "base/result.h"
#include "engine/schedule/ranges.h"

namespace engine::schedule {

/// Threads: one calls it, and while that waits it does what the others do, so
/// that there may be no others.
class Crew {
 public:
  /// Begins `others` threads, or as many as there are to be had.
  explicit Crew(int others);
  /// Ends them, once what each does is done.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// With that of the caller.
  int threads() const { return static_cast<int>(hands_.size()) + 1; }

  /// Lifetime: `ranges` outlives the crew.
  void Add(Ranges* ranges);

  /// As Ranges::Take, once there is something to be taken; `ranges` was added.
  /// Lifetime: the next call.
  base::Result<Piece*> Take(Ranges* ranges);
  /// Calls `call` with 0 to `count` less 1, once each, in any order, from all
  /// threads; returns when all is done. From call to call a thread begins with
  /// the same ones, of which its cache and heap have what belongs to them.
  void ForAll(std::size_t count, const std::function<void(std::size_t)>& call);
  /// As Ranges::Advise.
  void Advise(Ranges* ranges, int ticks, bool together);

 private:
  using Lock = std::unique_lock<std::mutex>;

  /// What a thread does of a job before it helps others. A line of the cache.
  struct alignas(64) Share {
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };
  /// What is to be done for all, and by how many threads it is being done.
  struct Job {
    const std::function<void(std::size_t)>* call = nullptr;
    std::vector<Share> shares;  // a thread each
    int hands = 0;
  };

  /// What others wait for may be there. REQUIRES: the lock.
  void Changed();
  void Wait(Lock* lock);
  void Live(int number);
  static void Do(int number, Job* job);
  bool HasMore() const;
  Ranges* FindWork() const;
  /// By thread number `number` of all; that of the caller is 0.
  void Work(int number, Ranges* ranges, Lock* lock);

  std::mutex mutex_;  // of all ranges, but for what is done without it
  std::condition_variable changed_;
  std::atomic<std::uint32_t> changes_{0};
  int sleeping_ = 0;
  std::vector<Ranges*> all_;
  Job* job_ = nullptr;
  std::atomic<bool> stop_{false};
  std::deque<base::QuietThread> hands_;  // waited for before all else goes
};

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_CREW_H_
