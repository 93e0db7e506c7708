// SignalPipe: whose pipe a signal's number is in, and what is left of it.
#include "base/loop/signal_pipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <vector>

namespace base::loop {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void (*HandlerOf(int number))(int) {
  struct sigaction action {};
  ::sigaction(number, nullptr, &action);
  return action.sa_handler;
}

TEST(SignalPipe, TellsEachNumberOnce) {
  SignalPipe pipe;
  ASSERT_TRUE(pipe.Catch(SIGUSR1));
  ASSERT_TRUE(pipe.Catch(SIGHUP));
  for (const int number : {SIGUSR1, SIGHUP, SIGUSR1}) ::raise(number);
  EXPECT_THAT(pipe.Take(), ElementsAre(SIGUSR1, SIGHUP));
  EXPECT_THAT(pipe.Take(), IsEmpty());
}

TEST(SignalPipe, EachHasWhatItHasAskedFor) {
  SignalPipe one;
  SignalPipe other;
  ASSERT_TRUE(one.Catch(SIGUSR1));
  ASSERT_TRUE(other.Catch(SIGUSR1));
  ASSERT_TRUE(other.Catch(SIGUSR2));
  ::raise(SIGUSR1);
  ::raise(SIGUSR2);
  EXPECT_THAT(one.Take(), ElementsAre(SIGUSR1));
  EXPECT_THAT(other.Take(), ElementsAre(SIGUSR1, SIGUSR2));
}

TEST(SignalPipe, TheLastThatReleasesASignalGivesItBack) {
  {
    SignalPipe one;
    ASSERT_TRUE(one.Catch(SIGUSR1));
    ASSERT_TRUE(one.Catch(SIGUSR1));
    one.Release(SIGUSR1);
    one.Release(SIGUSR2);  // it has not asked for that
    EXPECT_NE(HandlerOf(SIGUSR1), SIG_DFL);
    SignalPipe other;
    ASSERT_TRUE(other.Catch(SIGUSR1));
    one.Release(SIGUSR1);
    ::raise(SIGUSR1);
    EXPECT_THAT(one.Take(), IsEmpty());
    EXPECT_THAT(other.Take(), ElementsAre(SIGUSR1));
  }
  EXPECT_EQ(HandlerOf(SIGUSR1), SIG_DFL);
}

TEST(SignalPipe, WhatCannotBeCaughtIsRefused) {
  SignalPipe pipe;
  for (const int number : {SIGKILL, 0, -1, 1000}) {
    const auto caught = pipe.Catch(number);
    ASSERT_FALSE(caught);
    EXPECT_EQ(caught.error().system_errno, EINVAL) << number;
  }
}

TEST(SignalPipe, ThereAreOnlySoMany) {
  std::vector<std::unique_ptr<SignalPipe>> pipes;
  for (int i = 0; i < SignalPipe::kMost; ++i) {
    pipes.push_back(std::make_unique<SignalPipe>());
    ASSERT_TRUE(pipes.back()->Catch(SIGUSR1));
  }
  SignalPipe more;
  EXPECT_EQ(more.Catch(SIGUSR1).error().system_errno, EMFILE);
  pipes.clear();
  EXPECT_TRUE(more.Catch(SIGUSR1));
}

// Nobody reads: the handler must not wait.
TEST(SignalPipe, AFullPipeLosesNoNumberThatIsInIt) {
  SignalPipe pipe;
  ASSERT_TRUE(pipe.Catch(SIGUSR1));
  for (int i = 0; i < 70'000; ++i) ::raise(SIGUSR1);
  EXPECT_THAT(pipe.Take(), ElementsAre(SIGUSR1));
}

}  // namespace
}  // namespace base::loop
