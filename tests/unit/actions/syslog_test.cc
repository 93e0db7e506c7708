// Syslog: what arrives at a socket of our own, and what does not.
#include "actions/syslog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/action_event.h"
#include "tests/support/archive_image.h"
#include "tests/support/fake_timers.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tests::ActionEvent;
using Outcome = Syslog::Outcome;

constexpr base::Duration kHalf{MessageQueue::kLimit.ns / 2};

class SyslogTest : public ::testing::Test {
 protected:
  ~SyslogTest() override { StopListening(); }

  void Listen() {
    fd_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path_.c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(
        ::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  void StopListening() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    ::unlink(path_.c_str());
  }
  std::string Received(std::size_t most = 4096) const {
    std::string text(most, '\0');
    const ssize_t n = ::recv(fd_, text.data(), text.size(), 0);
    text.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
    return text;
  }
  /// At once.
  bool Send(const ActionEvent& event) {
    // It may be told of later.
    const auto succeeded = std::make_shared<bool>(false);
    syslog_.Perform(event.event(), [=](Outcome outcome) {
      *succeeded = outcome == Outcome::kSucceeded;
    });
    return *succeeded;
  }

  tests::TemporaryFolder folder_;
  const std::string path_ = folder_ / "log";
  int fd_ = -1;
  base::Zone zone_;  // UTC
  tests::LogLines log_;
  tests::FakeTimers timers_;
  Syslog syslog_{path_, 4711, &zone_, &timers_, log_.log()};
};

// What goes over the wire: docs/pmie.md, "Options of syslog".
TEST_F(SyslogTest, WhatGoesOverTheWire) {
  Listen();
  ActionEvent event(ActionEvent::Kind::kSyslog, "plain vm 2");
  EXPECT_TRUE(Send(event));
  EXPECT_EQ(Received(), "<29>Sep  9 01:46:40 pcp-pmie[4711]: plain vm 2");
  event.call.syslog_priority = 30;
  event.call.syslog_tag = "foo";
  event.message.text = "";
  EXPECT_TRUE(Send(event));
  EXPECT_EQ(Received(), "<30>Sep  9 01:46:40 foo[4711]: ");
  event.call.syslog_priority = 0;
  event.message.text = "%s\n";
  EXPECT_TRUE(Send(event));
  EXPECT_EQ(Received(), "<0>Sep  9 01:46:40 foo[4711]: %s\n");
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(SyslogTest, WithoutAListenerItFailsAndSaysSoOnce) {
  const ActionEvent event(ActionEvent::Kind::kSyslog, "x");
  EXPECT_FALSE(Send(event));
  EXPECT_FALSE(Send(event));
  EXPECT_THAT(log_.lines, ElementsAre("Error: rule: syslog: " + path_ +
                                      ": No such file or directory"));
  Listen();
  EXPECT_TRUE(Send(event));
  StopListening();
  EXPECT_FALSE(Send(event));
  ASSERT_EQ(log_.lines.size(), 3u);
  EXPECT_EQ(log_.lines[1],
            "Info: rule: syslog: performed again; 2 before it not");
}

// More than the system keeps for a reader: who is late gets the rest, in
// order, and whatever comes meanwhile after it.
TEST_F(SyslogTest, ACrowdWaitsForItsReader) {
  Listen();
  const std::string padding(8192, 'x');
  int sent = 0;
  int done = 0;
  while (done == sent && sent < 100'000) {
    const ActionEvent event(ActionEvent::Kind::kSyslog,
                            std::to_string(sent++) + ' ' + padding);
    syslog_.Perform(event.event(), [&](Outcome outcome) {
      done += outcome == Outcome::kSucceeded;
    });
  }
  EXPECT_EQ(done, sent - 1);
  EXPECT_FALSE(Send(ActionEvent(ActionEvent::Kind::kSyslog, "last")));
  timers_.Advance(kHalf);
  for (int i = 0; i < sent; ++i) {
    EXPECT_THAT(Received(), HasSubstr("]: " + std::to_string(i) + ' '));
    timers_.Advance(kHalf);
  }
  EXPECT_EQ(done, sent);
  EXPECT_THAT(Received(), EndsWith("]: last"));
  EXPECT_EQ(timers_.waiting(), 0u);
  EXPECT_THAT(log_.lines, IsEmpty());
}

// Nobody reads: for a while that is waited for, by each that comes.
TEST_F(SyslogTest, WhoNeverReadsIsWaitedForAWhile) {
  Listen();
  const ActionEvent event(ActionEvent::Kind::kSyslog, std::string(8192, 'x'));
  int sent = 0;
  while (sent < 100'000 && Send(event)) ++sent;
  EXPECT_LT(sent, 100'000);
  int failed = 0;
  for (std::size_t i = 0; i < MessageQueue::kMost; ++i) {
    syslog_.Perform(event.event(), [&](Outcome outcome) {
      failed += outcome == Outcome::kNotPerformed;
    });
  }
  EXPECT_EQ(failed, 1) << "there is an end to how many wait";
  timers_.Advance(MessageQueue::kLimit);
  EXPECT_EQ(failed, static_cast<int>(MessageQueue::kMost));
  EXPECT_EQ(timers_.waiting(), 0u);
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: syslog: 10000 messages wait"));
  bool sent_later = false;
  syslog_.Perform(event.event(), [&](Outcome outcome) {
    sent_later = outcome == Outcome::kSucceeded;
  });
  timers_.Advance(kHalf);
  while (!Received().empty()) continue;
  EXPECT_FALSE(sent_later);
  timers_.Advance(kHalf);
  EXPECT_TRUE(sent_later);
}

// At the end nobody is waited for any more.
TEST_F(SyslogTest, WhatIsNotReadAtTheEndIsNotPerformed) {
  Listen();
  const ActionEvent event(ActionEvent::Kind::kSyslog, std::string(8192, 'x'));
  int sent = 0;
  while (sent < 100'000 && Send(event)) ++sent;
  syslog_.Abandon();
  EXPECT_EQ(timers_.waiting(), 0u);
  EXPECT_THAT(log_.lines,
              ElementsAre(StartsWith("Error: rule: syslog: " + path_)));
}

TEST_F(SyslogTest, AnOverlongMessageIsCutWhichIsTold) {
  Listen();
  for (const std::size_t size : {8U << 20U, 8U << 20U, 60'000U}) {
    EXPECT_TRUE(
        Send(ActionEvent(ActionEvent::Kind::kSyslog, std::string(size, 'x'))));
    const std::string text = Received(100'000);
    EXPECT_THAT(text, HasSubstr("]: " + std::string(60'000, 'x')));
    EXPECT_THAT(text, EndsWith(size > 60'000 ? "x... (8388608 bytes)" : "xx"));
  }
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: syslog: cut: a text of 8388608 bytes, "
                          "of which 60000 fit",
                          "Info: rule: syslog: whole again; 2 before it not"));
}

TEST_F(SyslogTest, AnOverlongPathIsAFailure) {
  Syslog syslog(std::string(200, 'x'), 1, &zone_, &timers_, log_.log());
  bool succeeded = true;
  syslog.Perform(
      ActionEvent(ActionEvent::Kind::kSyslog, "x").event(),
      [&](Outcome outcome) { succeeded = outcome == Outcome::kSucceeded; });
  EXPECT_FALSE(succeeded);
  EXPECT_EQ(log_.lines.size(), 1u);
}

}  // namespace
}  // namespace actions
