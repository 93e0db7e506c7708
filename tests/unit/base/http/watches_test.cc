// Watches: what is waited for, and when no longer.
#include "base/http/watches.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/fake_timers.h"

namespace base::http {
namespace {

using Readiness = Watches::Readiness;

class HttpWatches : public testing::Test {
 protected:
  // Of a socket that can always be written to.
  void SetUp() override {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds_), 0);
  }
  void TearDown() override {
    watches_.Remove(fds_[0]);
    for (const int fd : fds_) ::close(fd);
  }
  // Lets the loop turn often enough to tell of much more than is allowed.
  void Turn() {
    left_ = 4 * Watches::kMostIdle;
    Post();
    loop_.Run();
  }
  void Post() {
    loop_.Post([this] { left_-- > 0 ? Post() : loop_.Stop(); });
  }
  void Take(int fd, Readiness ready) {
    char byte = 0;
    if (ready.read) {
      ++read_;
      EXPECT_EQ(::read(fd, &byte, 1), 1);
    } else {
      ++written_;
    }
    watches_.Acted(fd, ready, sends_);
  }

  loop::Loop loop_;
  tests::FakeTimers timers_;
  Watches watches_{&loop_, &timers_,
                   [this](int fd, Readiness ready) { Take(fd, ready); }};
  int fds_[2] = {-1, -1};
  int left_ = 0;
  bool sends_ = false;
  int read_ = 0;
  int written_ = 0;
};

TEST_F(HttpWatches, WritabilityOfWhichNothingComesIsPaused) {
  watches_.Set(fds_[0], {true, true});
  Turn();
  EXPECT_EQ(written_, Watches::kMostIdle);
  timers_.Advance(Watches::kPause);
  Turn();
  EXPECT_EQ(written_, Watches::kMostIdle + 1);
  EXPECT_EQ(timers_.waiting(), 1u);
}

TEST_F(HttpWatches, WhatIsReadEndsThePause) {
  watches_.Set(fds_[0], {true, true});
  Turn();
  ASSERT_EQ(::write(fds_[1], "x", 1), 1);
  Turn();
  EXPECT_EQ(read_, 1);
  EXPECT_EQ(written_, 2 * Watches::kMostIdle);
  EXPECT_EQ(timers_.waiting(), 1u);
}

TEST_F(HttpWatches, AnotherWaitEndsThePause) {
  watches_.Set(fds_[0], {false, true});
  Turn();
  watches_.Set(fds_[0], {true, true});
  Turn();
  EXPECT_EQ(written_, 2 * Watches::kMostIdle);
  watches_.Remove(fds_[0]);
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(HttpWatches, WhoSendsIsNotPaused) {
  sends_ = true;
  watches_.Set(fds_[0], {true, true});
  Turn();
  EXPECT_GT(written_, 2 * Watches::kMostIdle);
  EXPECT_EQ(timers_.waiting(), 0u);
}

}  // namespace
}  // namespace base::http
