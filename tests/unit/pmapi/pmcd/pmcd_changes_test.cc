// PmcdSource over a pmcd whose metrics and instances change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pmapi/pmcd/pmcd_source_fixture.h"

namespace pmapi {
namespace {

using pmcd::PduType;
using testing::ElementsAre;

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

TEST_F(Sources, WhatIsFirstNeededWhileItIsAwayIsAChange) {
  PrepareAndOpen({"load"});
  Tick();
  play_.Kill();
  play_.listening = false;
  play_.timers.Advance({0});
  play_.Settle();
  EXPECT_EQ(Prepare({{"load", {}}, {"disk.reads", {}}}), "Connection refused");
  const auto unknown = play_.source->Catalog().Describe("disk.reads");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, base::ErrorCode::kNotConnected);
  EXPECT_TRUE(play_.source->Catalog().Describe("load")) << "as it was";
  Open({"load"});
  play_.listening = true;
  play_.timers.Advance(Seconds(20));
  play_.Settle();
  ASSERT_TRUE(play_.source->connected());
  Tick();
  stream_->Interruption();
  Tick();
  EXPECT_TRUE(Changed()) << "rules were checked without it";
  EXPECT_TRUE(play_.source->Catalog().Describe("disk.reads"));
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

/// The columns of a domain stand side by side, whether they have values or not.
TEST_F(Sources, WhatIsAnothersNowHasItsLanesAndNoValues) {
  PrepareAndOpen({"disk.reads", "disk.model"});
  EXPECT_EQ(Tick(), " 1=101 7=701 | 7=0");
  NumberRows reads(NumberForm{Type::kU64});
  samples_.metrics[0].numbers = &reads;
  Tick();
  EXPECT_THAT(reads.values(), ElementsAre(102, 702));
  play_.pmcd.metrics[1].desc.semantics = Semantics::kInstant;
  play_.pmcd.notice = pmcd::kAgentRestarted;
  Tick();
  EXPECT_TRUE(Changed());
  EXPECT_EQ(samples_.metrics[0].group, samples_.metrics[1].group);
  EXPECT_EQ(reads.width(), 2u);
  EXPECT_THAT(reads.cells(), ElementsAre(kAbsent, kAbsent));
  EXPECT_FALSE(reads.known());
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

}  // namespace
}  // namespace pmapi
