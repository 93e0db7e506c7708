// What is asked for, put where the core's turns find it.
#include "base/loop/loop.h"

#include <algorithm>
#include <utility>

#include "base/loop/core.h"

namespace base::loop {
namespace {

/// Deadlines beyond this are as good as this and do not overflow.
constexpr Duration kLongest{100LL * 365 * 86400 * kNanosPerSecond};

}  // namespace

Loop::Loop() : core_(std::make_unique<Core>()) {}
Loop::~Loop() = default;

void Loop::Run() {
  core_->stopped.store(false);
  while (!core_->is_stopped()) core_->Turn();
  // Who has stopped it is done with it before its owner may destroy it.
  const std::scoped_lock lock(core_->mutex);
}

void Loop::Stop() {
  const std::scoped_lock lock(core_->mutex);
  core_->stopped.store(true);
  core_->WakeIfAsleep();
}

void Loop::Post(std::function<void()> call) {
  const std::scoped_lock lock(core_->mutex);
  core_->posted.push_back(std::move(call));
  core_->any_posted.store(true);
  core_->WakeIfAsleep();
}

Pending Loop::After(Duration delay, std::function<void()> call) {
  const Duration due{Core::Now().ns + std::min(delay, kLongest).ns};
  const TimerQueue::Key key = core_->timers.Add(due, std::move(call));
  return Pending([core = core_.get(), key] { core->timers.Cancel(key); });
}

Result<Pending> Loop::OnSignal(const std::vector<int>& numbers,
                               std::function<void(int)> call) {
  return core_->OnSignal(numbers, std::move(call));
}

Result<Pending> Loop::OnReadable(int fd, std::function<void()> call) {
  return OnReady(fd, {.read = true},
                 [call = std::move(call)](Readiness) { call(); });
}

Result<Pending> Loop::OnReady(int fd, Readiness awaited,
                              std::function<void(Readiness)> call) {
  const auto number = core_->Add({fd, awaited, std::move(call)});
  if (!number) return number.error();
  return Pending(
      [core = core_.get(), number = *number] { core->Remove(number); });
}

}  // namespace base::loop
