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
struct Alarm {
  Alarm(asio::io_context& io, std::function<void()> then)
      : timer(io), call(std::move(then)) {}
  asio::steady_timer timer;
  std::function<void()> call;
};

/// Signals or a descriptor, waited for again after each call, until `object`
/// is cancelled.
template <typename Object, typename Call>
struct Watch {
  template <typename... Args>
  explicit Watch(Call then, Args&&... args)
      : object(std::forward<Args>(args)...), call(std::move(then)) {}
  Object object;
  Call call;
  bool over = false;
};

using SignalWatch = Watch<asio::signal_set, std::function<void(int)>>;
using ReadWatch = Watch<asio::posix::stream_descriptor, std::function<void()>>;

void Wait(const std::shared_ptr<SignalWatch>& watch) {
  watch->object.async_wait([watch](const error_code& error, int number) {
    if (error || watch->over) return;
    watch->call(number);
    if (!watch->over) Wait(watch);
  });
}

void Wait(const std::shared_ptr<ReadWatch>& watch) {
  watch->object.async_wait(asio::posix::stream_descriptor::wait_read,
                           [watch](const error_code& error) {
                             if (error || watch->over) return;
                             watch->call();
                             if (!watch->over) Wait(watch);
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
  const auto alarm = std::make_shared<Alarm>(core_->io, std::move(call));
  alarm->timer.expires_after(
      std::chrono::nanoseconds(std::min(delay, kLongest).ns));
  alarm->timer.async_wait([alarm](const error_code& error) {
    // Taken first: the call may cancel what it is called by.
    const auto due = std::exchange(alarm->call, nullptr);
    if (!error && due) due();
  });
  return Pending([alarm] {
    alarm->call = nullptr;
    alarm->timer.cancel();
  });
}

Result<Pending> Loop::OnSignal(const std::vector<int>& numbers,
                               std::function<void(int)> call) {
  const auto watch = std::make_shared<SignalWatch>(std::move(call), core_->io);
  for (const int number : numbers) {
    error_code error;
    watch->object.add(number, error);
    if (error) return SystemError("signal", error);
  }
  Wait(watch);
  return Pending([watch] {
    error_code ignored;
    watch->over = true;
    watch->object.clear(ignored);
    watch->object.cancel(ignored);
  });
}

Result<Pending> Loop::OnReadable(int fd, std::function<void()> call) {
  const auto watch = std::make_shared<ReadWatch>(std::move(call), core_->io);
  error_code error;
  watch->object.assign(fd, error);
  if (error) return SystemError("descriptor", error);
  Wait(watch);
  return Pending([watch] {
    watch->over = true;
    watch->object.release();
  });
}

}  // namespace base::loop
