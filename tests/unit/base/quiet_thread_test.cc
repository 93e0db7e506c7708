// A thread runs, is waited for, and hears no signal.
#include "base/quiet_thread.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <csignal>

namespace base {
namespace {

TEST(QuietThread, IsWaitedForWhereItGoes) {
  bool ran = false;
  {
    QuietThread thread;
    ASSERT_EQ(thread.Begin([&] { ran = true; }), 0);
  }
  EXPECT_TRUE(ran);
}

TEST(QuietThread, NeverBegunThereIsNothingToWaitFor) { QuietThread().Join(); }

TEST(QuietThread, HearsOnlyWhatItBringsUponItself) {
  sigset_t blocked;
  QuietThread thread;
  ASSERT_EQ(
      thread.Begin([&] { ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked); }),
      0);
  thread.Join();
  EXPECT_EQ(::sigismember(&blocked, SIGTERM), 1);
  EXPECT_EQ(::sigismember(&blocked, SIGCHLD), 1);
  EXPECT_EQ(::sigismember(&blocked, SIGBUS), 0);
  sigset_t mine;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &mine);
  EXPECT_EQ(::sigismember(&mine, SIGTERM), 0);
}

TEST(Cores, AreThoseThatTheProcessMayUse) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(Cores(), CPU_COUNT(&before));
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(Cores(), 1);
  ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace base
