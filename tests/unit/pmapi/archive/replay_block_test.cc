// Rows laid out as columns: what is there, what is not, who comes late, and
// how many ticks fit.
#include "pmapi/archive/replay_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr InDom kDisks{0x0f000001};
constexpr std::size_t kPlenty = std::size_t{1} << 20;

LayoutRef LayoutOf(std::vector<InstanceId> ids) {
  auto layout = std::make_shared<LaneLayout>();
  layout->ids = std::move(ids);
  return layout;
}

/// Lifetime: borrows both.
ReplayRow RowOf(const LayoutRef& layout,
                const std::vector<std::uint64_t>& bits) {
  ReplayRow row;
  row.layout = layout.get();
  row.bits = bits.data();
  return row;
}

void Put(int metric, ReplayRow row, ReplayBlock* block) {
  block->Put(metric, &row, false);
}

constexpr base::Timestamp Stamp(std::int64_t ns) { return base::Timestamp{ns}; }

/// A metric's cells tick by tick: the value, "-" absent, "?" a member.
std::vector<std::string> Rows(const Samples& samples, std::size_t m = 0) {
  const MetricSamples& metric = samples.metrics[m];
  const std::size_t width = samples.groups[metric.group].instances.size();
  const auto ticks = static_cast<std::size_t>(samples.ticks());
  EXPECT_EQ(metric.bits.size(), width * ticks);
  EXPECT_EQ(metric.cells.size(), width * ticks);
  EXPECT_EQ(metric.after_mark.size(), ticks);
  std::vector<std::string> rows(ticks);
  for (std::size_t at = 0; at < width * ticks; ++at) {
    std::string& row = rows[at / width];
    if (metric.cells[at] != kKnown) {
      EXPECT_EQ(metric.bits[at], 0u);
    }
    row +=
        (row.empty() ? "" : " ") +
        (metric.cells[at] == kAbsent ? "-" : std::to_string(metric.bits[at]));
  }
  return rows;
}

/// A block of one metric of disks, ticks 1, 2, ...
class DiskBlock : public testing::Test {
 protected:
  void Start(std::vector<InstanceId> columns, int ticks = 10) {
    block_.Start(ticks, {std::move(columns)}, &samples_);
  }
  void Tick(ReplayRow row, bool after_mark = false) {
    block_.AddTick(Stamp(samples_.ticks() + 1));
    block_.Put(0, &row, after_mark);
    block_.EndTick();
  }
  void Tick(const LayoutRef& layout, const std::vector<std::uint64_t>& bits) {
    Tick(RowOf(layout, bits));
  }
  const std::vector<InstanceId>& columns() const {
    return samples_.groups[0].instances;
  }

  ReplayBlock block_{{kDisks}, {0}, kPlenty};
  Samples samples_;
};

TEST_F(DiskBlock, IsDenseWhereAllIsThere) {
  const LayoutRef layout = LayoutOf({1, 2});
  Start({1, 2});
  Tick(layout, {10, 20});
  Tick(layout, {11, 21});
  block_.Finish();
  EXPECT_THAT(samples_.stamps, ElementsAre(Stamp(1), Stamp(2)));
  EXPECT_EQ(samples_.groups[0].indom, kDisks);
  EXPECT_THAT(columns(), ElementsAre(1, 2));
  EXPECT_THAT(Rows(samples_), ElementsAre("10 20", "11 21"));
  EXPECT_TRUE(samples_.metrics[0].dense);
}

TEST_F(DiskBlock, MayHaveNoColumnsAndNoTicks) {
  Start({});
  block_.Finish();
  EXPECT_EQ(samples_.ticks(), 0);
  EXPECT_THAT(Rows(samples_), IsEmpty());
  Start({});
  Tick(ReplayRow{});
  block_.Finish();
  EXPECT_EQ(samples_.ticks(), 1);
  EXPECT_THAT(columns(), IsEmpty());
}

TEST_F(DiskBlock, HasGapsWhereALaneIsNot) {
  Start({1, 2, 3});
  Tick(LayoutOf({1, 3}), {10, 30});
  Tick(ReplayRow{});
  const std::vector<std::uint64_t> bits = {11, 21, 31};
  const LayoutRef all = LayoutOf({1, 2, 3});
  ReplayRow some = RowOf(all, bits);
  const std::vector<Transition::Stretch> runs = {{0, 0, 1}, {2, 2, 1}};
  some.runs = &runs;
  Tick(some);
  block_.Finish();
  EXPECT_THAT(Rows(samples_), ElementsAre("10 - 30", "- - -", "11 - 31"));
  EXPECT_FALSE(samples_.metrics[0].dense);
}

TEST_F(DiskBlock, TakesSinglesBesidesTheLanes) {
  Start({1, 2});
  const std::vector<std::uint64_t> bits = {10};
  const LayoutRef layout = LayoutOf({1});
  ReplayRow row = RowOf(layout, bits);
  row.singles = {{2, 20, nullptr}};
  Tick(row);
  block_.Finish();
  EXPECT_THAT(Rows(samples_), ElementsAre("10 20"));
  EXPECT_TRUE(samples_.metrics[0].dense);
}

TEST_F(DiskBlock, GetsColumnsForWhoComesLate) {
  Start({2});
  Tick(LayoutOf({2}), {20});
  Tick(LayoutOf({1, 2, 4}), {11, 21, 41});
  const std::vector<std::uint64_t> bits = {22};
  const LayoutRef layout = LayoutOf({2});
  ReplayRow row = RowOf(layout, bits);
  row.singles = {{3, 32, nullptr}};
  Tick(row);
  block_.Finish();
  EXPECT_THAT(columns(), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Rows(samples_),
              ElementsAre("- 20 - -", "11 21 - 41", "- 22 32 -"));
  EXPECT_FALSE(samples_.metrics[0].dense);
}

TEST_F(DiskBlock, GetsColumnsForManyAtOnce) {
  std::vector<InstanceId> ids;
  std::vector<std::uint64_t> bits;
  for (int i = 0; i < 100; ++i) {
    ids.push_back(i);
    bits.push_back(static_cast<std::uint64_t>(1000 + i));
  }
  Start({7});
  Tick(LayoutOf({7}), {70});
  const LayoutRef all = LayoutOf(ids);
  Tick(all, bits);
  Tick(all, bits);
  block_.Finish();
  EXPECT_EQ(columns(), ids);
  const auto rows = Rows(samples_);
  EXPECT_THAT(rows[0], testing::StartsWith("- - - - - - - 70 - -"));
  EXPECT_THAT(rows[1], testing::EndsWith("1098 1099"));
  EXPECT_EQ(rows[2], rows[1]);
}

TEST_F(DiskBlock, IsNotDenseAfterAMark) {
  Start({1});
  const std::vector<std::uint64_t> bits = {10};
  Tick(RowOf(LayoutOf({1}), bits), true);
  block_.Finish();
  EXPECT_THAT(Rows(samples_), ElementsAre("10"));
  EXPECT_THAT(samples_.metrics[0].after_mark, ElementsAre(1));
  EXPECT_FALSE(samples_.metrics[0].dense);
}

TEST_F(DiskBlock, ForgetsADroppedTickAndItsStrays) {
  Start({1});
  Tick(LayoutOf({1}), {10});
  block_.AddTick(Stamp(2));
  const std::vector<std::uint64_t> bits = {11, 91};
  Put(0, RowOf(LayoutOf({1, 9}), bits), &block_);
  block_.DropTick();
  Tick(ReplayRow{});
  block_.Finish();
  EXPECT_THAT(columns(), ElementsAre(1));
  EXPECT_THAT(Rows(samples_), ElementsAre("10", "-"));
  EXPECT_THAT(samples_.stamps, ElementsAre(Stamp(1), Stamp(2)));
}

TEST_F(DiskBlock, MayBeStartedAgainWithOtherColumns) {
  const LayoutRef layout = LayoutOf({1, 2});
  Start({1, 2});
  Tick(layout, {10, 20});
  block_.Finish();
  Start({2, 3});
  Tick(layout, {11, 21});
  block_.Finish();
  EXPECT_THAT(columns(), ElementsAre(1, 2, 3));
  EXPECT_THAT(Rows(samples_), ElementsAre("11 21 -"));
}

TEST(ReplayBlock, KeepsTextsOnce) {
  ReplayBlock block({kDisks}, {0}, kPlenty);
  Samples samples;
  block.Start(10, {{1, 2}}, &samples);
  const LayoutRef layout = LayoutOf({1, 2});
  const std::vector<std::string> texts = {"a", "b"};
  const std::vector<std::uint64_t> ab = {0, 1};
  ReplayRow row = RowOf(layout, ab);
  row.texts = &texts;
  block.AddTick(Stamp(1));
  Put(0, row, &block);
  block.EndTick();
  const std::vector<std::string> more = {"b", "c"};
  const std::vector<std::uint64_t> bb = {0, 0};
  row.texts = &more;
  row.bits = bb.data();
  block.AddTick(Stamp(2));
  Put(0, row, &block);
  block.EndTick();
  const std::string b = "b";
  ReplayRow single;
  single.texts = &texts;
  single.singles = {{2, 77, &b}};
  block.AddTick(Stamp(3));
  const LayoutRef none = LayoutOf({});
  single.layout = none.get();
  single.bits = ab.data();
  Put(0, single, &block);
  block.EndTick();
  block.Finish();
  const auto text = [&](std::size_t at) {
    return samples.strings[samples.metrics[0].bits[at]];
  };
  EXPECT_EQ(text(0) + text(1) + text(2) + text(3) + text(5), "abbbb");
  EXPECT_EQ(std::count(samples.strings.begin(), samples.strings.end(), "b"), 1);
}

TEST(ReplayBlock, HasColumnsThatAGroupsMetricsShare) {
  ReplayBlock block({kDisks, kNullInDom}, {0, 1, 0}, kPlenty);
  Samples samples;
  block.Start(10, {{1}, {kNullInstance}}, &samples);
  const std::vector<std::uint64_t> bits = {10, 20};
  block.AddTick(Stamp(1));
  Put(0, RowOf(LayoutOf({1}), bits), &block);
  Put(1, RowOf(LayoutOf({kNullInstance}), bits), &block);
  Put(2, RowOf(LayoutOf({1, 2}), bits), &block);
  block.EndTick();
  block.Finish();
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(1, 2));
  EXPECT_THAT(samples.groups[1].instances, ElementsAre(kNullInstance));
  EXPECT_THAT(Rows(samples, 0), ElementsAre("10 -"));
  EXPECT_THAT(Rows(samples, 1), ElementsAre("10"));
  EXPECT_THAT(Rows(samples, 2), ElementsAre("10 20"));
  EXPECT_TRUE(samples.metrics[1].dense);
  EXPECT_FALSE(samples.metrics[0].dense);
}

TEST(ReplayBlock, KnowsWhereTheLanesOfManyLayoutsGo) {
  constexpr int kMetrics = 20;  // more than a group remembers
  ReplayBlock block({kDisks}, std::vector<int>(kMetrics, 0), kPlenty);
  Samples samples;
  block.Start(10, {{3, 19}}, &samples);
  std::vector<LayoutRef> layouts;
  for (int m = 0; m < kMetrics; ++m) layouts.push_back(LayoutOf({m}));
  for (std::uint64_t k = 0; k < 3; ++k) {
    block.AddTick(Stamp(static_cast<std::int64_t>(k)));
    for (int m = 0; m < kMetrics; ++m) {
      const std::vector<std::uint64_t> bits = {100 * k + m};
      Put(m, RowOf(layouts[m], bits), &block);
    }
    block.EndTick();
  }
  block.Finish();
  const std::vector<InstanceId>& columns = samples.groups[0].instances;
  ASSERT_EQ(columns.size(), static_cast<std::size_t>(kMetrics));
  for (int m = 0; m < kMetrics; ++m) {
    const MetricSamples& metric = samples.metrics[m];
    EXPECT_EQ(columns[m], m);
    for (int k = 0; k < 3; ++k) {
      const int at = k * kMetrics + m;
      EXPECT_EQ(metric.bits[at], static_cast<std::uint64_t>(100 * k + m));
      EXPECT_EQ(std::count(metric.cells.begin() + k * kMetrics,
                           metric.cells.begin() + (k + 1) * kMetrics, kKnown),
                1);
    }
  }
}

TEST(ReplayBlock, HasNoMoreTicksThanItsBytesHold) {
  // A cell takes nine bytes: eight of bits and one of its state.
  constexpr int kTicks = 1000;
  const auto limit = [](std::size_t bytes, int width) {
    ReplayBlock block({kDisks}, {0}, bytes);
    std::vector<InstanceId> columns(static_cast<std::size_t>(width));
    for (int i = 0; i < width; ++i) columns[i] = i;
    Samples samples;
    block.Start(kTicks, {columns}, &samples);
    return block.limit();
  };
  EXPECT_EQ(limit(kPlenty, 10), kTicks) << "as many as asked for";
  EXPECT_LE(limit(9000, 10), 100);
  EXPECT_GE(limit(9000, 10), 90);
  EXPECT_EQ(limit(1, 10), 1) << "one always";
  EXPECT_EQ(limit(0, 0), 1);
}

TEST(ReplayBlock, ShrinksButKeepsWhatItHasWhenColumnsCome) {
  ReplayBlock block({kDisks}, {0}, 9 * 50);
  Samples samples;
  block.Start(1000, {{0}}, &samples);
  const int before = block.limit();
  std::vector<InstanceId> ids;
  for (int i = 0; i < 40; ++i) ids.push_back(i);
  const std::vector<std::uint64_t> bits(40, 5);
  for (int k = 0; k < 3; ++k) {
    block.AddTick(Stamp(k));
    Put(0, RowOf(k < 2 ? LayoutOf({0}) : LayoutOf(ids), bits), &block);
    block.EndTick();
  }
  EXPECT_LT(block.limit(), before);
  EXPECT_EQ(block.limit(), 3);
  block.Finish();
  EXPECT_EQ(samples.ticks(), 3);
  EXPECT_EQ(samples.groups[0].instances, ids);
}

/// The same rows as numbers, a second apart.
class DiskNumbers : public testing::Test {
 protected:
  void Start(std::vector<InstanceId> columns) {
    samples_.metrics.resize(1);
    samples_.metrics[0].numbers = &numbers_;
    block_.Start(10, {std::move(columns)}, &samples_);
  }
  void Tick(ReplayRow row) {
    block_.AddTick(Stamp(base::kNanosPerSecond * ++ticks_));
    block_.Put(0, &row, false);
    block_.EndTick();
  }
  /// "-" absent, "+" a first value, else the rate.
  std::vector<std::string> Finish() {
    block_.Finish();
    std::vector<std::string> rows(numbers_.rows());
    for (std::size_t at = 0; at < rows.size() * numbers_.width(); ++at) {
      const Cell cell = numbers_.cells()[at];
      std::string& row = rows[at / numbers_.width()];
      row += cell == kAbsent ? "-"
             : cell == kPresent
                 ? "+"
                 : std::to_string(static_cast<int>(numbers_.values()[at]));
      row += " ";
    }
    return rows;
  }

  NumberRows numbers_{NumberForm{Type::kU32, 1, true}};
  ReplayBlock block_{{kDisks}, {0}, kPlenty};
  Samples samples_;
  int ticks_ = 0;
};

TEST_F(DiskNumbers, AreRatesOfRowsAndGoOn) {
  const LayoutRef layout = LayoutOf({1, 2});
  const std::vector<std::uint64_t> rows[] = {{10, 20}, {11, 22}, {14, 23}};
  Start({1, 2});
  Tick(RowOf(layout, rows[0]));
  Tick(RowOf(layout, rows[1]));
  EXPECT_THAT(Finish(), ElementsAre("+ + ", "1 2 "));
  EXPECT_THAT(samples_.metrics[0].bits, IsEmpty());
  Start({1, 2});
  Tick(RowOf(layout, rows[2]));
  EXPECT_THAT(Finish(), ElementsAre("3 1 "));
  EXPECT_TRUE(numbers_.known());
}

TEST_F(DiskNumbers, OfWhoComesLateAreRatesFromItsSecondRowOn) {
  const LayoutRef all = LayoutOf({1, 2, 4});
  const std::vector<std::uint64_t> rows[] = {
      {20}, {11, 22, 41}, {12, 23, 46}, {25}, {14, 26, 50}};
  Start({2});
  Tick(RowOf(LayoutOf({2}), rows[0]));
  Tick(RowOf(all, rows[1]));
  Tick(RowOf(all, rows[2]));
  Tick(RowOf(LayoutOf({2}), rows[3]));
  Tick(RowOf(all, rows[4]));
  EXPECT_THAT(Finish(),
              ElementsAre("- + - ", "+ 2 + ", "1 1 5 ", "- 2 - ", "+ 1 + "));
  Start({1, 2, 4});
  const std::vector<std::uint64_t> next = {16, 27, 53};
  Tick(RowOf(all, next));
  EXPECT_THAT(Finish(), ElementsAre("2 1 3 "));
}

TEST_F(DiskNumbers, OfLargeCountersThatAreInterpolatedAreOfDoubles) {
  constexpr std::uint64_t kOdd = (std::uint64_t{1} << 53) + 3;  // no double
  numbers_ = NumberRows({Type::kU64, 1, true});
  const LayoutRef layout = LayoutOf({1});
  const std::vector<std::uint64_t> still = {kOdd};
  const std::vector<std::uint64_t> one_more = {kOdd + 1};
  std::vector<std::uint64_t> room;
  ReplayRow between;
  between.layout = layout.get();
  between.between = true;
  between.counters = ReplayRow::Counters{
      still.data(), still.data(), {0, 5, 10}, Type::kU64, &room};
  Start({1});
  Tick(RowOf(layout, still));
  Tick(between);
  Tick(RowOf(layout, still));
  Tick(RowOf(layout, one_more));
  EXPECT_THAT(Finish(), ElementsAre("+ ", "0 ", "0 ", "1 "));
  EXPECT_EQ(room[0], kOdd + 1);
}

TEST_F(DiskNumbers, CountersAreInterpolatedWhereTheyAreWanted) {
  const LayoutRef layout = LayoutOf({1});
  const std::vector<std::uint64_t> prior = {100};
  const std::vector<std::uint64_t> next = {200};
  std::vector<std::uint64_t> room;
  ReplayRow row;
  row.layout = layout.get();
  Start({1});
  for (const double at : {1.0, 2.0, 3.0}) {
    row.counters = ReplayRow::Counters{
        prior.data(), next.data(), {0, at, 10}, Type::kU32, &room};
    Tick(row);
  }
  EXPECT_THAT(Finish(), ElementsAre("+ ", "10 ", "10 "));
}

}  // namespace
}  // namespace pmapi
