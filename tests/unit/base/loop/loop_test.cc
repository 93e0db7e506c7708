// The loop: what is called, when, in which order, and what is called no more.
#include "base/loop/loop.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {
bool g_old_system = false;  // epoll_pwait2 is not there
}  // namespace

extern "C" int epoll_pwait2(int epoll, epoll_event* events, int most,
                            const timespec* limit, const sigset_t* signals) {
  if (!g_old_system) {
    return static_cast<int>(::syscall(SYS_epoll_pwait2, epoll, events, most,
                                      limit, signals, sizeof(long)));
  }
  errno = ENOSYS;
  return -1;
}

namespace base::loop {
namespace {

using testing::ElementsAre;

constexpr Duration Milliseconds(std::int64_t count) {
  return Duration{count * 1'000'000};
}

class Loops : public testing::Test {
 protected:
  std::function<void()> Note(const std::string& what) {
    return [this, what] { notes_.push_back(what); };
  }
  std::function<void()> Stop() {
    return [this] { loop_.Stop(); };
  }

  Loop loop_;
  std::vector<std::string> notes_;
};

TEST_F(Loops, PostedCallsAreMadeInOrder) {
  loop_.Post(Note("a"));
  loop_.Post(Note("b"));
  loop_.Post(Stop());
  EXPECT_TRUE(notes_.empty());
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("a", "b"));
}

TEST_F(Loops, RunAgain) {
  loop_.Post(Stop());
  loop_.Run();
  loop_.Post(Note("later"));
  loop_.Post(Stop());
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("later"));
}

TEST_F(Loops, CallsComeFromOtherThreads) {
  std::thread other([this] {
    loop_.Post(Note("from there"));
    loop_.Post(Stop());
  });
  loop_.Run();
  other.join();
  EXPECT_THAT(notes_, ElementsAre("from there"));
}

TEST_F(Loops, TimersAreCalledInOrderOfTheirTime) {
  const Pending late = loop_.After(Milliseconds(2), Note("late"));
  const Pending end = loop_.After(Milliseconds(3), Stop());
  const Pending early = loop_.After(Milliseconds(1), Note("early"));
  const Pending past = loop_.After(Milliseconds(-5), Note("past"));
  EXPECT_TRUE(notes_.empty());
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("past", "early", "late"));
}

TEST_F(Loops, AnOldSystemHasThemToo) {
  g_old_system = true;
  const Pending late = loop_.After(Milliseconds(2), Note("late"));
  const Pending end = loop_.After(Milliseconds(3), Stop());
  const Pending early = loop_.After(Milliseconds(1), Note("early"));
  loop_.Run();
  g_old_system = false;
  EXPECT_THAT(notes_, ElementsAre("early", "late"));
}

TEST_F(Loops, TimersThatAreGoneAreNotCalled) {
  { const Pending gone = loop_.After(Milliseconds(0), Note("gone")); }
  Pending cancelled = loop_.After(Milliseconds(0), Note("cancelled"));
  cancelled.Cancel();
  Pending replaced = loop_.After(Milliseconds(0), Note("replaced"));
  replaced = loop_.After(Milliseconds(0), Note("kept"));
  const Pending end = loop_.After(Milliseconds(1), Stop());
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("kept"));
}

TEST_F(Loops, ATimerThatIsDueCanStillBeCancelled) {
  Pending second;
  const Pending first = loop_.After(Milliseconds(0), [&] { second.Cancel(); });
  second = loop_.After(Milliseconds(0), Note("second"));
  const Pending end = loop_.After(Milliseconds(1), Stop());
  loop_.Run();
  EXPECT_TRUE(notes_.empty());
}

TEST_F(Loops, ATimerMayDropItselfAndAskForAnother) {
  Pending timer;
  timer = loop_.After(Milliseconds(0), [&] {
    notes_.push_back("once");
    timer = loop_.After(Milliseconds(0), Stop());
  });
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("once"));
}

TEST_F(Loops, TheLongestTimeDoesNotOverflow) {
  const Pending never =
      loop_.After(Duration{INT64_MAX}, Note("the end of the world"));
  const Pending end = loop_.After(Milliseconds(1), Stop());
  loop_.Run();
  EXPECT_TRUE(notes_.empty());
}

TEST_F(Loops, SignalsAreToldByNumberAgainAndAgain) {
  std::vector<int> numbers;
  const auto watch = loop_.OnSignal({SIGUSR1, SIGHUP}, [&](int number) {
    numbers.push_back(number);
    if (numbers.size() == 1) ::raise(SIGHUP);
    if (numbers.size() == 2) loop_.Stop();
  });
  ASSERT_TRUE(watch);
  loop_.Post([] { ::raise(SIGUSR1); });
  loop_.Run();
  EXPECT_THAT(numbers, ElementsAre(SIGUSR1, SIGHUP));
}

TEST_F(Loops, ASignalThatCannotBeCaughtIsRefused) {
  const auto watch = loop_.OnSignal({SIGKILL}, [](int) {});
  ASSERT_FALSE(watch);
  EXPECT_EQ(watch.error().code, ErrorCode::kSystem);
  EXPECT_EQ(watch.error().system_errno, EINVAL);
}

class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe2(ends_, O_CLOEXEC), 0); }
  ~Pipe() {
    ::close(ends_[0]);
    if (ends_[1] >= 0) ::close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int out() const { return ends_[0]; }
  void Write(char c) { EXPECT_EQ(::write(ends_[1], &c, 1), 1); }
  char Read() {
    char c = 0;
    return ::read(ends_[0], &c, 1) == 1 ? c : '.';
  }
  void End() {
    ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2];
};

TEST_F(Loops, DescriptorsAreToldUntilTheyAreRead) {
  Pipe pipe;
  std::string read;
  const auto watch = loop_.OnReadable(pipe.out(), [&] {
    read += pipe.Read();
    if (read == "ab") pipe.End();
    if (read == "ab.") loop_.Stop();
  });
  ASSERT_TRUE(watch);
  pipe.Write('a');
  pipe.Write('b');
  loop_.Run();
  EXPECT_EQ(read, "ab.");
}

TEST_F(Loops, WhatHasComeIsReadBeforeATimerThatIsLate) {
  std::vector<std::unique_ptr<Pipe>> pipes;
  std::vector<Pending> watches;
  for (int i = 0; i < 300; ++i) {
    Pipe& pipe = *pipes.emplace_back(std::make_unique<Pipe>());
    auto watch = loop_.OnReadable(pipe.out(), [this, &pipe] {
      notes_.push_back(std::string(1, pipe.Read()));
    });
    ASSERT_TRUE(watch);
    watches.push_back(*std::move(watch));
    pipe.Write('a');
  }
  const auto late = loop_.After(Milliseconds(-1000), Note("late"));
  const auto now = loop_.After(Milliseconds(0), Stop());
  loop_.Run();
  ASSERT_EQ(notes_.size(), 301u);
  EXPECT_EQ(notes_.back(), "late") << "others wait for it";
}

TEST_F(Loops, WhoAlwaysHasMoreHoldsUpNoTimer) {
  Pipe pipe;
  pipe.Write('a');
  const auto watch = loop_.OnReadable(pipe.out(), Note("more"));
  ASSERT_TRUE(watch);
  const auto late = loop_.After(Milliseconds(-1000), Stop());
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("more"));
}

TEST_F(Loops, ADescriptorsWatchMayEndItself) {
  Pipe pipe;
  std::optional<Result<Pending>> watch;
  watch = loop_.OnReadable(pipe.out(), [&] {
    notes_.push_back("readable");
    watch.reset();
    loop_.Post(Stop());
  });
  pipe.Write('a');
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("readable"));
  EXPECT_EQ(pipe.Read(), 'a') << "the descriptor is still open";
}

TEST_F(Loops, WhatIsNoDescriptorCannotBeWatched) {
  const auto watch = loop_.OnReadable(-1, Note("?"));
  ASSERT_FALSE(watch);
  EXPECT_EQ(watch.error().system_errno, EBADF);
}

class SocketPair {
 public:
  SocketPair() {
    const int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    EXPECT_EQ(::socketpair(AF_UNIX, type, 0, ends_), 0);
  }
  ~SocketPair() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;
  int near() const { return ends_[0]; }
  int far() const { return ends_[1]; }

 private:
  int ends_[2];
};

TEST_F(Loops, OneWatchIsToldOfBytesAndOfRoom) {
  SocketPair pair;
  bool read = false;
  bool write = false;
  const auto watch = loop_.OnReady(
      pair.near(), {.read = true, .write = true}, [&](Loop::Readiness ready) {
        EXPECT_NE(ready.read, ready.write);
        if (ready.write && !write) {
          EXPECT_EQ(::write(pair.far(), "a", 1), 1);
        }
        read = read || ready.read;
        write = write || ready.write;
        if (read && write) loop_.Stop();
      });
  ASSERT_TRUE(watch);
  loop_.Run();
  EXPECT_TRUE(read && write);
}

TEST_F(Loops, RoomIsToldOfOnceThereIsSome) {
  SocketPair pair;
  const std::string block(65536, 'x');
  while (::write(pair.near(), block.data(), block.size()) > 0) continue;
  const auto watch =
      loop_.OnReady(pair.near(), {.write = true}, [&](Loop::Readiness ready) {
        EXPECT_FALSE(ready.read);
        notes_.push_back("room");
        loop_.Stop();
      });
  loop_.Post([&] {
    loop_.Post([&] {
      notes_.push_back("full");
      std::string taken(1 << 20, ' ');
      while (::read(pair.far(), taken.data(), taken.size()) > 0) continue;
    });
  });
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("full", "room"));
}

TEST_F(Loops, AWatchOfBothMayEndItself) {
  SocketPair pair;
  EXPECT_EQ(::write(pair.far(), "a", 1), 1);
  std::optional<Result<Pending>> watch;
  watch = loop_.OnReady(pair.near(), {.read = true, .write = true},
                        [&](Loop::Readiness) {
                          notes_.push_back("ready");
                          watch.reset();
                          loop_.Post(Stop());
                        });
  loop_.Run();
  EXPECT_THAT(notes_, ElementsAre("ready"));
  // Whoever is gone leaves the descriptor for the next one.
  const auto next = loop_.OnReady(pair.near(), {.read = true},
                                  [&](Loop::Readiness) { loop_.Stop(); });
  EXPECT_TRUE(next);
  loop_.Run();
}

TEST_F(Loops, WhatIsLeftWhenTheLoopDiesIsDropped) {
  auto token = std::make_shared<int>(1);
  {
    Loop loop;
    loop.Post([token] {});
    const Pending timer = loop.After(Milliseconds(0), [token] {});
    EXPECT_EQ(token.use_count(), 3);
  }
  EXPECT_EQ(token.use_count(), 1);
}

}  // namespace
}  // namespace base::loop
