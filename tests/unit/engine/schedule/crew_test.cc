// Ranges fetched by several threads, beside one fetcher in one: the smaller the
// ranges, the more there is to get wrong. TSan runs this, too.
#include "engine/schedule/crew.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pmapi/archive/archive_source.h"
#include "tests/support/archive_writer.h"

namespace engine::schedule {
namespace {

using pmapi::Columns;
using pmapi::Fetcher;
using tests::At;

constexpr std::int64_t kStart = 1'000'000'000;
constexpr std::int64_t kTicks = 300;
constexpr pmapi::InDom kDisks{0x0f000001};
constexpr pmapi::TickGrid kGrid{At(kStart), base::Duration{700'000'000}};

/// A counter and strings of disks that come and go, and two marks.
tests::ArchiveImage Image() {
  tests::ArchiveWriter writer;
  writer.Metric("c", {pmapi::Pmid{1},
                      pmapi::Type::kU32,
                      kDisks,
                      pmapi::Semantics::kCounter,
                      {}});
  writer.Metric("s", {pmapi::Pmid{2},
                      pmapi::Type::kString,
                      kDisks,
                      pmapi::Semantics::kInstant,
                      {}});
  std::vector<pmapi::Instance> disks;
  for (int id = 0; id < 6; ++id)
    disks.push_back({id, "d" + std::to_string(id)});
  writer.Members(At(kStart), kDisks, disks);
  for (int t = 0; t < 220; ++t) {
    std::vector<tests::InstanceValue> counts;
    std::vector<tests::InstanceValue> texts;
    for (int id = 0; id < 6; ++id) {
      if ((t / 9 + id) % 5 == 0) continue;
      counts.push_back({id, t * (id + 1)});
      texts.push_back({id, "text" + std::to_string((t + id) % 4)});
    }
    if (t == 70 || t == 150) writer.Mark(At(kStart + t - 1, 400'000'000));
    writer.Record(At(kStart + t), {{"c", counts}, {"s", texts}});
  }
  return writer.Image();
}

class CrewTest : public testing::Test {
 protected:
  CrewTest() : source_(*tests::OpenImage(Image()), {}) {}

  std::unique_ptr<Fetcher> Open() {
    std::vector<pmapi::ColumnRequest> requests(3);
    for (std::size_t r = 0; r < requests.size(); ++r) {
      requests[r].hosts = {{0, *source_.Catalog().Describe(r < 2 ? "c" : "s")}};
      requests[r].open = r != 1;
      requests[r].rate = r < 2;
      requests[r].counted = true;
      requests[r].lane_set = static_cast<int>(r);
    }
    requests[1].lanes = {{0, 4}, {0, 2}};
    return *Fetcher::Open(sources_, requests, kGrid, {}, &strings_);
  }

  RangesOptions Options(int threads) {
    RangesOptions options;
    options.grid = kGrid;
    options.ticks = kTicks;
    options.threads = threads;
    options.most = 4;
    options.shortest = 1;
    return options;
  }

  /// A text for each tick.
  void Add(const Columns& columns, std::vector<std::string>* texts) {
    for (std::size_t t = 0; t < columns.stamps.size(); ++t) {
      std::string text = std::to_string(columns.stamps[t].ns);
      for (const pmapi::Column& column : columns.columns) {
        const std::int32_t before =
            t == 0 ? column.count_before : column.counts[t - 1];
        text += " " + std::to_string(before) + ">" +
                std::to_string(column.counts[t]) + "=";
        const auto tick = static_cast<int>(t);
        for (int i = 0; i < column.block.width(); ++i) {
          const pmapi::Cell cell = column.block.cell_row(tick)[i];
          if (cell == pmapi::kAbsent) continue;
          const double value = column.block.row(tick)[i];
          text += std::to_string((*column.block.lanes())[i].instance) + ":" +
                  std::to_string(cell) + ":";
          if (cell != pmapi::kKnown) continue;
          text += &column == &columns.columns.back()
                      ? std::string(strings_.Text(static_cast<int>(value)))
                      : std::to_string(value);
        }
      }
      texts->push_back(text);
    }
  }

  std::vector<std::string> Alone() {
    std::vector<std::string> texts;
    const auto fetcher = Open();
    Columns columns;
    while (texts.size() < kTicks) {
      EXPECT_TRUE(fetcher->Next(1, &columns));
      Add(columns, &texts);
    }
    return texts;
  }

  std::vector<std::string> Together(int threads, int length,
                                    bool together = true) {
    std::vector<std::string> texts;
    Ranges ranges(
        Open(), [this] { return Open(); }, Options(threads));
    Crew crew(threads - 1);
    crew.Add(&ranges);
    Columns columns;
    while (texts.size() < kTicks) {
      EXPECT_TRUE(crew.Take(&ranges, &columns));
      crew.Advise(&ranges, length, together);
      Add(columns, &texts);
    }
    return texts;
  }

  pmapi::ArchiveSource source_;
  std::vector<pmapi::Source*> sources_ = {&source_};
  pmapi::StringPool strings_;
};

TEST_F(CrewTest, FetchesWhatOneFetcherWouldInOrder) {
  const auto alone = Alone();
  for (const int threads : {1, 2, 3, 8}) {
    for (const int length : {1, 2, 5, 64}) {
      EXPECT_EQ(Together(threads, length), alone)
          << threads << " threads, ranges of " << length;
    }
  }
}

TEST_F(CrewTest, LeavesTheRestToWhoTakesItWhereThatIsBetter) {
  EXPECT_EQ(Together(3, 10, false), Alone());
}

TEST_F(CrewTest, EndsWithWhatNobodyTakes) {
  for (int k = 0; k < 20; ++k) {
    Ranges ranges(
        Open(), [this] { return Open(); }, Options(3));
    Crew crew(2);
    crew.Add(&ranges);
    Columns columns;
    ASSERT_TRUE(crew.Take(&ranges, &columns));
    crew.Advise(&ranges, 1, true);
  }
}

TEST_F(CrewTest, HasSeveralRangesFetchedAtOnce) {
  const auto alone = Alone();
  std::vector<std::string> one;
  std::vector<std::string> other;
  Ranges first(
      Open(), [this] { return Open(); }, Options(3));
  Ranges second(
      Open(), [this] { return Open(); }, Options(3));
  Crew crew(2);
  crew.Add(&first);
  crew.Add(&second);
  Columns columns;
  while (one.size() < kTicks || other.size() < kTicks) {
    const bool is_first = other.size() == kTicks || one.size() < other.size();
    Ranges& ranges = is_first ? first : second;
    ASSERT_TRUE(crew.Take(&ranges, &columns));
    crew.Advise(&ranges, 3, true);
    Add(columns, is_first ? &one : &other);
  }
  EXPECT_EQ(one, alone);
  EXPECT_EQ(other, alone);
}

TEST_F(CrewTest, TellsAnErrorOfOpeningWhereItsTicksWouldBe) {
  Ranges ranges(
      Open(),
      []() -> base::Result<std::unique_ptr<Fetcher>> {
        return base::Error{base::ErrorCode::kInvalid, "closed"};
      },
      Options(2));
  Crew crew(1);
  crew.Add(&ranges);
  Columns columns;
  const auto taken = crew.Take(&ranges, &columns);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().message, "closed");
}

TEST(Crew, CallsForAllOnce) {
  Crew crew(3);
  for (const std::size_t count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> calls(count);
    crew.ForAll(count, [&calls](std::size_t i) { ++calls[i]; });
    for (const auto& one : calls) EXPECT_EQ(one, 1);
  }
}

}  // namespace
}  // namespace engine::schedule
