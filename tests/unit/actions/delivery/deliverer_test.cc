// Deliverer: what a receiver of our own gets, in which order, however it
// answers. Times between tries pass when the test says so.
#include "tests/unit/actions/delivery/deliverer_fixture.h"

namespace actions {
namespace {

using base::Duration;
using base::kNanosPerSecond;
using ::testing::_;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using tests::HttpPeer;

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
    const bool bad = tests::BodyOf(request).starts_with("\"bad");
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

/// A receiver that has taken hundreds has others at hand: none of these is sent
/// to one that fails, or asks to be left alone.
TEST_F(DelivererTest, WhatIsAtHandWaitsWithTheOthers) {
  constexpr std::size_t kGood = 300;
  peer_.asked = [this](const std::string&) {
    peer_.answer =
        peer_.requests.size() <= kGood
            ? HttpPeer::Answer(kUp)
            : HttpPeer::Answer("429 Too Many Requests", "Retry-After: 120\r\n");
  };
  for (int i = 0; i < 500; ++i) Take("x", std::to_string(i));
  Run();
  EXPECT_LE(peer_.requests.size(), kGood + Circuit::kMost);
  peer_.asked = [this](const std::string&) {
    peer_.answer = HttpPeer::Answer(kUp);
  };
  Pass({10 * kMinute.ns});
  EXPECT_EQ(counts_.delivered, 500u);
}

TEST_F(DelivererTest, HeedsRetryAfter) {
  peer_.answer =
      HttpPeer::Answer("429 Too Many Requests", "Retry-After: 120\r\n");
  Take("a");
  Run();
  EXPECT_THAT(told_, ElementsAre("wrong: full: webhook: " + origin() +
                                 ": answers 429; is tried again in 120 s"));
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
  EXPECT_THAT(told_, SizeIs(24)) << "each hour that they wait";
  told_.clear();
  Pass({2 * kHour.ns});
  EXPECT_THAT(told_,
              ElementsAre(HasSubstr("3 notifications wait"),
                          "lost: full: webhook: " + origin() +
                              ": 2 notifications given up after 24 hours",
                          HasSubstr("no notification waits"),
                          "lost: other: webhook: " + origin() +
                              ": 1 notification given up after 24 hours"));
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
  EXPECT_EQ(counts_.in_memory, 2u);
  EXPECT_EQ(counts_.bytes_in_memory, 6u);
  EXPECT_THAT(
      counts_.longest_failing,
      ElementsAre(FailingReceiver{origin(), "answers 503", tests::kThen, 2}));
  told_.clear();
  peer_.answer = HttpPeer::Answer(kUp);
  Pass(kLastRetry);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("answers again"),
                                 "right: no notification waits for more than "
                                 "300 s any more"));
  EXPECT_EQ(counts_, (DeliveryCounts{.delivered = 2}));
}

TEST_F(DelivererTest, AReceiverThatIsNoneMayComeYet) {
  deliverer_->Take(tests::NotificationOf("a", "ops"),
                   [](const base::Result<void>&) {});
  busy_ = true;
  Run();
  EXPECT_THAT(told_, IsEmpty()) << "it is where it is found that there is none";
  ASSERT_THAT(counts_.longest_failing, SizeIs(1));
  EXPECT_EQ(counts_.longest_failing[0].problem, "there is no such receiver");
  EXPECT_EQ(counts_.waiting, 1u);
  peer_.answer = HttpPeer::Answer(kUp);
  NameOps();
  Pass(kLastRetry);
  EXPECT_THAT(peer_.requests, SizeIs(1));
  EXPECT_THAT(told_, IsEmpty()) << "it never failed";
}

TEST_F(DelivererTest, OfAReceiverThatIsGoneNothingIsToldWhenItAnswers) {
  NameOps();
  peer_.answer = HttpPeer::Answer(kDown);
  TakeFor("ops", "a", "a");
  Run();
  ASSERT_THAT(told_, ElementsAre(HasSubstr("is tried again")));
  peer_.answer = HttpPeer::Answer(kUp);
  peer_.asked = [this](const std::string&) { receivers_.Name({}); };
  Pass(kLastRetry);
  EXPECT_THAT(peer_.requests, SizeIs(2));
  EXPECT_THAT(told_, SizeIs(1));
}

TEST_F(DelivererTest, AReceiverIsLeftAloneForItsInterval) {
  Receiver slow;
  slow.url = peer_.url("/slow");
  slow.interval = Duration{20 * kStep.ns};
  receivers_.Name({{"slow", slow}});
  peer_.answer = tests::HttpPeer::Answer(kUp);
  for (const char* name : {"a", "b", "c"}) TakeFor("slow", name, name);
  Take("other");
  RunUntilDelivered(2);
  EXPECT_THAT(Sent(), UnorderedElementsAre("a", "other"));
  timers_.Advance(Duration{19 * kStep.ns});
  Take("another");  // the outbox is asked meanwhile
  RunUntilDelivered(3);
  EXPECT_EQ(Sent().back(), "another");
  timers_.Advance(kStep);
  RunUntilDelivered(4);
  EXPECT_EQ(Sent().back(), "b");
  timers_.Advance(Duration{20 * kStep.ns});
  RunUntilDelivered(5);
  EXPECT_EQ(Sent().back(), "c");
  Run();
}

TEST_F(DelivererTest, WhatIsTriedAgainWaitsForMoreThanAnInterval) {
  Receiver slow;
  slow.url = peer_.url("/slow");
  slow.interval = Duration{20 * kStep.ns};
  receivers_.Name({{"slow", slow}});
  peer_.answer = tests::HttpPeer::Answer(kDown);
  TakeFor("slow", "a", "a");
  Run();
  EXPECT_THAT(Sent(), SizeIs(1));
}

}  // namespace
}  // namespace actions
