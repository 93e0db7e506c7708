// Each stream is given each record; feeds that nobody wants are not read.
#include "pmapi/records/record_hub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "pmapi/source/tick_builder.h"
#include "tests/support/event_counts.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;

/// Gives so many records each time, or fails.
class FakeFeed : public RecordFeed {
 public:
  struct Play {
    int begun = 0;
    int reads = 0;
    std::deque<int> counts;  // below 0: an error
    bool fails = false;      // once it has given these
    std::optional<base::Error> trouble;
    std::size_t most = kMostOfTick;
  };
  FakeFeed(Play* play, Pmid pmid) : play_(*play), pmid_(pmid) {}

  std::vector<RecordMetric> Metrics() const override {
    return {MetricOfRecords("fake.records", pmid_, ""),
            ParameterOfRecords("fake.text", Pmid{99}, Type::kString, "")};
  }
  void Begin() override { ++play_.begun; }
  base::Result<void> Read(RecordSink* sink) override {
    ++play_.reads;
    if (play_.counts.empty()) return {};
    const int count = play_.counts.front();
    play_.counts.pop_front();
    for (int i = 0; i < count && sink->has_room(); ++i) {
      sink->BeginRecord(sink->now());
    }
    if (count < 0 || play_.fails)
      return base::Error{base::ErrorCode::kSystem, "no right"};
    return {};
  }
  std::size_t MostOfTick() const override { return play_.most; }
  std::optional<base::Error> Trouble() const override { return play_.trouble; }

 private:
  Play& play_;
  Pmid pmid_;
};

/// A stream's wants, of one metric.
class Stream {
 public:
  explicit Stream(Pmid pmid) : wants_(Wanted(pmid), {}, nullptr) {
    for (const Want& want : Wanted(pmid)) tick_.AddWant(want);
  }
  EventWants* wants() { return &wants_; }
  /// How many records this tick has; below 0: unknown.
  double Count() {
    Samples samples;
    tick_.Finish({}, &samples);
    wants_.Finish({}, &samples);
    const MetricSamples& metric = samples.metrics[0];
    if (metric.cells.at(0) != kKnown) return -1;
    return std::bit_cast<double>(metric.bits.at(0));
  }

 private:
  static std::vector<Want> Wanted(Pmid pmid) {
    Want want{MetricOfRecords("x", pmid, "").desc, {}};
    want.fold = std::make_shared<tests::EventCounts>();
    return {want};
  }

  EventWants wants_;
  TickBuilder tick_;
};

class RecordHubTest : public ::testing::Test {
 protected:
  static constexpr Pmid kOne{1};
  static constexpr Pmid kTwo{2};

  RecordHubTest() : hub_(Feeds()) {}

  std::vector<std::unique_ptr<RecordFeed>> Feeds() {
    std::vector<std::unique_ptr<RecordFeed>> feeds;
    feeds.push_back(std::make_unique<FakeFeed>(&one_, kOne));
    feeds.push_back(std::make_unique<FakeFeed>(&two_, kTwo));
    return feeds;
  }

  FakeFeed::Play one_;
  FakeFeed::Play two_;
  RecordHub hub_;
};

TEST_F(RecordHubTest, HasTheMetricsOfAllFeedsOnce) {
  std::vector<Pmid> pmids;
  for (const RecordMetric& one : hub_.metrics()) pmids.push_back(one.desc.pmid);
  EXPECT_THAT(pmids, ElementsAre(kOne, Pmid{99}, kTwo));
}

TEST_F(RecordHubTest, AFeedHasAsMuchRoomAsItMayHave) {
  Stream stream(kOne);
  hub_.Join(stream.wants());
  one_.counts = {1000, 1000};
  hub_.Read({});
  EXPECT_EQ(stream.Count(), 1000);
  one_.most = 200;
  hub_.Read({});
  const double count = stream.Count();
  EXPECT_GE(count, 1);
  EXPECT_LE(count, 20);
}

TEST_F(RecordHubTest, BeginsWhatIsWantedOnce) {
  Stream first(kOne);
  Stream second(kOne);
  hub_.Join(first.wants());
  hub_.Join(second.wants());
  hub_.Read({});
  EXPECT_EQ(one_.begun, 1);
  EXPECT_EQ(one_.reads, 1);
  EXPECT_EQ(two_.begun, 0);
  EXPECT_EQ(two_.reads, 0);
  hub_.Leave(first.wants());
  hub_.Leave(second.wants());
  hub_.Read({});
  EXPECT_EQ(one_.reads, 1);
}

TEST_F(RecordHubTest, GivesEachStreamEachRecord) {
  Stream first(kOne);
  Stream second(kOne);
  Stream other(kTwo);
  for (Stream* one : {&first, &second, &other}) hub_.Join(one->wants());
  one_.counts = {2, 3};
  two_.counts = {0, 5};
  hub_.Read({});
  EXPECT_EQ(first.Count(), 2);
  hub_.Read({});
  EXPECT_EQ(first.Count(), 3);
  EXPECT_EQ(second.Count(), 5);
  EXPECT_EQ(other.Count(), 5);
}

TEST_F(RecordHubTest, WhatCannotBeReadIsUnknownAndTold) {
  Stream first(kOne);
  Stream other(kTwo);
  hub_.Join(first.wants());
  hub_.Join(other.wants());
  one_.counts = {-1, 1};
  hub_.Read({});
  EXPECT_EQ(first.Count(), -1);
  EXPECT_EQ(other.Count(), 0);
  ASSERT_TRUE(hub_.shortfall());
  EXPECT_EQ(hub_.shortfall()->message, "fake.records is not read: no right");
  EXPECT_EQ(hub_.shortfall()->code, base::ErrorCode::kIncomplete);
  hub_.Read({});
  EXPECT_EQ(first.Count(), 1);
  EXPECT_FALSE(hub_.shortfall());
}

TEST_F(RecordHubTest, WhatAFeedHasGivenBeforeItFailsCounts) {
  Stream stream(kOne);
  hub_.Join(stream.wants());
  one_.fails = true;
  one_.counts = {3, 0};
  hub_.Read({});
  EXPECT_EQ(stream.Count(), 3);
  EXPECT_TRUE(hub_.shortfall());
  hub_.Read({});
  EXPECT_EQ(stream.Count(), -1);
}

TEST_F(RecordHubTest, TroubleIsToldAndTheRecordsAreKnown) {
  Stream stream(kOne);
  hub_.Join(stream.wants());
  one_.counts = {3};
  one_.trouble = base::Error{base::ErrorCode::kSystem, "no place"};
  hub_.Read({});
  EXPECT_EQ(stream.Count(), 3);
  ASSERT_TRUE(hub_.shortfall());
  EXPECT_EQ(hub_.shortfall()->message, "no place");
  one_.trouble.reset();
  hub_.Read({});
  EXPECT_FALSE(hub_.shortfall());
}

TEST_F(RecordHubTest, AllThatCannotBeReadIsToldOf) {
  Stream first(kOne);
  Stream other(kTwo);
  hub_.Join(first.wants());
  hub_.Join(other.wants());
  one_.counts = {-1};
  two_.counts = {-1};
  hub_.Read({});
  ASSERT_TRUE(hub_.shortfall());
  EXPECT_EQ(hub_.shortfall()->message,
            "fake.records is not read: no right; fake.records is not read: "
            "no right");
}

}  // namespace
}  // namespace pmapi::records
