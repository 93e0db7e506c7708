// Deliverer: what a receiver of our own gets, in which order, however it
// answers. Times between tries pass when the test says so.
#include "actions/delivery/deliverer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/fake_timers.h"
#include "tests/support/file_tree.h"
#include "tests/support/http_peer.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using base::Duration;
using base::kNanosPerSecond;
using ::testing::_;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tests::HttpPeer;

constexpr Duration kStep{kNanosPerSecond / 2};
constexpr Duration kMinute{60 * kNanosPerSecond};
constexpr Duration kHour{60 * kMinute.ns};
constexpr char kDown[] = "503 Service Unavailable";
constexpr char kUp[] = "204 No Content";

class DelivererTest : public ::testing::Test {
 protected:
  void Make(const std::string& folder = "") {
    deliverer_ = std::make_unique<Deliverer>(DeliveryContext{
        .loop = &loop_,
        .client = &client_,
        .timers = &timers_,
        .now = [this] { return tests::kThen + timers_.now() + set_; },
        .steady = [this] { return timers_.now(); },
        .receivers = &receivers_,
        .folder = folder,
        .seed = 4711,
        .tell =
            [this](bool wrong, const std::string& text) {
              told_.push_back((wrong ? "wrong: " : "right: ") + text);
            },
        .lost =
            [this](const std::string& text) {
              told_.push_back("lost: " + text);
            },
        .busy =
            [this](bool busy) {
              busy_ = busy;
              if (!busy) loop_.Stop();
            },
        .counts = [this](const DeliveryCounts& counts) { counts_ = counts; }});
  }
  void SetUp() override { Make(); }

  /// Puts one into the outbox; its JSON is its name.
  void Take(const std::string& name, const std::string& rule = "full") {
    Notification one =
        tests::NotificationOf("id " + std::to_string(++number_),
                              receivers_.NameOf(peer_.url("/secret")), rule);
    one.json = name;
    deliverer_->Take(std::move(one), [this](const base::Result<void>& taken) {
      taken_ += taken ? 1 : 0;
      refused_ += taken ? 0 : 1;
    });
  }
  /// Until nothing can be done now.
  void Run() {
    while (busy_) loop_.Run();
  }
  void Pass(Duration span) {
    for (const Duration end{timers_.now().ns + span.ns}; timers_.now() < end;) {
      timers_.Advance(kStep);
      Run();
    }
  }
  std::vector<std::string> Sent() const {
    std::vector<std::string> bodies;
    for (const auto& one : peer_.requests) bodies.push_back(tests::BodyOf(one));
    return bodies;
  }
  std::string origin() const {
    return "http://127.0.0.1:" + std::to_string(peer_.port());
  }

  base::loop::Loop loop_;
  tests::FakeTimers timers_;
  Duration set_;  // the clock on the wall, by so much
  HttpPeer peer_{&loop_};
  base::http::Client client_{&loop_};
  Receivers receivers_;
  tests::FileTree tree_;
  std::vector<std::string> told_;
  std::size_t taken_ = 0;
  std::size_t refused_ = 0;
  bool busy_ = false;
  int number_ = 0;
  DeliveryCounts counts_;
  std::unique_ptr<Deliverer> deliverer_;
};

TEST_F(DelivererTest, DeliversWhatItTakes) {
  Take("a");
  EXPECT_EQ(taken_, 0u) << "nothing waits for it";
  Run();
  EXPECT_EQ(taken_, 1u);
  EXPECT_THAT(Sent(), ElementsAre("a"));
  EXPECT_THAT(told_, IsEmpty());
  Pass(kHour);
  EXPECT_THAT(Sent(), SizeIs(1));
  EXPECT_EQ(timers_.waiting(), 0u) << "at rest it does nothing";
  EXPECT_EQ(counts_, (DeliveryCounts{.delivered = 1}));
}

TEST_F(DelivererTest, KeepsTheOrderOfARule) {
  for (int i = 0; i < 50; ++i) {
    Take(std::to_string(i));
    Take("other " + std::to_string(i), "other");
  }
  Run();
  std::vector<std::string> one;
  for (const std::string& body : Sent()) {
    if (body[0] != 'o') one.push_back(body);
  }
  std::vector<std::string> expected;
  for (int i = 0; i < 50; ++i) expected.push_back(std::to_string(i));
  EXPECT_EQ(one, expected);
  EXPECT_THAT(Sent(), SizeIs(100));
}

TEST_F(DelivererTest, TriesAgainWithTheSameKeyAndTellsTheRow) {
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Run();
  EXPECT_THAT(told_, ElementsAre("wrong: full: webhook: " + origin() +
                                 ": answers 503; is tried again"));
  Pass(kMinute);
  EXPECT_THAT(told_, SizeIs(1));
  const std::size_t tries = peer_.requests.size();
  EXPECT_GT(tries, 3u);
  peer_.answer = HttpPeer::Answer(kUp);
  Pass({10 * kMinute.ns});
  EXPECT_THAT(peer_.requests, SizeIs(tries + 1));
  EXPECT_THAT(told_[1], "right: full: webhook: " + origin() +
                            ": answers again; " + std::to_string(tries) +
                            " tries before it in vain");
  for (const std::string& request : peer_.requests) {
    EXPECT_EQ(request, peer_.requests[0]);
    EXPECT_THAT(request, HasSubstr("Idempotency-Key: id 1\r\n"));
  }
}

TEST_F(DelivererTest, WhatIsFinalIsGivenUpWithALine) {
  peer_.answer = HttpPeer::Answer("404 Not Found");
  Take("a");
  Run();
  Pass(kHour);
  EXPECT_THAT(peer_.requests, SizeIs(1));
  EXPECT_THAT(told_, ElementsAre("lost: full: webhook: " + origin() +
                                 ": 1 notification given up: answers 404"));
  EXPECT_EQ(counts_, (DeliveryCounts{.given_up = 1}));
}

TEST_F(DelivererTest, WhatWaitsForItsRetryHoldsUpItsOwnRuleAlone) {
  peer_.asked = [this](const std::string& request) {
    const bool bad = tests::BodyOf(request).starts_with("bad");
    peer_.answer = HttpPeer::Answer(bad ? kDown : kUp);
  };
  Take("bad 1");
  Take("bad 2");
  for (int i = 0; i < 5; ++i) Take("good", "other");
  Run();
  EXPECT_THAT(Sent(), SizeIs(6));
  Pass(kMinute);
  peer_.asked = [this](const std::string&) {
    peer_.answer = HttpPeer::Answer(kUp);
  };
  peer_.requests.clear();
  Pass({10 * kMinute.ns});
  EXPECT_THAT(Sent(), ElementsAre("bad 1", "bad 2"));
}

TEST_F(DelivererTest, HeedsRetryAfter) {
  peer_.answer =
      HttpPeer::Answer("429 Too Many Requests", "Retry-After: 120\r\n");
  Take("a");
  Run();
  Take("b", "other");
  Pass({119 * kNanosPerSecond});
  EXPECT_THAT(Sent(), ElementsAre("a")) << "the pause is the receiver's";
  peer_.answer = HttpPeer::Answer(kUp);
  Pass({2 * kNanosPerSecond});
  EXPECT_THAT(Sent(), SizeIs(3));
}

TEST_F(DelivererTest, WhoDoesNotAnswerIsTriedByOneAtATime) {
  peer_.answer = HttpPeer::Answer(kDown);
  for (int i = 0; i < 100; ++i) Take("x", std::to_string(i));
  Run();
  Pass(kHour);
  EXPECT_LT(peer_.requests.size(), 100u);
  EXPECT_GT(peer_.requests.size(), 20u);
  peer_.requests.clear();
  peer_.answer = HttpPeer::Answer(kUp);
  Pass(kLastRetry);
  EXPECT_THAT(Sent(), SizeIs(100)) << "once it answers it has all at once";
  EXPECT_THAT(told_, SizeIs(4)) << "and that they wait for long, no more";
}

TEST_F(DelivererTest, GivesUpAfterADay) {
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Take("b");
  Take("c", "other");
  Run();
  Pass({23 * kHour.ns});
  EXPECT_THAT(told_, SizeIs(2));
  Pass({2 * kHour.ns});
  EXPECT_THAT(told_,
              ElementsAre(_, _,
                          "lost: full: webhook: " + origin() +
                              ": 2 notifications given up after 24 hours",
                          "lost: other: webhook: " + origin() +
                              ": 1 notification given up after 24 hours",
                          HasSubstr("no notification waits")));
  peer_.requests.clear();
  Pass(kHour);
  EXPECT_THAT(Sent(), IsEmpty());
  EXPECT_EQ(counts_, (DeliveryCounts{.given_up = 3}));
}

TEST_F(DelivererTest, AClockThatIsSetMovesNoTry) {
  for (const Duration set :
       {Duration{-3 * kHour.ns}, Duration{72 * kHour.ns}}) {
    peer_.answer = HttpPeer::Answer(kDown);
    for (int i = 0; i < 9; ++i) Take("x", std::to_string(i));
    Run();
    set_ = set;
    Pass(kMinute);
    peer_.requests.clear();
    peer_.answer = HttpPeer::Answer(kUp);
    Pass(kLastRetry);
    EXPECT_THAT(Sent(), SizeIs(9));
    EXPECT_EQ(counts_.given_up, 0u);
  }
}

TEST_F(DelivererTest, AClockThatWasSetGivesUpNothingInTheNextRun) {
  const std::string folder = tree_.root() + "/state";
  Make(folder);
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Run();
  set_ = {72 * kHour.ns};
  Pass(kMinute);
  deliverer_->End(kHour);
  Make(folder);
  deliverer_->Begin({});
  Run();
  Pass(kMinute);
  EXPECT_EQ(counts_.given_up, 0u);
  EXPECT_EQ(counts_.waiting, 1u);
}

TEST_F(DelivererTest, WhatIsLeftIsTheNextRuns) {
  const std::string folder = tree_.root() + "/state";
  Make(folder);
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Take("b");
  Run();
  Take("c");
  deliverer_->End(kHour);
  EXPECT_EQ(taken_, 3u) << "what was not written yet is at the end";
  EXPECT_THAT(told_, ElementsAre(_,
                                 "right: 3 notifications left for the "
                                 "next start"));
  Take("d");
  EXPECT_EQ(refused_, 1u);
  Make(folder);
  peer_.requests.clear();
  peer_.answer = HttpPeer::Answer(kUp);
  deliverer_->Begin({receivers_.NameOf(peer_.url("/secret"))});
  Run();
  Pass(kMinute);
  EXPECT_THAT(Sent(), ElementsAre("a", "b", "c"));
  deliverer_->End(kHour);
  EXPECT_THAT(told_, SizeIs(3)) << "how many these are";
}

TEST_F(DelivererTest, WhatAnotherMakesDueIsTriedAtOnce) {
  Make(tree_.root());
  peer_.answer =
      HttpPeer::Answer("429 Too Many Requests", "Retry-After: 3600\r\n");
  for (int i = 0; i < 20; ++i) Take("x", std::to_string(i));
  Run();
  peer_.requests.clear();
  peer_.answer = HttpPeer::Answer(kUp);
  const auto other = Store::Open(tree_.root() + "/outbox.db", {});
  ASSERT_TRUE((*other)->MakeDue());
  Pass(Deliverer::kLook);
  EXPECT_THAT(Sent(), SizeIs(20));
  EXPECT_THAT(told_.back(), HasSubstr("answers again"));
}

TEST_F(DelivererTest, WhatAnotherHasTakenOutIsNotSent) {
  Make(tree_.root());
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Run();
  const auto other = Store::Open(tree_.root() + "/outbox.db", {});
  ASSERT_TRUE((*other)->Exchange({.removed = {"id 1"}}));
  Pass(Deliverer::kLook);
  EXPECT_EQ(counts_.waiting, 0u);
  peer_.requests.clear();
  Pass(kHour);
  EXPECT_THAT(Sent(), IsEmpty());
}

TEST_F(DelivererTest, WhatIsTakenOverIsTold) {
  Make(tree_.root());
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  for (const char* id : {"x", "y"}) {
    deliverer_->Take(tests::NotificationOf(id, "ops"),
                     [](const base::Result<void>&) {});
  }
  deliverer_->Take(tests::NotificationOf("z", "https://gone#5f"),
                   [](const base::Result<void>&) {});
  Run();
  deliverer_->End(kHour);
  told_.clear();
  receivers_.Name({{"ops", {}}});
  Make(tree_.root());
  deliverer_->Begin({receivers_.NameOf(peer_.url("/secret"))});
  busy_ = true;
  Run();
  ASSERT_GE(told_.size(), 3u);
  told_.resize(3);
  EXPECT_THAT(
      told_,
      ElementsAre("right: 4 notifications taken over from an earlier run",
                  "wrong: webhook: https://gone: no rule has it any more: 1 "
                  "notification given up after 24 hours",
                  "right: webhook: ops: no rule has it any more: 2 "
                  "notifications sent all the same"));
}

TEST_F(DelivererTest, WhatWaitsForLongIsToldOnceAndItsEnd) {
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Take("b");
  Run();
  Pass(kHour);
  EXPECT_THAT(told_, ElementsAre(_,
                                 "wrong: 2 notifications wait, the first for "
                                 "more than 300 s: for " +
                                     origin() + " (answers 503)"));
  EXPECT_TRUE(counts_.delayed);
  EXPECT_EQ(counts_.in_memory, 2u);
  told_.clear();
  peer_.answer = HttpPeer::Answer(kUp);
  Pass(kLastRetry);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("answers again"),
                                 "right: no notification waits for more than "
                                 "300 s any more"));
  EXPECT_EQ(counts_, (DeliveryCounts{.delivered = 2}));
}

TEST_F(DelivererTest, WithoutADirectoryWhatIsLeftIsLostWithALine) {
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Run();
  deliverer_->End(kHour);
  EXPECT_THAT(told_,
              ElementsAre(_, "lost: full: webhook: " + origin() +
                                 ": 1 notification not delivered: the program "
                                 "ends"));
}

TEST_F(DelivererTest, ADiskThatHangsIsToldOnce) {
  Make(tree_.root());
  deliverer_->Begin({});
  timers_.Advance({9 * kNanosPerSecond});
  EXPECT_THAT(told_, IsEmpty());
  timers_.Advance(kHour);
  EXPECT_THAT(told_,
              ElementsAre(HasSubstr("wrong: the outbox does not answer")));
  Run();
  EXPECT_THAT(told_, ElementsAre(_, "right: the outbox answers again"));
}

TEST_F(DelivererTest, TooManyThatWaitForTheDiskAreRefused) {
  for (std::size_t i = 0; i <= Deliverer::kMost; ++i) Take("x");
  EXPECT_EQ(refused_, 1u);
}

TEST_F(DelivererTest, AReceiverThatIsNoneMayComeYet) {
  deliverer_->Take(tests::NotificationOf("a", "ops"),
                   [](const base::Result<void>&) {});
  busy_ = true;
  Run();
  EXPECT_THAT(told_, ElementsAre("wrong: full: webhook: ops: there is no such "
                                 "receiver; is tried again"));
}

}  // namespace
}  // namespace actions
