// Turns of the loop: what was posted, timers, then what epoll tells; where
// timers are late, that before them, too.
#include "base/loop/core.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "base/system_error.h"

namespace base::loop {
namespace {

/// A wait is no longer; the loop then just turns.
constexpr Duration kLongestWait{3600LL * kNanosPerSecond};
/// A timer is only so late where we stood still ourselves.
constexpr Duration kLate{kNanosPerSecond / 10};
constexpr std::size_t kMostEvents = 128;  // at a time

/// epoll_pwait2(2) came with Linux 5.11, and some containers forbid what they
/// do not know; the call before it knows milliseconds.
int WaitFor(int epoll, Duration limit, std::span<epoll_event> events) {
  const int most = static_cast<int>(events.size());
  const timespec time{limit.ns / kNanosPerSecond, limit.ns % kNanosPerSecond};
  const int count = ::epoll_pwait2(epoll, events.data(), most, &time, nullptr);
  if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
  constexpr std::int64_t kMillisecond = 1'000'000;
  const std::int64_t up = (limit.ns + kMillisecond - 1) / kMillisecond;
  return ::epoll_wait(epoll, events.data(), most, static_cast<int>(up));
}

}  // namespace

Loop::Core::Core()
    : epoll(::epoll_create1(EPOLL_CLOEXEC)),
      wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (epoll >= 0 && wake >= 0 &&
      ::epoll_ctl(epoll, EPOLL_CTL_ADD, wake, &event) == 0) {
    return;
  }
  // As where there is no memory: without a loop nothing can be done.
  throw std::system_error(errno, std::generic_category(), "event loop");
}

Loop::Core::~Core() {
  ::close(wake);
  ::close(epoll);
}

Duration Loop::Core::Now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return Duration{now.tv_sec * kNanosPerSecond + now.tv_nsec};
}

void Loop::Core::Wake() {
  const std::uint64_t one = 1;
  (void)!::write(wake, &one, sizeof one);
}

void Loop::Core::Turn() {
  CallPosted();
  ReadBeforeLateTimers();
  CallTimers();
  Wait();
}

/// Those that come meanwhile are the next turn's.
void Loop::Core::CallPosted() {
  if (!any_posted.load()) return;
  std::vector<std::function<void()>> calls;
  {
    const std::scoped_lock lock(mutex);
    calls.swap(posted);
    any_posted.store(false);
  }
  std::size_t done = 0;
  while (done < calls.size() && !is_stopped()) {
    std::exchange(calls[done++], nullptr)();
  }
  if (done == calls.size()) return;
  const std::scoped_lock lock(mutex);
  posted.insert(posted.begin(), std::make_move_iterator(calls.begin() + done),
                std::make_move_iterator(calls.end()));
  any_posted.store(true);
}

/// Where the machine was suspended, or had no time for us, time-outs are due
/// of answers that have come meanwhile: thousands of hosts would count as gone.
/// One look at each descriptor, so that who always has more holds up no timer.
void Loop::Core::ReadBeforeLateTimers() {
  const auto due = timers.Next();
  if (!due || Now().ns - due->ns < kLate.ns) return;
  for (std::size_t seen = 0; seen <= watches.size() && !is_stopped();
       seen += kMostEvents) {
    if (CallAllReady({}) == 0) return;
  }
}

void Loop::Core::CallTimers() {
  const auto next_due = timers.Next();
  if (!next_due) return;
  const Duration now = Now();
  const std::uint64_t end = timers.next();
  while (!is_stopped()) {
    const auto call = timers.Take(now, end);
    if (!call) return;
    call();
  }
}

void Loop::Core::Wait() {
  Duration most = kLongestWait;
  if (const auto due = timers.Next()) {
    most.ns = std::clamp<std::int64_t>(due->ns - Now().ns, 0, most.ns);
  }
  asleep.store(true);
  if (any_posted.load() || is_stopped()) most = {};
  CallAllReady(most);
}

int Loop::Core::CallAllReady(Duration most) {
  std::array<epoll_event, kMostEvents> events;
  const int count = WaitFor(epoll, most, events);
  asleep.store(false);
  for (int i = 0; i < count && !is_stopped(); ++i) {
    CallReady(events[i].data.u64, events[i].events);
  }
  return std::max(count, 0);
}

void Loop::Core::CallReady(std::uint64_t number, std::uint32_t events) {
  if (number == 0) {
    std::uint64_t count = 0;
    (void)!::read(wake, &count, sizeof count);
    return;
  }
  const auto found = watches.find(number);
  if (found == watches.end()) return;
  const auto watch = found->second;
  const bool ended = (events & (EPOLLERR | EPOLLHUP)) != 0;
  for (const bool write : {false, true}) {
    if (watch->removed || is_stopped()) return;
    const bool awaited = write ? watch->awaited.write : watch->awaited.read;
    const bool ready = (events & (write ? EPOLLOUT : EPOLLIN)) != 0;
    if (awaited && (ready || ended)) watch->call({!write, write});
  }
}

Result<std::uint64_t> Loop::Core::Add(Watch watch) {
  epoll_event event{};
  if (watch.awaited.read) event.events |= EPOLLIN;
  if (watch.awaited.write) event.events |= EPOLLOUT;
  event.data.u64 = next;
  if (::epoll_ctl(epoll, EPOLL_CTL_ADD, watch.fd, &event) != 0) {
    return base::SystemError("descriptor", errno);
  }
  watches.emplace(next, std::make_shared<Watch>(std::move(watch)));
  return next++;
}

void Loop::Core::Remove(std::uint64_t number) {
  const auto node = watches.extract(number);
  if (node.empty()) return;
  node.mapped()->removed = true;
  ::epoll_ctl(epoll, EPOLL_CTL_DEL, node.mapped()->fd, nullptr);
}

Result<Pending> Loop::Core::OnSignal(const std::vector<int>& numbers,
                                     std::function<void(int)> call) {
  const auto shared =
      std::make_shared<std::function<void(int)>>(std::move(call));
  std::vector<decltype(signal_calls)::iterator> places;
  const auto forget = [this](const auto& all) {
    for (const auto& place : all) {
      signals.Release(place->first);
      signal_calls.erase(place);
    }
  };
  for (const int number : numbers) {
    if (auto caught = signals.Catch(number); !caught) {
      forget(places);
      return caught.error();
    }
    places.push_back(signal_calls.emplace(number, shared));
  }
  if (signals_watch == 0 && signals.fd() >= 0) {
    const auto watch = Add(
        {signals.fd(), {.read = true}, [this](Readiness) { CallSignals(); }});
    if (!watch) {
      forget(places);
      return watch.error();
    }
    signals_watch = *watch;
  }
  return Pending([forget, places] { forget(places); });
}

void Loop::Core::CallSignals() {
  for (const int number : signals.Take()) {
    std::vector<std::weak_ptr<std::function<void(int)>>> calls;
    const auto [first, last] = signal_calls.equal_range(number);
    for (auto at = first; at != last; ++at) calls.push_back(at->second);
    for (const auto& one : calls) {
      if (const auto call = one.lock()) (*call)(number);
    }
  }
}

}  // namespace base::loop
