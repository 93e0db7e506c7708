// Fetcher: the columns of several hosts, whatever pieces the sources deliver.
#include "pmapi/fetch/fetcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/block_text.h"
#include "tests/support/memory_source.h"
#include "tests/unit/pmapi/fetch/open_fetcher.h"

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::Literal;
using tests::MemorySource;
using tests::RowsOf;
using Rows = std::vector<std::vector<Literal>>;

constexpr InDom kDisks{1};
constexpr int kAll = 1000;

// A wish for `metric` of sources[i] for each i in `hosts`.
ColumnRequest Ask(std::span<Source* const> sources, std::string_view metric,
                  const std::vector<int>& hosts, int lane_set = 0) {
  ColumnRequest request;
  for (const int host : hosts) {
    request.hosts.push_back({host, *sources[host]->Catalog().Describe(metric)});
  }
  request.lane_set = lane_set;
  return request;
}

ColumnRequest AskAll(std::span<Source* const> sources, std::string_view metric,
                     const std::vector<int>& hosts, int lane_set = 0) {
  ColumnRequest request = Ask(sources, metric, hosts, lane_set);
  request.open = true;
  return request;
}

ColumnRequest AskLanes(std::span<Source* const> sources,
                       std::string_view metric, const std::vector<int>& hosts,
                       std::vector<Lane> lanes, int lane_set = 0) {
  ColumnRequest request = Ask(sources, metric, hosts, lane_set);
  request.lanes = std::move(lanes);
  return request;
}

std::vector<std::string> LaneTexts(const Block& block) {
  std::vector<std::string> texts;
  for (const Lane& lane : *block.lanes()) {
    texts.push_back(std::to_string(lane.host) + ':' +
                    std::to_string(lane.instance));
  }
  return texts;
}

class FetcherTest : public ::testing::Test {
 protected:
  FetcherTest() {
    disks_a_.Add("disk", Desc(kDisks), {{1, 2}, {{1, 2}, {3, 4}, {5, 6}}});
    disks_b_.Add("disk", Desc(kDisks), {{7}, {{70}, {71}, {72}}});
  }

  std::unique_ptr<Fetcher> Open(std::vector<ColumnRequest> requests) {
    return pmapi::Open(sources_, std::move(requests), &strings_);
  }

  // The rows of column `c` over the first `ticks` ticks, in blocks of at most
  // `block` ticks.
  std::vector<std::string> Rows(Fetcher* fetcher, std::size_t c, int ticks,
                                int block = kAll) {
    std::vector<std::string> rows;
    while (static_cast<int>(rows.size()) < ticks) {
      const int left = ticks - static_cast<int>(rows.size());
      EXPECT_TRUE(fetcher->Next(std::min(block, left), &columns_));
      for (std::string& row : RowsOf(columns_.columns[c].block)) {
        rows.push_back(std::move(row));
      }
    }
    return rows;
  }

  MemorySource disks_a_{kGrid, "a"};
  MemorySource disks_b_{kGrid, "b"};
  std::vector<Source*> sources_{&disks_a_, &disks_b_};
  StringPool strings_;
  Columns columns_;
};

TEST_F(FetcherTest, HostsStandSideBySideAsWritten) {
  const auto fetcher = Open({AskAll(sources_, "disk", {1, 0})});
  EXPECT_THAT(Rows(fetcher.get(), 0, 3),
              ElementsAre("70 1 2", "71 3 4", "72 5 6"));
  EXPECT_THAT(LaneTexts(columns_.columns[0].block),
              ElementsAre("0:7", "1:1", "1:2"));
  EXPECT_TRUE(columns_.columns[0].block.dense());
}

TEST_F(FetcherTest, AHostMayStandTwice) {
  const auto fetcher = Open({AskAll(sources_, "disk", {1, 0, 1})});
  EXPECT_THAT(Rows(fetcher.get(), 0, 2), ElementsAre("70 1 2 70", "71 3 4 71"));
}

TEST_F(FetcherTest, StampsAreTheGrid) {
  const auto fetcher = Open({AskAll(sources_, "disk", {0})});
  ASSERT_TRUE(fetcher->Next(2, &columns_));
  ASSERT_TRUE(fetcher->Next(1, &columns_));
  EXPECT_THAT(columns_.stamps, ElementsAre(kGrid.At(2)));
}

TEST_F(FetcherTest, SourcesMayDeliverDifferentNumbersOfTicks) {
  for (const int limit_a : {1, 2, kAll}) {
    for (const int limit_b : {1, 2, kAll}) {
      disks_a_.set_block_limit(limit_a);
      disks_b_.set_block_limit(limit_b);
      const auto fetcher = Open({AskAll(sources_, "disk", {0, 1})});
      EXPECT_THAT(Rows(fetcher.get(), 0, 3),
                  ElementsAre("1 2 70", "3 4 71", "5 6 72"))
          << limit_a << ' ' << limit_b;
    }
  }
}

// What one source delivered ahead is cut to what is asked for next.
TEST_F(FetcherTest, AskingForFewerTicksThanAreInStore) {
  disks_b_.set_block_limit(1);
  const auto fetcher = Open({AskAll(sources_, "disk", {0, 1})});
  ASSERT_TRUE(fetcher->Next(3, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("1 2 70"));
  disks_b_.set_block_limit(kAll);
  ASSERT_TRUE(fetcher->Next(1, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("3 4 71"));
  ASSERT_TRUE(fetcher->Next(kAll, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("5 6 72"));
}

TEST_F(FetcherTest, WithoutColumnsThereAreTicksAllTheSame) {
  const auto fetcher = Open({});
  ASSERT_TRUE(fetcher->Next(5, &columns_));
  EXPECT_EQ(columns_.stamps.size(), 5u);
  EXPECT_THAT(columns_.columns, IsEmpty());
}

TEST_F(FetcherTest, TicksBeforeTheDamageAreDelivered) {
  const base::Error damage{base::ErrorCode::kCorrupt, "b, byte 100"};
  disks_b_.FailFrom(2, damage);
  const auto fetcher = Open({AskAll(sources_, "disk", {0, 1})});
  ASSERT_TRUE(fetcher->Next(kAll, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block),
              ElementsAre("1 2 70", "3 4 71"));
  const auto next = fetcher->Next(kAll, &columns_);
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error(), damage);
}

TEST_F(FetcherTest, TheFirstDamageOfSeveralHostsCounts) {
  disks_a_.FailFrom(2, {base::ErrorCode::kCorrupt, "a"});
  disks_b_.FailFrom(1, {base::ErrorCode::kCorrupt, "b"});
  const auto fetcher = Open({AskAll(sources_, "disk", {0, 1})});
  ASSERT_TRUE(fetcher->Next(kAll, &columns_));
  EXPECT_EQ(columns_.stamps.size(), 1u);
  const auto next = fetcher->Next(kAll, &columns_);
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().message, "b");
}

TEST_F(FetcherTest, AStepThatIsNotPositiveIsRefused) {
  const TickGrid still{base::Timestamp{0}, base::Duration{0}};
  const auto fetcher = Fetcher::Open(sources_, {AskAll(sources_, "disk", {0})},
                                     still, {}, &strings_);
  ASSERT_FALSE(fetcher.has_value());
  EXPECT_EQ(fetcher.error().code, base::ErrorCode::kInvalid);
}

TEST_F(FetcherTest, ExplicitInstancesAsWrittenAlsoTwice) {
  const std::vector<Lane> lanes = {{0, 2}, {0, 1}, {0, 2}};
  const auto fetcher = Open({AskLanes(sources_, "disk", {0}, lanes)});
  EXPECT_THAT(Rows(fetcher.get(), 0, 2), ElementsAre("2 1 2", "4 3 4"));
  EXPECT_EQ(*columns_.columns[0].block.lanes(), lanes);
}

TEST_F(FetcherTest, AnExplicitInstanceWithoutAValueIsAnUnknownMember) {
  disks_a_.Add("temp", Desc(kDisks), {{1, 2}, {{10, {}}, {{}, {}}, {12, 22}}});
  const auto fetcher =
      Open({AskLanes(sources_, "temp", {0}, {{0, 1}, {0, 2}, {0, 9}}),
            AskAll(sources_, "temp", {0}, 1)});
  EXPECT_THAT(Rows(fetcher.get(), 0, 3),
              ElementsAre("10 ? ?", "? ? ?", "12 22 ?"));
}

TEST_F(FetcherTest, AnOpenInstanceWithoutAValueIsAbsent) {
  disks_a_.Add("temp", Desc(kDisks), {{1, 2}, {{10, {}}, {{}, {}}, {12, 22}}});
  const auto fetcher = Open({AskAll(sources_, "temp", {0})});
  EXPECT_THAT(Rows(fetcher.get(), 0, 3), ElementsAre("10 -", "- -", "12 22"));
}

TEST_F(FetcherTest, ASingularMetricOfTwoHosts) {
  disks_a_.AddScalar("load", Desc(), {1.5, {}, 3.5});
  disks_b_.AddScalar("load", Desc(), {10, 20});
  const auto fetcher =
      Open({AskLanes(sources_, "load", {0, 1}, {{0, -1}, {1, -1}})});
  EXPECT_THAT(Rows(fetcher.get(), 0, 3),
              ElementsAre("1.5 10", "? 20", "3.5 ?"));
}

TEST_F(FetcherTest, RatesGoOnAcrossBlocks) {
  disks_a_.Add(
      "ops", Desc(kDisks, Type::kU64, Semantics::kCounter),
      {{1, 2}, {{100, 0}, {200, 10}, {250, {}}, {300, 50}, {310, 60}}});
  for (const int block : {1, 2, kAll}) {
    ColumnRequest open = AskAll(sources_, "ops", {0});
    ColumnRequest fixed = AskLanes(sources_, "ops", {0}, {{0, 2}, {0, 1}}, 1);
    open.rate = true;
    fixed.rate = true;
    const auto opened = Open({open});
    std::vector<std::string> rows;
    for (const std::string& row : Rows(opened.get(), 0, 5, block)) {
      // Which absent lanes a block has is up to the cut.
      rows.push_back(row.substr(0, row.find(" -")));
    }
    EXPECT_THAT(rows, ElementsAre("+ +", "10 1", "5", "5 +", "1 1")) << block;
    const auto written = Open({fixed});
    EXPECT_THAT(Rows(written.get(), 0, 5, block),
                ElementsAre("? ?", "1 10", "? 5", "? 5", "1 1"))
        << block;
  }
}

TEST_F(FetcherTest, RatesGoOnFromAnotherFetcher) {
  const auto counter = Desc(kNullInDom, Type::kU32, Semantics::kCounter);
  disks_a_.AddScalar("n", counter, {0, 50, 70, 100});
  disks_a_.AddScalar("other", counter, {0, 1, 2, 3});
  ColumnRequest n = AskLanes(sources_, "n", {0}, {{0, -1}});
  ColumnRequest other = AskLanes(sources_, "other", {0}, {{0, -1}});
  n.rate = true;
  other.rate = true;
  const auto before = Open({n});
  ASSERT_TRUE(before->Next(3, &columns_));
  before->Close();
  const auto now = Fetcher::Open(
      sources_, {other, n}, TickGrid{kGrid.At(3), kGrid.step}, {}, &strings_);
  ASSERT_TRUE(now);
  (*now)->Continue(before.get(), std::vector<int>{-1, 0});
  ASSERT_TRUE((*now)->Next(1, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("?"));
  EXPECT_THAT(RowsOf(columns_.columns[1].block), ElementsAre("3"));
}

TEST_F(FetcherTest, OneMetricAsRateAndAsIs) {
  disks_a_.AddScalar("n", Desc(kNullInDom, Type::kU32, Semantics::kCounter),
                     {0, 50, 70});
  ColumnRequest rate = AskLanes(sources_, "n", {0}, {{0, -1}});
  ColumnRequest plain = rate;
  rate.rate = true;
  const auto fetcher = Open({rate, plain});
  ASSERT_TRUE(fetcher->Next(3, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("?", "5", "2"));
  EXPECT_THAT(RowsOf(columns_.columns[1].block), ElementsAre("0", "50", "70"));
}

TEST_F(FetcherTest, EqualStringsAreEqualNumbersOnAllHosts) {
  strings_.Intern("of a rule");
  disks_a_.AddScalar("os", Desc(kNullInDom, Type::kString),
                     {"linux", "bsd", "of a rule"});
  disks_b_.AddScalar("os", Desc(kNullInDom, Type::kString), {"bsd", "bsd", {}});
  for (const int limit : {1, 2, kAll}) {
    disks_b_.set_block_limit(limit);
    const auto fetcher =
        Open({AskLanes(sources_, "os", {0, 1}, {{0, -1}, {1, -1}})});
    const std::string linux = std::to_string(strings_.Intern("linux"));
    const std::string bsd = std::to_string(strings_.Intern("bsd"));
    EXPECT_THAT(Rows(fetcher.get(), 0, 3),
                ElementsAre(linux + ' ' + bsd, bsd + ' ' + bsd, "0 ?"))
        << limit;
  }
}

TEST_F(FetcherTest, ATypeWithoutValuesIsUnknownForEver) {
  disks_a_.AddScalar("odd", Desc(kNullInDom, Type::kNoSupport), {});
  disks_a_.Add("odds", Desc(kDisks, Type::kNoSupport), {{1}, {}});
  const auto fetcher = Open({AskLanes(sources_, "odd", {0}, {{0, -1}}),
                             AskAll(sources_, "odds", {0}, 1)});
  ASSERT_TRUE(fetcher->Next(2, &columns_));
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("?", "?"));
  EXPECT_THAT(RowsOf(columns_.columns[1].block), ElementsAre("", ""));
  EXPECT_FALSE(columns_.columns[0].block.dense());
}

TEST_F(FetcherTest, ColumnsOfOneLaneSetHaveOnePointer) {
  disks_a_.Add("size", Desc(kDisks), {{1, 3}, {{10, 30}, {11, 31}}});
  const auto fetcher =
      Open({AskAll(sources_, "disk", {0}), AskAll(sources_, "size", {0})});
  ASSERT_TRUE(fetcher->Next(2, &columns_));
  EXPECT_EQ(columns_.columns[0].block.lanes(),
            columns_.columns[1].block.lanes());
  EXPECT_THAT(RowsOf(columns_.columns[0].block), ElementsAre("1 2 -", "3 4 -"));
  EXPECT_THAT(RowsOf(columns_.columns[1].block),
              ElementsAre("10 - 30", "11 - 31"));
}

// Histories move their rows only where the pointer changes.
TEST_F(FetcherTest, EqualLanesKeepTheirPointer) {
  disks_a_.Add("temp", Desc(kDisks),
               {{1, 2}, {{1, 2}, {3, 4}, {5, {}}, {7, {}}, {8, 9}}});
  const auto fetcher = Open({AskAll(sources_, "temp", {0})});
  std::vector<LaneSet> sets;
  for (int tick = 0; tick < 5; ++tick) {
    ASSERT_TRUE(fetcher->Next(1, &columns_));
    sets.push_back(columns_.columns[0].block.lanes());
  }
  EXPECT_EQ(sets[0], sets[1]);
  EXPECT_NE(sets[1], sets[2]);
  EXPECT_EQ(sets[2], sets[3]);
  EXPECT_THAT(*sets[3], ElementsAre(Lane{0, 1}));
  EXPECT_EQ(*sets[4], *sets[0]);
}

// The second host knows "odd" only by name; the two metrics share lanes.
TEST_F(FetcherTest, AHostWithoutTheTypeBesideOneThatHasIt) {
  disks_a_.Add("odd", Desc(kDisks), {{1, 2}, {{11, 12}, {13, 14}}});
  disks_b_.Add("odd", Desc(kDisks, Type::kNoSupport), {{7}, {}});
  const auto fetcher =
      Open({AskAll(sources_, "odd", {0, 1}), AskAll(sources_, "disk", {0, 1})});
  ASSERT_TRUE(fetcher->Next(2, &columns_));
  EXPECT_THAT(LaneTexts(columns_.columns[0].block),
              ElementsAre("0:1", "0:2", "1:7"));
  EXPECT_THAT(RowsOf(columns_.columns[0].block),
              ElementsAre("11 12 -", "13 14 -"));
  EXPECT_THAT(RowsOf(columns_.columns[1].block),
              ElementsAre("1 2 70", "3 4 71"));
}

TEST_F(FetcherTest, CountsAreOfValuesFetchedAlsoWhereARateCannotUseThem) {
  disks_a_.Add("ops", Desc(kDisks, Type::kU64, Semantics::kCounter),
               {{1, 2}, {{0, {}}, {10, 5}, {20, 7}, {{}, 8}}});
  disks_a_.AddInDom(kDisks, {{1, "sda"}, {2, "sdb"}, {3, "sdc"}});
  for (const int block : {1, 2, kAll}) {
    ColumnRequest request = AskAll(sources_, "ops", {0});
    request.rate = true;
    request.counted = true;
    const auto fetcher = Open({request});
    std::vector<int> counts;
    std::vector<int> before;
    while (counts.size() < 4) {
      Columns fresh;  // nothing may depend on what the last block was put in
      const int left = 4 - static_cast<int>(counts.size());
      ASSERT_TRUE(fetcher->Next(std::min(block, left), &fresh));
      const Column& column = fresh.columns[0];
      before.push_back(column.count_before);
      before.insert(before.end(), column.counts.begin(),
                    column.counts.end() - 1);
      counts.insert(counts.end(), column.counts.begin(), column.counts.end());
    }
    EXPECT_THAT(counts, ElementsAre(1, 2, 2, 1)) << block;
    // The archive knows three instances before the first tick.
    EXPECT_THAT(before, ElementsAre(3, 1, 2, 2)) << block;
  }
}

TEST_F(FetcherTest, CountsGoOverAllHosts) {
  disks_a_.AddInDom(kDisks, {{1, "sda"}, {2, "sdb"}});
  disks_b_.AddInDom(kDisks, {{7, "vda"}});
  ColumnRequest request = AskAll(sources_, "disk", {0, 1});
  request.counted = true;
  const auto fetcher = Open({request});
  ASSERT_TRUE(fetcher->Next(4, &columns_));
  EXPECT_THAT(columns_.columns[0].counts, ElementsAre(3, 3, 3, 0));
  EXPECT_EQ(columns_.columns[0].count_before, 3);
}

}  // namespace
}  // namespace pmapi
