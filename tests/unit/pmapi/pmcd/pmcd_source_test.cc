// PmcdSource: what it knows and the values of its ticks, over a tiny pmcd that
// lies now and then.
#include "pmapi/pmcd/pmcd_source.h"

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
using testing::IsEmpty;

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

TEST_F(Sources, DescriptorsOfAllMetrics) {
  ASSERT_EQ(Prepare({{"load", {}}, {"*.", {}}}), "ok");
  const MetricCatalog& catalog = play_.source->Catalog();
  EXPECT_EQ(catalog.Describe("disk.reads").value(), kReads);
  EXPECT_EQ(catalog.Describe("disk.model").value(), kModel);
  EXPECT_THAT(catalog.MetricNames(),
              ElementsAre("disk.model", "disk.reads", "load"));
  EXPECT_FALSE(catalog.Instances(kDisks)) << "nobody has asked for them";
  ASSERT_EQ(Prepare({{"disk.model", {}}, {"*.", {}}}), "ok");
  EXPECT_TRUE(play_.source->Catalog().Instances(kDisks));
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

TEST_F(Sources, TextsAreAskedForWhereSomebodyReadsThem) {
  ASSERT_EQ(Prepare({{"load", {}}}), "ok");
  EXPECT_EQ(Heard(PduType::kTextRequest), 0u);
  PmcdOptions options = Options();
  options.help = true;
  tests::PmcdPlay play(options);
  play.pmcd.metrics = play_.pmcd.metrics;
  play.pmcd.metrics[0].help = {"load", "How many\nwant to run."};
  play.source->Prepare(
      tests::Shared({{"load", {}}, {"disk.model", {}}, {"x", {}}}), Seconds(1),
      [](const Result<void>&) {});
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
  play.source->Prepare(tests::Shared(needs), Seconds(1),
                       [](const Result<void>&) {});
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
  play.source->Prepare(tests::Shared({{"x", {}}}), Seconds(1),
                       [](const Result<void>&) {});
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
