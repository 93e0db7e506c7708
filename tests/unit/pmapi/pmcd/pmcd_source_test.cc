// The source over a tiny pmcd that changes, dies, lies and comes back.
#include "pmapi/pmcd/pmcd_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/pmcd_play.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using base::Result;
using pmcd::PduType;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr base::Duration Seconds(std::int64_t n) {
  return {n * base::kNanosPerSecond};
}
constexpr InDom kDisks{0x0f000001};
constexpr MetricDesc kLoad{Pmid{0x0f000800}, Type::kFloat, kNullInDom,
                           Semantics::kInstant, Units{}};
constexpr MetricDesc kReads{Pmid{0x0f000004}, Type::kU64, kDisks,
                            Semantics::kCounter, Units{}};
constexpr MetricDesc kModel{Pmid{0x0f000005}, Type::kString, kDisks,
                            Semantics::kDiscrete, Units{}};

PmcdOptions Options() {
  PmcdOptions options;
  options.name = "here";
  options.host = "unasked";
  options.addresses = {base::loop::TcpAddress{"here", 44321}};
  return options;
}

/// A tick in words: "metric[id]=value ...", or the error's text.
class Sources : public testing::Test {
 protected:
  Sources() : play_(Options()) {
    play_.pmcd.metrics = {
        {"load", kLoad, {{kNullInstance, 0x40000000, {}}}},
        {"disk.reads", kReads, {{1, 100, {}}, {7, 700, {}}}, 1},
        {"disk.model", kModel, {{7, 0, "fast"}}},
    };
    play_.pmcd.domains[kDisks] = {{1, "sda"}, {7, "sdb"}};
  }

  std::string Prepare(std::vector<Need> needs) {
    prepared_.reset();
    play_.source->Prepare(std::move(needs), Seconds(8),
                          [this](Result<void> r) { prepared_ = std::move(r); });
    play_.Settle();
    return Prepared();
  }
  std::string Prepared() const {
    if (!prepared_) return "waits";
    return *prepared_ ? "ok" : prepared_->error().message;
  }
  void Open(const std::vector<std::string>& names,
            const std::vector<InstanceId>& only = {}) {
    std::vector<Want> wants;
    for (const std::string& name : names) {
      wants.push_back({*play_.source->Catalog().Describe(name), only});
    }
    stream_ = *play_.source->Open(wants, {{}, Seconds(10)});
  }
  void PrepareAndOpen(const std::vector<std::string>& names) {
    std::vector<Need> needs;
    for (const std::string& name : names) needs.push_back({name, {}});
    ASSERT_EQ(Prepare(needs), "ok");
    Open(names);
  }
  void Ask() {
    ready_ = false;
    stream_->Ask({}, Seconds(9), [this] { ready_ = true; });
  }
  std::string Tick() {
    Ask();
    play_.Settle();
    return Fetch();
  }
  /// What rules were checked against is no longer so.
  bool Changed() {
    const auto interruption = stream_->Interruption();
    return interruption && interruption->code == base::ErrorCode::kChanged &&
           interruption->message == "here: its metrics have changed";
  }
  std::string Fetch() {
    if (!ready_) return "waits";
    const auto fetched = stream_->Fetch(1, &samples_);
    return fetched ? Text() : fetched.error().message;
  }
  std::string Text() {
    std::string text;
    for (const MetricSamples& metric : samples_.metrics) {
      const auto& ids = samples_.groups[metric.group].instances;
      text += text.empty() ? "" : " |";
      for (std::size_t i = 0; i < ids.size(); ++i) {
        if (metric.cells[i] == kAbsent) continue;
        text +=
            " " + std::to_string(ids[i]) + "=" + std::to_string(metric.bits[i]);
      }
      if (origin_ && origin_ != metric.origin) text += " mark";
    }
    if (!samples_.metrics.empty()) origin_ = samples_.metrics[0].origin;
    return text;
  }
  std::size_t Heard(PduType type) const {
    return static_cast<std::size_t>(
        std::count(play_.pmcd.heard.begin(), play_.pmcd.heard.end(), type));
  }

  tests::PmcdPlay play_;
  std::optional<Result<void>> prepared_;
  std::unique_ptr<SampleStream> stream_;
  Samples samples_;
  std::optional<std::int64_t> origin_;  // of the tick before
  bool ready_ = false;
};

TEST_F(Sources, KnowWhatTheyPrepared) {
  ASSERT_EQ(
      Prepare({{"load", {}}, {"disk.reads", {}}, {"disk", {}}, {"x", {}}}),
      "ok");
  const MetricCatalog& catalog = play_.source->Catalog();
  EXPECT_EQ(catalog.Describe("load").value(), kLoad);
  EXPECT_EQ(catalog.Describe("disk.reads").value(), kReads);
  EXPECT_EQ(catalog.Describe("disk").error().code, ErrorCode::kNonLeaf);
  EXPECT_EQ(catalog.Describe("x").error().code, ErrorCode::kNoMetric);
  EXPECT_THAT(catalog.Instances(kDisks).value(),
              ElementsAre(Instance{1, "sda"}, Instance{7, "sdb"}));
  EXPECT_EQ(catalog.Instances(InDom{5}).error().code, ErrorCode::kNoIndom);
  EXPECT_EQ(play_.source->HostName(), "fake");
  EXPECT_EQ(play_.source->ContextName(), "here");
  EXPECT_TRUE(play_.source->connected());
}

TEST_F(Sources, AskOneByOneWherePmcdIsOld) {
  play_.pmcd.features = 0;
  PrepareAndOpen({"load", "disk.reads"});
  EXPECT_EQ(Heard(PduType::kDescsRequest), 0u);
  EXPECT_EQ(Tick(), " -1=1073741824 | 1=101 7=701");
  EXPECT_EQ(Heard(PduType::kHighresFetch), 0u);
}

TEST_F(Sources, DescriptorsThatPmcdRefusesAreNotThere) {
  play_.pmcd.descs_status = -12386;
  ASSERT_EQ(Prepare({{"load", {}}}), "ok");
  EXPECT_EQ(play_.source->Catalog().Describe("load").error().code,
            ErrorCode::kNoPmid);
  EXPECT_TRUE(play_.source->connected());
}

TEST_F(Sources, MoreNeedsLeaveOpenStreamsAlone) {
  PrepareAndOpen({"load"});
  ASSERT_EQ(Prepare({{"load", {}}, {"disk.reads", {}}}), "ok");
  EXPECT_EQ(Tick(), " -1=1073741824");
}

TEST_F(Sources, TicksHaveValuesAndTheirTime) {
  PrepareAndOpen({"load", "disk.reads", "disk.model"});
  EXPECT_EQ(Tick(), " -1=1073741824 | 1=101 7=701 | 7=0");
  EXPECT_EQ(samples_.stamps[0], play_.pmcd.now);
  EXPECT_THAT(samples_.strings, ElementsAre("fast"));
  EXPECT_TRUE(samples_.metrics[1].dense);
  EXPECT_FALSE(samples_.metrics[2].dense);
  EXPECT_EQ(Tick(), " -1=1073741824 | 1=102 7=702 | 7=0");
  EXPECT_EQ(play_.timers.waiting(), 0u);
}

TEST_F(Sources, TicksAreHandedOutOnce) {
  PrepareAndOpen({"load"});
  EXPECT_EQ(Tick(), " -1=1073741824");
  EXPECT_EQ(Fetch(), "no tick has been asked for");
}

TEST_F(Sources, OnlyWantedInstancesAreAskedFor) {
  ASSERT_EQ(Prepare({{"disk.reads", {"sdb"}}}), "ok");
  Open({"disk.reads"}, {7});
  EXPECT_EQ(Tick(), " 7=701");
  EXPECT_EQ(Heard(PduType::kProfile), 2u) << "its own and the inquiry's";
  EXPECT_EQ(Tick(), " 7=702");
  EXPECT_EQ(Heard(PduType::kProfile), 2u);
}

TEST_F(Sources, InstancesOutOfOrderAndTwiceAreSorted) {
  PrepareAndOpen({"disk.reads", "disk.model"});
  play_.pmcd.metrics[1].values = {{9, 9, {}}, {1, 1, {}}, {9, 5, {}}};
  EXPECT_EQ(Tick(), " 1=2 9=10 | 7=0");
}

TEST_F(Sources, MetricsWithErrorsHaveNoValues) {
  PrepareAndOpen({"load", "disk.reads"});
  play_.pmcd.metrics[1].error = -12386;
  EXPECT_EQ(Tick(), " -1=1073741824 |");
  play_.pmcd.metrics[1].error = 0;
  EXPECT_EQ(Tick(), " -1=1073741824 | 1=102 7=702");
}

TEST_F(Sources, NewInstancesAreNamedBeforeTheTickIsReady) {
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(Heard(PduType::kInstanceRequest), 1u);
  EXPECT_EQ(Tick(), " 1=101 7=701");
  EXPECT_EQ(Heard(PduType::kInstanceRequest), 1u);
  play_.pmcd.metrics[1].values.push_back({8, 800, {}});
  play_.pmcd.domains[kDisks].push_back({8, "sdc"});
  EXPECT_EQ(Tick(), " 1=102 7=702 8=802");
  EXPECT_EQ(play_.source->Catalog().Instances(kDisks)->back().name, "sdc");
  // One that has no name is asked for once.
  play_.pmcd.metrics[1].values.push_back({9, 900, {}});
  EXPECT_EQ(Tick(), " 1=103 7=703 8=803 9=903");
  EXPECT_EQ(Tick(), " 1=104 7=704 8=804 9=904");
  EXPECT_EQ(Heard(PduType::kInstanceRequest), 3u);
}

TEST_F(Sources, AnInstanceThatComesBackMayHaveAnotherName) {
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  const auto values = play_.pmcd.metrics[1].values;
  play_.pmcd.metrics[1].values.pop_back();
  EXPECT_EQ(Tick(), " 1=102");
  play_.pmcd.metrics[1].values = values;
  play_.pmcd.domains[kDisks][1].name = "nvme0";
  EXPECT_EQ(Tick(), " 1=103 7=703");
  EXPECT_EQ(play_.source->Catalog().Instances(kDisks)->back().name, "nvme0");
}

// --- Waiting.

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
  play.source->Prepare({{"load", {}}}, Seconds(8), [](const Result<void>&) {});
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

// --- Being lost, and coming back.

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
  play.source->Prepare({}, Seconds(1), [](const Result<void>&) {});
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
  play_.source->Prepare({{"load", {}}}, Seconds(8), [](const Result<void>&) {});
  EXPECT_EQ(play_.network.links.size(), 2u);
  play_.timers.Advance({0});
  EXPECT_EQ(play_.network.links.size(), 2u) << "it is being tried";
  EXPECT_TRUE(play_.network.last().connecting());
}

TEST_F(Sources, OtherMetricsAfterARestartMeanChanged) {
  PrepareAndOpen({"load"});
  EXPECT_EQ(Tick(), " -1=1073741824");
  play_.Kill();
  play_.pmcd.metrics[0].desc.type = Type::kDouble;
  play_.timers.Advance({0});
  play_.Settle();
  EXPECT_EQ(Tick(), " mark") << "its number is another's";
  EXPECT_FALSE(Changed()) << "the loss is told before";
  for (int tick = 0; tick < 2; ++tick) {
    EXPECT_EQ(Tick(), "");
    EXPECT_TRUE(Changed()) << "for good";
  }
  PrepareAndOpen({"load"});
  EXPECT_EQ(Tick(), " -1=1073741824");
  EXPECT_FALSE(Changed());
}

TEST_F(Sources, FactsAreDoubtedWhenAgentsCome) {
  PrepareAndOpen({"load"});
  EXPECT_EQ(Tick(), " -1=1073741824");
  const std::size_t asked = Heard(PduType::kDescsRequest);
  play_.pmcd.notice = pmcd::kAgentRestarted;
  EXPECT_EQ(Tick(), " -1=1073741824") << "nothing has changed";
  EXPECT_EQ(Heard(PduType::kDescsRequest), asked + 1);
  play_.pmcd.notice = pmcd::kLabelsChanged;
  EXPECT_EQ(Tick(), " -1=1073741824");
  EXPECT_EQ(Heard(PduType::kDescsRequest), asked + 1) << "labels are no matter";
  play_.pmcd.notice = pmcd::kAgentAdded;
  play_.pmcd.metrics[0].desc.semantics = Semantics::kDiscrete;
  EXPECT_EQ(Tick(), "");
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, WhatIsMissingIsLookedForAgain) {
  ASSERT_EQ(Prepare({{"load", {}}, {"late", {}}}), "ok");
  Open({"load"});
  EXPECT_EQ(Tick(), " -1=1073741824");
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_EQ(Tick(), " -1=1073741824");
  MetricDesc desc = kLoad;
  desc.pmid = Pmid{0x0f000801};
  play_.pmcd.metrics.push_back({"late", desc, {}});
  play_.timers.Advance(Seconds(10));
  play_.Settle();
  EXPECT_EQ(Tick(), " -1=1073741824") << "the others are as they were";
  EXPECT_TRUE(Changed());
  EXPECT_TRUE(play_.source->Catalog().Describe("late"));
}

TEST_F(Sources, ItIsEverLessOftenUpToTheInterval) {
  ASSERT_EQ(Prepare({{"load", {}}, {"late", {}}}), "ok");
  Open({"load"});
  std::vector<std::int64_t> times;
  for (std::int64_t second = 1; second <= 40; ++second) {
    const std::size_t before = Heard(PduType::kNames);
    play_.timers.Advance(Seconds(1));
    play_.Settle();
    if (Heard(PduType::kNames) > before) times.push_back(second);
  }
  EXPECT_THAT(times, ElementsAre(5, 15, 25, 35));
}

TEST_F(Sources, SoAreInstancesThatRulesName) {
  ASSERT_EQ(Prepare({{"disk.reads", {"sdc"}}}), "ok");
  Open({"disk.reads"}, {1});
  EXPECT_EQ(Tick(), " 1=101");
  play_.pmcd.domains[kDisks].push_back({8, "sdc"});
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_EQ(Tick(), " 1=103") << "two host names have been fetched";
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, OneMayComeWithATickBeforeItIsLookedFor) {
  ASSERT_EQ(Prepare({{"disk.reads", {"sdc"}}}), "ok");
  Open({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  play_.pmcd.metrics[1].values.push_back({8, 800, {}});
  play_.pmcd.domains[kDisks].push_back({8, "sdc"});
  EXPECT_EQ(Tick(), " 1=102 7=702 8=802");
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, ANamedOneWhoseNumberIsAnothersHasNoValue) {
  ASSERT_EQ(Prepare({{"disk.reads", {"sda"}}, {"load", {}}}), "ok");
  Open({"disk.reads", "load"}, {1});
  EXPECT_EQ(Tick(), " 1=101 | -1=1073741824");
  play_.pmcd.domains[kDisks] = {{1, "sdx"}, {9, "sda"}};
  play_.pmcd.notice = pmcd::kAgentRestarted;
  EXPECT_EQ(Tick(), " -1=1073741824");
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, OneMayHaveAnotherNumberThen) {
  ASSERT_EQ(Prepare({{"disk.reads", {"sdb"}}}), "ok");
  Open({"disk.reads"});
  EXPECT_EQ(Tick(), " 1=101 7=701");
  play_.pmcd.metrics[1].values.back().id = 8;
  play_.pmcd.domains[kDisks].back().id = 8;
  EXPECT_EQ(Tick(), " 1=102 8=702");
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, ADomainMayBeHadThenThatCouldNotBefore) {
  const auto disks = play_.pmcd.domains[kDisks];
  play_.pmcd.domains.erase(kDisks);
  ASSERT_EQ(Prepare({{"disk.reads", {}}}), "ok");
  Open({"disk.reads"});
  play_.pmcd.domains[kDisks] = disks;
  EXPECT_EQ(Tick(), " 1=101 7=701");
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, ThoseOfADerivedMetricAreInOneOfItsOperands) {
  MetricDesc desc = kReads;
  desc.pmid = Pmid{0x0f000006};
  desc.indom = InDom{0x0f000002};
  play_.pmcd.metrics.push_back({"other", desc, {{1, 5, {}}}});
  play_.pmcd.domains[desc.indom] = {{1, "here"}};
  const std::vector<std::string> operands = {"disk.reads", "load", "other"};
  const auto prepare = [&](const char* instance) {
    return Prepare({{"disk.reads", {}},
                    {"load", {}},
                    {"other", {}},
                    {"derived", {instance}, true, operands}});
  };
  ASSERT_EQ(prepare("sda"), "ok");
  Open({"disk.reads"}, {1});
  const std::size_t asked = Heard(PduType::kNames);
  play_.timers.Advance(Seconds(40));
  play_.Settle();
  EXPECT_EQ(Heard(PduType::kNames), asked) << "it is there";
  ASSERT_EQ(prepare("sdc"), "ok");
  Open({"disk.reads"}, {1});
  EXPECT_EQ(Tick(), " 1=102") << "two host names have been fetched";
  play_.pmcd.domains[kDisks].push_back({8, "sdc"});
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_EQ(Tick(), " 1=104");
  EXPECT_TRUE(Changed());
}

TEST_F(Sources, WhatRulesDoWithoutIsNot) {
  ASSERT_EQ(Prepare({{"load", {"no instance"}}, {"late", {}, true}}), "ok");
  Open({"load"});
  const std::size_t before = Heard(PduType::kNames);
  play_.timers.Advance(Seconds(600));
  play_.Settle();
  EXPECT_EQ(Heard(PduType::kNames), before);
  MetricDesc desc = kLoad;
  desc.pmid = Pmid{0x0f000801};
  play_.pmcd.metrics.push_back({"late", desc, {}});
  play_.pmcd.notice = pmcd::kNamesChanged;
  EXPECT_EQ(Tick(), " -1=1073741824");
  EXPECT_TRUE(Changed()) << "as pmcd has said";
}

TEST_F(Sources, TextsAreAskedForWhereSomebodyReadsThem) {
  ASSERT_EQ(Prepare({{"load", {}}}), "ok");
  EXPECT_EQ(Heard(PduType::kTextRequest), 0u);
  PmcdOptions options = Options();
  options.help = true;
  tests::PmcdPlay play(options);
  play.pmcd.metrics = play_.pmcd.metrics;
  play.pmcd.metrics[0].help = {"load", "How many\nwant to run."};
  play.source->Prepare({{"load", {}}, {"disk.model", {}}, {"x", {}}},
                       Seconds(1), [](const Result<void>&) {});
  play.Settle();
  const MetricCatalog& catalog = play.source->Catalog();
  EXPECT_EQ(catalog.Help("load"), play.pmcd.metrics[0].help);
  EXPECT_EQ(catalog.Help("disk.model"), HelpText());
  EXPECT_EQ(catalog.Help("disk.reads"), HelpText()) << "it was not needed";
  EXPECT_TRUE(play.source->connected());
}

TEST_F(Sources, NamesMayBeTheUsersOwn) {
  const NameTable names = {{"gone", Pmid{0x0f000900}},
                           {"my.disks", kReads.pmid},
                           {"my.load", kLoad.pmid}};
  PmcdOptions options = Options();
  options.names = &names;
  options.all_names = true;
  tests::PmcdPlay play(options);
  play.pmcd.metrics = play_.pmcd.metrics;
  play.pmcd.domains = play_.pmcd.domains;
  const std::vector<Need> needs = {{"my.disks", {}},
                                   {"my.load", {}},
                                   {"my", {}},
                                   {"load", {}},
                                   {"gone", {}}};
  play.source->Prepare(needs, Seconds(1), [](const Result<void>&) {});
  play.Settle();
  const MetricCatalog& catalog = play.source->Catalog();
  EXPECT_EQ(*catalog.Describe("my.disks"), kReads);
  EXPECT_EQ(*catalog.Describe("my.load"), kLoad);
  EXPECT_EQ(catalog.Describe("my").error().code, ErrorCode::kNonLeaf);
  EXPECT_EQ(catalog.Describe("load").error().code, ErrorCode::kNoMetric);
  EXPECT_EQ(catalog.Describe("gone").error().code, ErrorCode::kNoPmid);
  EXPECT_THAT(catalog.MetricNames(),
              ElementsAre("gone", "my.disks", "my.load"));
  EXPECT_EQ(play.source->HostName(), "fake") << "it is asked for by its name";
}

TEST_F(Sources, DescriptorsOfOtherMetricsAreNotBelieved) {
  play_.pmcd.other_pmid = kReads.pmid;
  for (const std::uint32_t features : {play_.pmcd.features, 0u}) {
    play_.pmcd.features = features;
    EXPECT_EQ(Prepare({{"load", {}}}),
              "pmcd sent a malformed descriptor: of another metric");
  }
}

TEST_F(Sources, WhichDomainAnAgentFillsInDoesNotMatter) {
  play_.pmcd.other_indom = InDom{0x0f000002};
  PrepareAndOpen({"disk.reads"});
  EXPECT_EQ(play_.source->Catalog().Instances(kDisks)->front().name, "sda");
}

TEST_F(Sources, NonsenseEndsTheConnection) {
  PrepareAndOpen({"load"});
  Ask();
  play_.network.last().Take();
  const pmcd::Message result = {0, 0, 0, 16, 0, 0, 0x70, 0x15,
                                0, 0, 0, 0,  0, 0, 0,    9};
  play_.network.last().Say(result);
  EXPECT_EQ(Fetch(), "pmcd sent a malformed result: its time");
  EXPECT_FALSE(play_.source->connected());
}

TEST_F(Sources, AllNamesAreAskedForWhereThatIsWanted) {
  PmcdOptions options = Options();
  options.all_names = true;
  tests::PmcdPlay play(options);
  play.pmcd.metrics = play_.pmcd.metrics;
  play.source->Prepare({{"x", {}}}, Seconds(1), [](const Result<void>&) {});
  play.Settle();
  EXPECT_THAT(play.source->Catalog().MetricNames(),
              ElementsAre("disk.model", "disk.reads", "load"));
  EXPECT_THAT(play_.source->Catalog().MetricNames(), IsEmpty());
}

TEST_F(Sources, StreamsMayBeLetGoWhileTheyWait) {
  PrepareAndOpen({"disk.reads"});
  Ask();
  stream_.reset();
  play_.Settle();
  EXPECT_FALSE(ready_);
  EXPECT_EQ(play_.timers.waiting(), 0u);
}

TEST_F(Sources, MayBeLetGoWhileTheyWait) {
  PrepareAndOpen({"disk.reads"});
  Ask();
  stream_.reset();
  play_.source.reset();
  play_.Settle();
  EXPECT_TRUE(play_.network.last().closed);
  EXPECT_EQ(play_.timers.waiting(), 0u);
}

TEST_F(Sources, StepsThatAreNotPositiveAreRefused) {
  EXPECT_EQ(play_.source->Open({}, {}).error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace pmapi
