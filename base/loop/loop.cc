// The loop over Asio's io_context. Sockets are transport.cc's.
#include "base/loop/loop.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>  // first: Asio of Boost 1.74 forgets it

#include "base/loop/core.h"

namespace base::loop {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// Deadlines beyond this are as good as this and do not overflow.
constexpr Duration kLongest{100LL * 365 * 86400 * kNanosPerSecond};

Error SystemError(const char* what, const error_code& error) {
  return Error{ErrorCode::kSystem, what + (": " + error.message()),
               error.value()};
}

/// A timer that waits, kept by the wait itself.
struct TimedCall {
  TimedCall(asio::io_context& io, std::function<void()> then)
      : timer(io), call(std::move(then)) {}
  asio::steady_timer timer;
  std::function<void()> call;
};

/// Signals or a descriptor, waited for again after each call, until `object`
/// is cancelled.
template <typename Object, typename Call>
struct RepeatedWait {
  template <typename... Args>
  explicit RepeatedWait(Call then, Args&&... args)
      : object(std::forward<Args>(args)...), call(std::move(then)) {}
  Object object;
  Call call;
  bool over = false;
};

using SignalWait = RepeatedWait<asio::signal_set, std::function<void(int)>>;
using Descriptor = asio::posix::stream_descriptor;
using ReadyWait =
    RepeatedWait<Descriptor, std::function<void(Loop::Readiness)>>;

void Wait(const std::shared_ptr<SignalWait>& wait) {
  wait->object.async_wait([wait](const error_code& error, int number) {
    if (error || wait->over) return;
    wait->call(number);
    if (!wait->over) Wait(wait);
  });
}

void Wait(const std::shared_ptr<ReadyWait>& wait,
          Descriptor::wait_type direction) {
  wait->object.async_wait(
      direction, [wait, direction](const error_code& error) {
        if (error || wait->over) return;
        const bool write = direction == Descriptor::wait_write;
        wait->call({!write, write});
        if (!wait->over) Wait(wait, direction);
      });
}

}  // namespace

Loop::Loop() : core_(std::make_unique<Core>()) {}
Loop::~Loop() = default;

void Loop::Run() {
  const auto work = asio::make_work_guard(core_->io);
  core_->io.restart();
  core_->io.run();
}

void Loop::Stop() { core_->io.stop(); }

void Loop::Post(std::function<void()> call) {
  asio::post(core_->io, std::move(call));
}

Pending Loop::After(Duration delay, std::function<void()> call) {
  const auto timed = std::make_shared<TimedCall>(core_->io, std::move(call));
  timed->timer.expires_after(
      std::chrono::nanoseconds(std::min(delay, kLongest).ns));
  timed->timer.async_wait([timed](const error_code& error) {
    // Taken first: the call may cancel what it is called by.
    const auto due = std::exchange(timed->call, nullptr);
    if (!error && due) due();
  });
  return Pending([timed] {
    timed->call = nullptr;
    timed->timer.cancel();
  });
}

Result<Pending> Loop::OnSignal(const std::vector<int>& numbers,
                               std::function<void(int)> call) {
  const auto wait = std::make_shared<SignalWait>(std::move(call), core_->io);
  for (const int number : numbers) {
    error_code error;
    wait->object.add(number, error);
    if (error) return SystemError("signal", error);
  }
  Wait(wait);
  return Pending([wait] {
    error_code ignored;
    wait->over = true;
    wait->object.clear(ignored);
    wait->object.cancel(ignored);
  });
}

Result<Pending> Loop::OnReadable(int fd, std::function<void()> call) {
  return OnReady(fd, {.read = true},
                 [call = std::move(call)](Readiness) { call(); });
}

Result<Pending> Loop::OnReady(int fd, Readiness awaited,
                              std::function<void(Readiness)> call) {
  const auto wait = std::make_shared<ReadyWait>(std::move(call), core_->io);
  error_code error;
  wait->object.assign(fd, error);
  if (error) return SystemError("descriptor", error);
  if (awaited.read) Wait(wait, Descriptor::wait_read);
  if (awaited.write) Wait(wait, Descriptor::wait_write);
  return Pending([wait] {
    wait->over = true;
    wait->object.release();
  });
}

}  // namespace base::loop
