// PmcdSource over a pmcd that is late, dies and comes back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/shared_needs.h"
#include "tests/unit/pmapi/pmcd/pmcd_source_fixture.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using base::Result;
using pmcd::PduType;
using testing::ElementsAre;

TEST_F(Sources, ATickWaitsForItsLimitOnlyAndTheConnectionLonger) {
  PrepareAndOpen({"load"});
  play_.pmcd.silent = true;
  EXPECT_EQ(Tick(), "waits");
  play_.timers.Advance(Seconds(9));
  EXPECT_EQ(Fetch(), "here: has not answered yet");
  EXPECT_TRUE(play_.source->connected()) << "it may only be slow";
}

TEST_F(Sources, ALateAnswerIsThatOfTheTickAtWhichItComes) {
  PrepareAndOpen({"disk.reads"});
  Ask();
  play_.timers.Advance(Seconds(9));
  EXPECT_EQ(Fetch(), "here: has not answered yet");
  const std::size_t fetches = Heard(PduType::kHighresFetch);
  Ask();
  EXPECT_EQ(Fetch(), "waits");
  play_.Settle();
  EXPECT_EQ(Heard(PduType::kHighresFetch), fetches + 1) << "asked once";
  EXPECT_EQ(Fetch(), " 1=101 7=701");
  EXPECT_EQ(samples_.stamps.front(), play_.pmcd.now) << "when it was fetched";
  EXPECT_EQ(Tick(), " 1=102 7=702");
  EXPECT_EQ(stream_->Interruption(), std::nullopt);
}

TEST_F(Sources, OneThatComesBetweenTwoTicksDoesWhereTheNextHasNone) {
  PrepareAndOpen({"disk.reads"});
  const auto be_late = [this] {
    Ask();
    play_.timers.Advance(Seconds(9));
  };
  be_late();
  EXPECT_EQ(Fetch(), "here: has not answered yet");
  play_.Settle();
  be_late();
  EXPECT_EQ(Fetch(), " 1=101 7=701") << "the one that came before";
  play_.Settle();
  be_late();
  EXPECT_EQ(Fetch(), " 1=102 7=702") << "each tick has values";
  play_.Settle();
  EXPECT_EQ(Tick(), " 1=104 7=704") << "where it can, the newest";
}

TEST_F(Sources, OneThatComesOnceTheTickIsReadyIsHandedOutOnce) {
  PrepareAndOpen({"disk.reads"});
  Ask();
  play_.timers.Advance(Seconds(9));
  EXPECT_EQ(Fetch(), "here: has not answered yet");
  play_.Settle();
  Ask();
  play_.timers.Advance(Seconds(9));
  EXPECT_TRUE(ready_) << "with the one that came before";
  play_.Settle();
  EXPECT_EQ(Fetch(), " 1=102 7=702") << "its own is here now";
  Ask();
  play_.timers.Advance(Seconds(9));
  EXPECT_EQ(Fetch(), "here: has not answered yet");
}

TEST_F(Sources, NumbersOfClosedStreamsAreUsedAgain) {
  ASSERT_EQ(Prepare({{"load", {}}, {"disk.reads", {}}}), "ok");
  Open({"load"});
  Tick();
  const std::unique_ptr<SampleStream> first = std::move(stream_);
  Open({"disk.reads"}, {7});
  EXPECT_EQ(Tick(), " 7=702");
  EXPECT_EQ(play_.pmcd.contexts.size(), 3u) << "of the inquiry too";
  stream_.reset();
  Open({"disk.reads"}, {1});
  EXPECT_EQ(Tick(), " 1=103") << "not what the one before wanted";
  EXPECT_EQ(play_.pmcd.contexts.size(), 3u);
}

TEST_F(Sources, ThreeIntervalsLateIsNotLost) {
  PmcdOptions options = Options();
  options.reply_limit = Seconds(60);
  tests::PmcdPlay play(options);
  play.pmcd.metrics = play_.pmcd.metrics;
  play.source->Prepare(tests::Shared({{"load", {}}}), Seconds(8),
                       [](const Result<void>&) {});
  play.Settle();
  stream_ = *play.source->Open({{kLoad, {}}}, {{}, Seconds(10)});
  for (int tick = 0; tick < 3; ++tick) {
    Ask();
    play.timers.Advance(Seconds(9));
    EXPECT_EQ(Fetch(), "here: has not answered yet");
    play.timers.Advance(Seconds(1));
  }
  Ask();
  play.Settle();
  EXPECT_EQ(Fetch(), " -1=1073741824");
  EXPECT_EQ(play.network.links.size(), 1u);
  stream_.reset();
}

TEST_F(Sources, WhoNeverAnswersIsLetGo) {
  PrepareAndOpen({"load"});
  play_.pmcd.silent = true;
  EXPECT_EQ(Tick(), "waits");
  play_.timers.Advance(Seconds(9));
  play_.timers.Advance(Seconds(1));
  EXPECT_FALSE(play_.source->connected());
  EXPECT_TRUE(play_.network.links[0]->closed);
}

TEST_F(Sources, PrepareGivesUpAfterItsLimit) {
  play_.pmcd.silent = true;
  EXPECT_EQ(Prepare({{"load", {}}}), "waits");
  play_.timers.Advance(Seconds(8));
  EXPECT_EQ(Prepared(), "here: did not answer in time");
}

TEST_F(Sources, NobodyThere) {
  play_.listening = false;
  EXPECT_EQ(Prepare({{"load", {}}}), "Connection refused");
  const auto desc = play_.source->Catalog().Describe("load");
  EXPECT_EQ(desc.error().code, ErrorCode::kNotConnected);
  EXPECT_EQ(desc.error().message, "Connection refused");
  EXPECT_EQ(play_.source->HostName(), "unasked");
  // Again: at once, because it is not yet time to try.
  EXPECT_EQ(Prepare({{"load", {}}}), "Connection refused");
  EXPECT_EQ(play_.network.links.size(), 1u);
}

TEST_F(Sources, TryAgainEverLessOften) {
  play_.listening = false;
  Prepare({{"load", {}}});
  std::vector<std::int64_t> tries;
  for (std::int64_t second = 1; second <= 330; ++second) {
    const std::size_t before = play_.network.links.size();
    play_.timers.Advance(Seconds(1));
    play_.Settle();
    if (play_.network.links.size() > before) tries.push_back(second);
  }
  EXPECT_THAT(tries, ElementsAre(5, 15, 35, 75, 155, 235, 315));
}

TEST_F(Sources, TryAllAddresses) {
  PmcdOptions options = Options();
  options.addresses = {base::loop::UnixAddress{"/s"},
                       base::loop::TcpAddress{"localhost", 1}};
  tests::PmcdPlay play(options);
  play.source->Prepare(tests::Shared({}), Seconds(1),
                       [](const Result<void>&) {});
  play.network.last().Refuse({ErrorCode::kSystem, "no socket"});
  EXPECT_EQ(play.network.last().address, options.addresses[1]);
  play.Settle();
  EXPECT_TRUE(play.source->connected());
}

TEST_F(Sources, ATickThatIsLostIsUnknownAndTheNextIsNot) {
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  Ask();
  play_.Kill();
  EXPECT_EQ(Fetch(), "closed by the peer");
  EXPECT_TRUE(stream_->Interruption()) << "its failure says so too";
  EXPECT_FALSE(stream_->Interruption()) << "it is told once";
  play_.timers.Advance({0});
  play_.Settle();
  EXPECT_TRUE(play_.source->connected()) << "it is tried again at once";
  EXPECT_EQ(Tick(), " 1=103 7=703 mark") << "a rate across it is unknown";
  EXPECT_EQ(Tick(), " 1=104 7=704");
}

TEST_F(Sources, ALossBetweenTicksIsAMark) {
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  play_.Kill();
  play_.timers.Advance({0});
  play_.Settle();
  EXPECT_EQ(Tick(), " 1=103 7=703 mark");
  const auto told = stream_->Interruption();
  ASSERT_TRUE(told) << "there are values, but it happened";
  EXPECT_EQ(told->code, ErrorCode::kClosed);
}

TEST_F(Sources, ALossIsAMarkThoughTheStreamIsOpenedAnew) {
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  Open({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=102 7=702");
  play_.Kill();
  play_.timers.Advance({0});
  play_.Settle();
  Open({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=104 7=704 mark") << "rates go on from the other one";
  EXPECT_EQ(Tick(), " 1=105 7=705");
}

TEST_F(Sources, TheTickThatIsHitHearsWhatHappenedNotWhatFollowed) {
  PrepareAndOpen({"disk.reads"});
  Tick();
  play_.Kill();
  play_.listening = false;
  play_.timers.Advance({0});
  play_.Settle();
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_EQ(Tick(), "closed by the peer");
  stream_->Interruption();
  EXPECT_EQ(Tick(), "Connection refused");
}

TEST_F(Sources, ATickWaitsForTheConnectionThatIsBeingMade) {
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  play_.Kill();
  play_.timers.Advance({0});
  Ask();
  EXPECT_EQ(Fetch(), "waits");
  play_.Settle();
  EXPECT_EQ(Fetch(), " 1=103 7=703 mark");
}

TEST_F(Sources, AfterALossOneOfNoUseIsNotTriedAtOnce) {
  PrepareAndOpen({"load"});
  play_.Kill();
  play_.timers.Advance({0});
  EXPECT_EQ(play_.network.links.size(), 1u) << "it has not given a value";
  play_.timers.Advance(Seconds(5));
  EXPECT_EQ(play_.network.links.size(), 2u);
}

TEST_F(Sources, WhoIsAskedBeforeThePauseEndsTriesOnce) {
  PrepareAndOpen({"load"});
  EXPECT_EQ(Tick(), " -1=1073741824");
  play_.Kill();
  play_.source->Prepare(tests::Shared({{"load", {}}}), Seconds(8),
                        [](const Result<void>&) {});
  EXPECT_EQ(play_.network.links.size(), 2u);
  play_.timers.Advance({0});
  EXPECT_EQ(play_.network.links.size(), 2u) << "it is being tried";
  EXPECT_TRUE(play_.network.last().connecting());
}

}  // namespace
}  // namespace pmapi
