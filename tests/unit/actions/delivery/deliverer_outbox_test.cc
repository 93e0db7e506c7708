// Deliverer and its outbox: what another run leaves, and what another process
// does with it meanwhile.
#include "tests/support/file_size_limit.h"
#include "tests/unit/actions/delivery/deliverer_fixture.h"

namespace actions {
namespace {

using base::kNanosPerSecond;
using ::testing::_;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using tests::HttpPeer;

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
                                 "left: 3 notifications left for the "
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
  EXPECT_THAT(told_, ElementsAre(_,
                                 "right: 1 notification taken out of the "
                                 "outbox by another program"));
  EXPECT_EQ(counts_.waiting, 0u);
  EXPECT_EQ(counts_.failing, 0u) << "nothing waits for it";
  peer_.requests.clear();
  Pass(kHour);
  EXPECT_THAT(Sent(), IsEmpty());
}

TEST_F(DelivererTest, ThatMemoryIsFullSaysWhatIsWrong) {
  Make(tree_.root());
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Run();
  const tests::FileSizeLimit full(1);
  for (std::size_t i = 0; i < Outbox::kInMemory.rows + 2; ++i) Take("x");
  Run();
  EXPECT_EQ(counts_.dropped, 2u);
  EXPECT_THAT(told_, Contains("lost: full: webhook: " + origin() +
                              ": 2 notifications dropped: memory is full, and "
                              "the outbox cannot be used"));
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
  EXPECT_THAT(told_, Not(Contains(HasSubstr("there is no such receiver"))));
  told_.resize(3);
  EXPECT_THAT(
      told_,
      ElementsAre("right: 4 notifications taken over from an earlier run",
                  "wrong: webhook: https://gone: no rule has it any more: 1 "
                  "notification, to be given up after 24 hours",
                  "right: webhook: ops: no rule has it any more: 2 "
                  "notifications, to be sent all the same"));
}

TEST_F(DelivererTest, WhoDidNotAnswerAnEarlierRunFailsFromTheStart) {
  Make(tree_.root());
  peer_.answer = HttpPeer::Answer(kDown);
  Take("a");
  Run();
  const auto failing = counts_.longest_failing;
  ASSERT_THAT(failing, SizeIs(1));
  deliverer_->End(kHour);
  const std::size_t sent = Sent().size();
  counts_ = {};
  Make(tree_.root());
  deliverer_->Begin({receivers_.NameOf(peer_.url("/secret"))});
  busy_ = true;
  Run();
  EXPECT_THAT(Sent(), SizeIs(sent)) << "it waits for its next try";
  ASSERT_THAT(counts_.longest_failing, SizeIs(1));
  EXPECT_EQ(counts_.longest_failing[0].problem, failing[0].problem);
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

TEST_F(DelivererTest, NothingIsTakenBeforeTheOutboxIsOpen) {
  Make(tree_.root());
  deliverer_->Begin({});
  Take("a");
  timers_.Advance({9 * kNanosPerSecond});
  EXPECT_EQ(taken_, 0u) << "a crash would lose it";
  Run();
  EXPECT_EQ(taken_, 1u);
  EXPECT_THAT(Sent(), ElementsAre("a"));
}

TEST_F(DelivererTest, ADiskThatHangsAtAStartIsNotWaitedForForEver) {
  Make(tree_.root());
  deliverer_->Begin({});
  Take("a");
  timers_.Advance(Deliverer::kPatience);
  EXPECT_EQ(taken_, 1u);
  EXPECT_EQ(counts_.unusable, "it does not answer");
  Take("b");
  EXPECT_EQ(taken_, 2u) << "from now on at once";
  Run();
  EXPECT_EQ(taken_, 2u) << "told once";
  EXPECT_THAT(Sent(), ElementsAre("a", "b"));
}

TEST_F(DelivererTest, WhatADiskThatHangsDoesNotTakeWaitsInMemory) {
  Make(tree_.root());
  deliverer_->Begin({});
  Run();
  Take("a");
  loop_.Post([this] { loop_.Stop(); });
  loop_.Run();  // it is asked, and has not answered
  timers_.Advance(Deliverer::kSoon);
  EXPECT_EQ(taken_, 1u);
  Take("b");
  EXPECT_EQ(taken_, 2u) << "from now on at once";
  timers_.Advance(kMinute);
  EXPECT_EQ(counts_.unusable, "it does not answer");
  Run();
  EXPECT_EQ(taken_, 2u) << "told once";
  EXPECT_EQ(counts_.unusable, "");
  EXPECT_THAT(Sent(), ElementsAre("a", "b"));
  Take("c");
  EXPECT_EQ(taken_, 2u);
  Run();
  EXPECT_EQ(taken_, 3u);
}

TEST_F(DelivererTest, TooManyBytesThatWaitForTheDiskAreRefused) {
  const std::string large(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 63; ++i) Take(large);
  EXPECT_EQ(refused_, 0u);
  Take(large + large);
  EXPECT_EQ(refused_, 1u);
  Take("of another rule");
  EXPECT_EQ(refused_, 1u) << "what is large takes not the place of others";
  Run();
  EXPECT_EQ(counts_.bytes_in_memory, 0u);
  Take(std::string(std::size_t{65} << 20, 'x'));
  EXPECT_EQ(refused_, 2u);
}

TEST_F(DelivererTest, TooManyThatWaitForTheDiskAreRefused) {
  for (std::size_t i = 0; i <= Deliverer::kMost; ++i) Take("x");
  EXPECT_EQ(refused_, 1u);
}

}  // namespace
}  // namespace actions
