// A handler that writes to the pipes that there are.
#include "base/loop/signal_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

#include "base/system_error.h"

namespace base::loop {
namespace {

/// Of each pipe the end that is written to, plus 1; 0: there is none.
std::array<std::atomic<int>, SignalPipe::kMost> pipes{};
static_assert(std::atomic<int>::is_always_lock_free);

/// How many pipes want each signal.
std::mutex wanted_mutex;
std::array<int, NSIG> wanted{};

/// A pipe that is full has something to read.
extern "C" void WriteNumber(int number) {
  const int before = errno;
  const auto byte = static_cast<unsigned char>(number);
  for (const std::atomic<int>& pipe : pipes) {
    const int fd = pipe.load() - 1;
    if (fd >= 0) (void)!::write(fd, &byte, 1);
  }
  errno = before;
}

bool SetHandler(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigfillset(&action.sa_mask);
  return ::sigaction(number, &action, nullptr) == 0;
}

}  // namespace

SignalPipe::~SignalPipe() {
  while (!caught_.empty()) Release(caught_.begin()->first);
  if (slot_ >= 0) ::close(pipes[slot_].exchange(0) - 1);
  if (read_ >= 0) ::close(read_);
}

Result<void> SignalPipe::Open() {
  if (read_ >= 0) return {};
  int ends[2];
  if (::pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) {
    return SystemError("signal", errno);
  }
  for (int slot = 0; slot < kMost; ++slot) {
    int none = 0;
    if (!pipes[slot].compare_exchange_strong(none, ends[1] + 1)) continue;
    slot_ = slot;
    read_ = ends[0];
    return {};
  }
  ::close(ends[0]);
  ::close(ends[1]);
  return SystemError("signal", EMFILE);
}

Result<void> SignalPipe::Catch(int number) {
  if (number <= 0 || number >= NSIG) return SystemError("signal", EINVAL);
  if (auto opened = Open(); !opened) return opened;
  const std::scoped_lock lock(wanted_mutex);
  if (wanted[number] == 0 && !SetHandler(number, WriteNumber)) {
    return SystemError("signal", errno);
  }
  ++wanted[number];
  ++caught_[number];
  return {};
}

void SignalPipe::Release(int number) {
  const auto caught = caught_.find(number);
  if (caught == caught_.end()) return;
  const std::scoped_lock lock(wanted_mutex);
  if (--caught->second == 0) caught_.erase(caught);
  if (--wanted[number] == 0) SetHandler(number, SIG_DFL);
}

std::vector<int> SignalPipe::Take() {
  std::vector<int> numbers;
  std::array<unsigned char, 64> bytes{};
  for (;;) {
    const ssize_t count = ::read(read_, bytes.data(), bytes.size());
    if (count <= 0) break;
    for (ssize_t i = 0; i < count; ++i) {
      const int number = bytes[static_cast<std::size_t>(i)];
      const bool known =
          std::find(numbers.begin(), numbers.end(), number) != numbers.end();
      if (!known && caught_.count(number) > 0) numbers.push_back(number);
    }
  }
  return numbers;
}

}  // namespace base::loop
