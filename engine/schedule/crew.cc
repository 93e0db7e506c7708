// Who finds nothing to do waits.
#include "engine/schedule/crew.h"

#include <algorithm>
#include <thread>

#include "base/check.h"
#include "base/heap.h"

namespace engine::schedule {
namespace {

constexpr int kLooks = 200;

}  // namespace

Crew::Crew(int others) {
  for (int number = 1; number <= others; ++number) {
    const int error =
        hands_.emplace_back().Begin([this, number] { Live(number); });
    if (error == 0) continue;
    // Those there are do it all.
    hands_.pop_back();
    break;
  }
}

Crew::~Crew() {
  const Lock lock(mutex_);
  stop_ = true;
  Changed();
}

void Crew::Add(Ranges* ranges) {
  const Lock lock(mutex_);
  all_.push_back(ranges);
  Changed();
}

void Crew::Changed() {
  ++changes_;
  if (sleeping_ > 0) changed_.notify_all();
}

/// What others do takes a fraction of a millisecond, and to be woken up is not
/// much less: who waits looks a few times before it sleeps.
void Crew::Wait(Lock* lock) {
  const std::uint32_t before = changes_;
  lock->unlock();
  for (int i = 0; i < kLooks && changes_ == before; ++i) {
    std::this_thread::yield();
  }
  lock->lock();
  if (changes_ != before) return;
  ++sleeping_;
  changed_.wait(*lock);
  --sleeping_;
}

void Crew::Live(int number) {
  const base::ThreadHeap heap;
  Lock lock(mutex_);
  while (!stop_) {
    if (HasMore()) {
      Job* job = job_;
      ++job->hands;
      lock.unlock();
      Do(number, job);
      lock.lock();
      if (--job->hands == 0) Changed();
    } else if (Ranges* ranges = FindWork(); ranges != nullptr) {
      Work(number, ranges, &lock);
    } else {
      Wait(&lock);
    }
  }
}

void Crew::Do(int number, Job* job) {
  const std::size_t shares = job->shares.size();
  for (std::size_t k = 0; k < shares; ++k) {
    Share& share = job->shares[(static_cast<std::size_t>(number) + k) % shares];
    for (;;) {
      const std::size_t i = share.next++;
      if (i >= share.end) break;
      (*job->call)(i);
    }
  }
}

bool Crew::HasMore() const {
  return job_ != nullptr &&
         std::any_of(job_->shares.begin(), job_->shares.end(),
                     [](const Share& one) { return one.next < one.end; });
}

void Crew::ForAll(std::size_t count,
                  const std::function<void(std::size_t)>& call) {
  const auto shares = static_cast<std::size_t>(threads());
  Job job{&call, std::vector<Share>(shares)};
  for (std::size_t k = 0; k < shares; ++k) {
    job.shares[k].next = count * k / shares;
    job.shares[k].end = count * (k + 1) / shares;
  }
  Lock lock(mutex_);
  CHECK(job_ == nullptr);
  job_ = &job;
  Changed();
  lock.unlock();
  Do(0, &job);
  lock.lock();
  while (job.hands > 0) Wait(&lock);
  job_ = nullptr;
}

/// What is due first.
Ranges* Crew::FindWork() const {
  Ranges* first = nullptr;
  for (Ranges* one : all_) {
    if (!one->CanBegin()) continue;
    if (first == nullptr || one->NextStart() < first->NextStart()) first = one;
  }
  return first;
}

void Crew::Work(int number, Ranges* ranges, Lock* lock) {
  Range* range = ranges->Begin(number);
  lock->unlock();
  const pmapi::Fetcher::Passed passed = ranges->PassOver(range);
  lock->lock();
  ranges->Passed(range, passed);
  Changed();
  lock->unlock();
  ranges->Fetch(range, stop_);
  lock->lock();
  ranges->Finish(range);
  Changed();
}

base::Result<Piece*> Crew::Take(Ranges* ranges) {
  Lock lock(mutex_);
  ranges->Release();
  while (!ranges->CanTake() && !ranges->CanTakeRest()) {
    if (Ranges* one = FindWork(); one != nullptr) {
      Work(0, one, &lock);
    } else {
      Wait(&lock);
    }
  }
  Changed();
  if (!ranges->CanTakeRest()) return ranges->Take();
  lock.unlock();
  return ranges->TakeRest();
}

void Crew::Advise(Ranges* ranges, int ticks, bool together) {
  const Lock lock(mutex_);
  ranges->Advise(ticks, together);
  Changed();
}

}  // namespace engine::schedule
