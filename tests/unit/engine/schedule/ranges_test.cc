// How ticks are divided into ranges. That what they hold is right is
// crew_test.cc's.
#include "engine/schedule/ranges.h"

#include <gtest/gtest.h>

#include "pmapi/archive/archive_source.h"
#include "tests/support/archive_writer.h"

namespace engine::schedule {
namespace {

using tests::At;

constexpr std::int64_t kStart = 1'000'000'000;
constexpr pmapi::TickGrid kGrid{At(kStart),
                                base::Duration{base::kNanosPerSecond}};
constexpr std::int64_t kTicks = 400;

/// A counter each second; with `marks`, a mark before each of its values.
tests::ArchiveImage Image(bool marks) {
  tests::ArchiveWriter writer;
  writer.Metric("c", {pmapi::Pmid{1},
                      pmapi::Type::kU32,
                      pmapi::kNullInDom,
                      pmapi::Semantics::kCounter,
                      {}});
  for (int t = 0; t < kTicks; ++t) {
    if (marks) writer.Mark(At(kStart + t) + base::Duration{-1});
    writer.Record(At(kStart + t), {{"c", t}});
  }
  return writer.Image();
}

std::int64_t Length(const Piece* piece) {
  return static_cast<std::int64_t>(piece->columns.stamps.size());
}

class RangesTest : public testing::Test {
 protected:
  void Make(RangesOptions options, bool marks = false) {
    source_.emplace(*tests::OpenImage(Image(marks)),
                    pmapi::ArchiveReadingOptions());
    sources_ = {&*source_};
    options.grid = kGrid;
    options.ticks = kTicks;
    ranges_.emplace(
        Open(), [this] { return Worker{Open()}; }, options);
  }
  std::unique_ptr<pmapi::Fetcher> Open() {
    std::vector<pmapi::ColumnRequest> requests(1);
    requests[0].hosts = {{0, *source_->Catalog().Describe("c")}};
    requests[0].lanes = {{0, pmapi::kNullInstance}};
    return *pmapi::Fetcher::Open(sources_, requests, kGrid, {}, &strings_);
  }
  /// Begins and passes over a range; how many ticks it has.
  std::int64_t Pass(int thread = 0) {
    Range* range = ranges_->Begin(thread);
    ranges_->Passed(range, ranges_->PassOver(range));
    ranges_->Fetch(range, stop_);
    ranges_->Finish(range);
    return range->ticks;
  }
  /// As Pass(), and takes it.
  std::int64_t Next() {
    const std::int64_t ticks = Pass();
    for (std::int64_t left = ticks; left > 0;) {
      left -= Length(*ranges_->Take());
    }
    ranges_->Release();
    return ticks;
  }

  std::optional<pmapi::ArchiveSource> source_;
  std::vector<pmapi::Source*> sources_;
  pmapi::StringPool strings_;
  std::optional<Ranges> ranges_;
  std::atomic<bool> stop_{false};
};

TEST_F(RangesTest, AreOneUntilItIsKnownHowLongTheyShouldBe) {
  Make({.most = 3});
  EXPECT_TRUE(ranges_->CanBegin());
  EXPECT_EQ(Pass(), 4);
  EXPECT_FALSE(ranges_->CanBegin());
  ranges_->Advise(20, true);
  EXPECT_TRUE(ranges_->CanBegin());
  EXPECT_EQ(ranges_->NextStart(), kGrid.At(4));
  EXPECT_EQ(Pass(), 20);
  EXPECT_EQ(Pass(), 20);
  EXPECT_FALSE(ranges_->CanBegin()) << "three are there";
}

TEST_F(RangesTest, AreShorterTowardsTheEnd) {
  Make({.threads = 2, .most = 2});
  std::int64_t done = Next();
  ranges_->Advise(64, true);
  std::int64_t last = kTicks;
  while (done < kTicks) {
    const std::int64_t ticks = Next();
    EXPECT_LE(ticks, last);
    last = ticks;
    done += ticks;
  }
  EXPECT_EQ(done, kTicks);
  EXPECT_LE(last, 4);
  EXPECT_FALSE(ranges_->CanBegin());
}

TEST_F(RangesTest, AreOfSoManyBytes) {
  Make({.most = 2, .bytes = 1});
  Next();
  ranges_->Advise(64, true);
  EXPECT_EQ(Next(), 4) << "the shortest";
}

TEST_F(RangesTest, AreLongerWhereTheNextOneCouldNotBegin) {
  Make({.most = 2, .shortest = 1}, true);
  EXPECT_EQ(Pass(), kTicks) << "nowhere";
  EXPECT_FALSE(ranges_->CanBegin());
  EXPECT_FALSE(ranges_->CanTake());
  std::int64_t done = 0;
  while (done < kTicks) {
    ranges_->Release();
    ASSERT_TRUE(ranges_->CanTakeRest());
    const Piece* piece = *ranges_->TakeRest();
    EXPECT_EQ(piece->columns.stamps.front(), kGrid.At(done));
    done += Length(piece);
  }
}

TEST_F(RangesTest, AreNoneWhereThatIsNotWorthWhile) {
  Make({.most = 2});
  Next();
  ranges_->Advise(64, false);
  EXPECT_EQ(Pass(), kTicks - 4);
  ASSERT_TRUE(ranges_->CanTakeRest());
  const Piece* piece = *ranges_->TakeRest();
  EXPECT_EQ(piece->columns.stamps.front(), kGrid.At(4));
  EXPECT_EQ(Length(piece), 64);
}

}  // namespace
}  // namespace engine::schedule
