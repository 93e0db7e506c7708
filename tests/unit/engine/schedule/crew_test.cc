// Ranges fetched and precomputed by several threads, beside one: the smaller
// the ranges, the more there is to get wrong. TSan runs this, too.
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

/// Which disks are busy, whether any is, and of which that is new.
program::Program BusyDisks() {
  program::Program program;
  program.layouts.resize(2);
  program.layouts[0].kind = expr::Layout::Kind::kOpen;
  program.layouts[0].sources = {0};
  program.layouts[0].indoms = {kDisks};
  program.layouts[1].labels = {{}};
  program.columns.resize(3);
  const program::ReduceLanes some{{program::Reducer::kSome}, 2};
  const program::Unary rising{program::ast::UnaryOp::kRising, 2};
  program.nodes = {
      {program::ReadColumn{0}, 0, 2},
      {program::Constant{2}, 1, 2},
      {program::Binary{program::ast::BinaryOp::kGreater, 0, 1}, 0, 4},
      {some, 1, program::kKept},
      {rising, 0, program::kKept}};
  return program;
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

  Worker OpenWorker() {
    return {
        Open(),
        std::make_unique<eval::State>(busy_, &strings_, nullptr, eval::Names()),
        &stateless_};
  }

  /// What `state` has come to at a tick, lane by lane.
  static std::string TextOf(const eval::State& state, int tick) {
    std::string text;
    for (const program::NodeId node : {3, 4}) {
      const eval::Outcome outcome = state.outcome(node);
      text += " ";
      for (int i = 0; i < outcome.width(); ++i) {
        const pmapi::Cell cell = outcome.cell(tick, i);
        if (cell == pmapi::kAbsent) continue;
        text += std::to_string((*outcome.lanes())[i].instance) + ":" +
                (cell == pmapi::kKnown ? std::to_string(outcome.value(tick, i))
                                       : "?" + std::to_string(cell)) +
                ",";
      }
    }
    return text;
  }

  /// Evaluates, and adds a text for each tick.
  void Add(const Columns& columns, const eval::Precomputed& precomputed,
           eval::State* state, std::vector<std::string>* texts) {
    state->Run({columns.stamps, columns.columns}, precomputed);
    const std::size_t first = texts->size();
    Add(columns, texts);
    for (std::size_t i = first; i < texts->size(); ++i) {
      (*texts)[i] += TextOf(*state, static_cast<int>(i - first));
    }
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
    const Worker alone = OpenWorker();
    Columns columns;
    while (texts.size() < kTicks) {
      EXPECT_TRUE(alone.fetcher->Next(1, &columns));
      Add(columns, {}, &*alone.state, &texts);
    }
    return texts;
  }

  std::vector<std::string> Together(int threads, int length,
                                    bool together = true) {
    std::vector<std::string> texts;
    Ranges ranges(
        Open(), [this] { return OpenWorker(); }, Options(threads));
    Crew crew(threads - 1);
    crew.Add(&ranges);
    const Worker last = OpenWorker();
    while (texts.size() < kTicks) {
      const Piece* piece = *crew.Take(&ranges);
      crew.Advise(&ranges, length, together);
      EXPECT_EQ(piece->precomputed.nodes != nullptr,
                together || texts.size() < 4);
      Add(piece->columns, piece->precomputed, &*last.state, &texts);
    }
    return texts;
  }

  pmapi::ArchiveSource source_;
  std::vector<pmapi::Source*> sources_ = {&source_};
  pmapi::StringPool strings_;
  const program::Program busy_ = BusyDisks();
  const eval::Stateless stateless_{busy_};
};

TEST_F(CrewTest, FetchesAndPrecomputesWhatOneWouldInOrder) {
  const auto alone = Alone();
  // Some disk is busy, none newly.
  EXPECT_NE(alone[20].find(" -1:1.000000, 0:0.000000,"), std::string::npos)
      << alone[20];
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
        Open(), [this] { return OpenWorker(); }, Options(3));
    Crew crew(2);
    crew.Add(&ranges);
    ASSERT_TRUE(crew.Take(&ranges));
    crew.Advise(&ranges, 1, true);
  }
}

TEST_F(CrewTest, HasSeveralRangesFetchedAtOnce) {
  const auto alone = Alone();
  std::vector<std::string> one;
  std::vector<std::string> other;
  Ranges first(
      Open(), [this] { return OpenWorker(); }, Options(3));
  Ranges second(
      Open(), [this] { return OpenWorker(); }, Options(3));
  const Worker states[] = {OpenWorker(), OpenWorker()};
  Crew crew(2);
  crew.Add(&first);
  crew.Add(&second);
  while (one.size() < kTicks || other.size() < kTicks) {
    const bool is_first = other.size() == kTicks || one.size() < other.size();
    Ranges& ranges = is_first ? first : second;
    const Piece* piece = *crew.Take(&ranges);
    crew.Advise(&ranges, 3, true);
    Add(piece->columns, piece->precomputed,
        is_first ? &*states[0].state : &*states[1].state,
        is_first ? &one : &other);
  }
  EXPECT_EQ(one, alone);
  EXPECT_EQ(other, alone);
}

TEST_F(CrewTest, TellsAnErrorOfOpeningWhereItsTicksWouldBe) {
  Ranges ranges(
      Open(),
      []() -> base::Result<Worker> {
        return base::Error{base::ErrorCode::kInvalid, "closed"};
      },
      Options(2));
  Crew crew(1);
  crew.Add(&ranges);
  const auto taken = crew.Take(&ranges);
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
