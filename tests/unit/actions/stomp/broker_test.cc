// StompBroker: what waits, what is confirmed, and what comes of it when the
// broker goes.
#include "actions/stomp/broker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/notifications.h"
#include "tests/support/stomp_play.h"

namespace actions {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using tests::Seconds;

class StompBrokerTest : public testing::Test, protected tests::StompPlay {
 protected:
  StompBroker Make() {
    return {&timers_, [this] { return network_.Make(); }, settings_, 7,
            [this](bool wrong, const std::string& text) {
              told_.push_back((wrong ? "wrong " : "right ") + text);
            }};
  }
  StompBroker::Taken Note(const std::string& name) {
    return [this, name](const base::Result<void>& taken) {
      ended_.push_back(name + ": " + (taken ? "taken" : taken.error().message));
    };
  }

  std::vector<std::string> told_;
  std::vector<std::string> ended_;
};

TEST_F(StompBrokerTest, IsToldInOrderOnceItLetsIn) {
  StompBroker broker = Make();
  broker.Send({"one"}, Note("one"));
  broker.Send({"two\0"s, tests::kThen, "id:7"}, Note("two"));
  tests::LetIn(link());
  EXPECT_EQ(tests::Heard(link()),
            "SEND\ndestination:/topic/PMIE\n"
            "content-type:text/plain;charset=utf-8\nreceipt:1\n"
            "content-length:3\n\none\0"
            "SEND\ndestination:/topic/PMIE\n"
            "content-type:text/plain;charset=utf-8\n"
            "time:2001-09-09T01\\c46\\c40Z\nreceipt:2\n"
            "content-length:4\nidempotency-key:id\\c7\n\ntwo\0\0"s);
  for (const char* id : {"2", "1", "1", "3", "x", "", "18446744073709551616"}) {
    tests::GiveReceipt(link(), id);
  }
  EXPECT_THAT(ended_, ElementsAre("two: taken", "one: taken"));
  timers_.Advance(Seconds(1));
  EXPECT_EQ(timers_.waiting(), 0u);
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(StompBrokerTest, AsPmieWhatIsSentHasSucceeded) {
  settings_.as_pmie = true;
  StompBroker broker = Make();
  broker.Send({"one", tests::kThen}, Note("one"));
  broker.Send({"a\0b"s}, Note("two"));
  EXPECT_THAT(ended_, IsEmpty());
  tests::LetIn(link());
  EXPECT_EQ(tests::Heard(link()),
            "SEND\ndestination:/topic/PMIE\n\none\0"
            "SEND\ndestination:/topic/PMIE\ncontent-length:3\n\na\0b\0"s);
  EXPECT_THAT(ended_, ElementsAre("one: taken", "two: taken"));
}

TEST_F(StompBrokerTest, WhatWasOnItsWayFailsAndTheRestIsSentAgainLater) {
  StompBroker broker = Make();
  for (int i = 1; i <= 102; ++i) {
    broker.Send({"x"}, Note(std::to_string(i)));
  }
  tests::LetIn(link());
  tests::GiveReceipt(link(), "1");
  link()->Fail({base::ErrorCode::kSystem, "b:61613: Connection reset"});
  ASSERT_EQ(ended_.size(), 101u);
  EXPECT_EQ(ended_[0], "1: taken");
  EXPECT_EQ(ended_[100], "101: b:61613: Connection reset");
  timers_.Advance(Seconds(1));
  ASSERT_EQ(network_.links.size(), 2u);
  tests::LetIn(link());
  EXPECT_THAT(tests::Heard(link()), HasSubstr("receipt:102\n"));
  tests::GiveReceipt(link(), "102");
  EXPECT_EQ(ended_.back(), "102: taken");
  EXPECT_THAT(told_, ElementsAre("wrong b:61613: Connection reset; is tried "
                                 "again",
                                 "right b:61613: connected again"));
}

TEST_F(StompBrokerTest, TheFirstConnectionIsNotAnotherOne) {
  StompBroker broker = Make();
  broker.Start();
  link()->Fail({base::ErrorCode::kSystem, "b:61613: refused"});
  timers_.Advance(Seconds(1));
  ASSERT_EQ(network_.links.size(), 2u);
  tests::LetIn(link());
  EXPECT_EQ(told_.back(), "right b:61613: connected");
}

TEST_F(StompBrokerTest, WhatTheBrokerNamesIsRefused) {
  StompBroker broker = Make();
  std::vector<base::ErrorCode> codes;
  for (int i = 0; i < 2; ++i) {
    broker.Send({"x"}, [&codes](const base::Result<void>& taken) {
      codes.push_back(taken.error().code);
    });
  }
  tests::LetIn(link());
  tests::Say(link(), "ERROR\nreceipt-id:2\nmessage:no\n\n\0"s);
  EXPECT_THAT(
      codes, ElementsAre(base::ErrorCode::kClosed, base::ErrorCode::kProtocol));
}

TEST_F(StompBrokerTest, WhatStandsBehindARefusedOneIsSentAgain) {
  StompBroker broker = Make();
  for (const char* name : {"before", "bad", "behind", "last"}) {
    broker.Send({name}, Note(name));
  }
  tests::LetIn(link());
  tests::Say(link(), "ERROR\nreceipt-id:2\nmessage:no\n\n\0"s);
  timers_.Advance(Seconds(1));
  tests::LetIn(link());
  const std::string sent = tests::Heard(link());
  EXPECT_THAT(sent, Not(HasSubstr("receipt:2\n")));
  EXPECT_LT(sent.find("receipt:3\n"), sent.find("receipt:4\n"));
  tests::GiveReceipt(link(), "3");
  tests::GiveReceipt(link(), "4");
  EXPECT_THAT(ended_, ElementsAre("before: b:61613: answers no",
                                  "bad: b:61613: answers no", "behind: taken",
                                  "last: taken"));
  EXPECT_THAT(told_, IsEmpty()) << "the broker is there";
}

TEST_F(StompBrokerTest, AnotherCauseIsTold) {
  StompBroker broker = Make();
  broker.Start();
  for (const char* why : {"refused", "refused", "Access refused"}) {
    link()->Refuse({base::ErrorCode::kSystem, std::string("b:61613: ") + why});
    for (int i = 0; i < 5; ++i) timers_.Advance(Seconds(1));
  }
  EXPECT_THAT(told_,
              ElementsAre("wrong b:61613: refused; is tried again",
                          "wrong b:61613: Access refused; is tried again"));
}

TEST_F(StompBrokerTest, HowThingsStandIsTold) {
  StompBroker broker = Make();
  BrokerState now;
  const auto since = [&now] { return now.since.ns / base::kNanosPerSecond; };
  broker.OnChange([this] { return base::Timestamp{} + timers_.now(); },
                  [&now](const BrokerState& state) { now = state; });
  EXPECT_EQ(now.name, "b:61613");
  EXPECT_EQ(now.problem, "");
  broker.Send({"x"}, Note("x"));
  timers_.Advance(Seconds(1));
  link()->Refuse({base::ErrorCode::kSystem, "b:61613: refused"});
  timers_.Advance(Seconds(1));
  EXPECT_FALSE(now.connected);
  EXPECT_EQ(since(), 0) << "it never was";
  EXPECT_EQ(now.problem, "b:61613: refused");
  EXPECT_EQ(now.waiting, 1u);
  tests::LetIn(link());
  EXPECT_TRUE(now.connected);
  EXPECT_EQ(since(), 2);
  EXPECT_EQ(now.problem, "");
  EXPECT_EQ(now.waiting, 1u);
  tests::GiveReceipt(link(), "1");
  EXPECT_EQ(now.waiting, 0u);
  timers_.Advance(Seconds(3));
  link()->HangUp();
  EXPECT_FALSE(now.connected);
  EXPECT_EQ(since(), 5);
}

TEST_F(StompBrokerTest, IsConnectedToEverLessOften) {
  StompBroker broker = Make();
  broker.Start();
  broker.Start();
  std::vector<std::int64_t> pauses;
  for (int i = 0; i < 9; ++i) {
    link()->Refuse({base::ErrorCode::kSystem, "b:61613: refused"});
    const std::size_t tries = network_.links.size();
    const base::Duration before = timers_.now();
    while (network_.links.size() == tries) timers_.Advance({10'000'000});
    pauses.push_back((timers_.now().ns - before.ns) / 10'000'000);
  }
  std::int64_t most = 100;
  for (const std::int64_t pause : pauses) {
    EXPECT_GE(pause, most / 2);
    EXPECT_LE(pause, most + 1);
    most = std::min<std::int64_t>(most * 2, 6000);
  }
  EXPECT_THAT(told_, ElementsAre("wrong b:61613: refused; is tried again"));
}

TEST_F(StompBrokerTest, WhatNobodyTakesIsGivenUp) {
  StompBroker broker = Make();
  broker.Send({"x"}, Note("unsent"));
  timers_.Advance(Seconds(4));
  EXPECT_THAT(ended_, IsEmpty());
  timers_.Advance(Seconds(2));
  EXPECT_THAT(ended_, ElementsAre("unsent: b:61613: not connected yet"));
  tests::LetIn(link());
  broker.Send({"x"}, Note("sent"));
  timers_.Advance(Seconds(6));
  EXPECT_EQ(ended_.back(),
            "sent: b:61613: takes what it is sent and sends no receipt");
  EXPECT_TRUE(network_.links.front()->closed);
}

TEST_F(StompBrokerTest, OneThatIsSlowIsWaitedFor) {
  StompBroker broker = Make();
  for (int i = 1; i <= 30; ++i) broker.Send({"x"}, Note(""));
  tests::LetIn(link());
  for (int i = 1; i <= 30; ++i) {
    timers_.Advance(Seconds(4));
    tests::GiveReceipt(link(), std::to_string(i));
  }
  EXPECT_THAT(ended_, testing::Each(": taken"));
  EXPECT_EQ(ended_.size(), 30u);
}

TEST_F(StompBrokerTest, MoreThanTheMostAreRefused) {
  StompBroker broker = Make();
  for (std::size_t i = 0; i < StompBroker::kMost; ++i) {
    broker.Send({"x"}, Note("first"));
  }
  broker.Send({"x"}, Note("last"));
  EXPECT_THAT(ended_, ElementsAre("last: 10000 messages wait"));
  broker.Abandon();
  EXPECT_EQ(ended_.size(), StompBroker::kMost + 1);
  EXPECT_EQ(ended_.back(), "first: the program ends");
  broker.Send({"x"}, Note("after"));
  EXPECT_EQ(ended_.back(), "after: the program ends");
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(StompBrokerTest, AsManyBytesWaitAsFit) {
  StompBroker broker = Make();
  const std::string half(StompBroker::kMostBytes / 2, 'x');
  for (int i = 0; i < 3; ++i) broker.Send({half}, Note(""));
  EXPECT_THAT(ended_,
              ElementsAre(": 2 messages, with it more than 64 MiB, wait"));
}

}  // namespace
}  // namespace actions
