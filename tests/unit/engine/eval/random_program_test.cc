// State against the page (docs/evaluation.md as functions), for random
// programs and any cut of the ticks into blocks.
#include "tests/unit/engine/eval/random_program.h"

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <numeric>

#include "engine/eval/state.h"
#include "engine/eval/undecided.h"
#include "tests/support/program_dump.h"

namespace engine::eval {
namespace {

/// Cuts tables into Inputs as a fetcher does: lanes that have no cell in a
/// block are not in it, and equal lanes keep their pointer.
class Feeder {
 public:
  explicit Feeder(const RandomProgram& random) : random_(random) {
    lane_sets_.resize(random.lanes().size());
  }

  Input Next(int length) {
    const int first = next_;
    next_ += length;
    columns_.assign(random_.tables().size(), {});
    for (std::size_t layout = 0; layout < lane_sets_.size(); ++layout) {
      UpdateLanes(layout, first, length);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) Fill(c, first, length);
    return Input{std::span(random_.stamps())
                     .subspan(static_cast<std::size_t>(first),
                              static_cast<std::size_t>(length)),
                 columns_};
  }

 private:
  int LayoutOf(std::size_t column) const {
    return random_.program().columns[column].layout;
  }

  bool Appears(std::size_t layout, std::size_t lane, int first, int length) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (LayoutOf(c) != static_cast<int>(layout)) continue;
      for (int t = first; t < first + length; ++t) {
        if (random_.tables()[c].rows[t][lane].state != Spot::kAbsent) {
          return true;
        }
      }
    }
    return false;
  }

  void UpdateLanes(std::size_t layout, int first, int length) {
    std::vector<pmapi::Lane> now;
    const std::vector<pmapi::Lane>& all = random_.lanes()[layout];
    for (std::size_t j = 0; j < all.size(); ++j) {
      const bool open =
          random_.program().layouts[layout].kind == expr::Layout::Kind::kOpen;
      if (!open || Appears(layout, j, first, length)) now.push_back(all[j]);
    }
    if (!lane_sets_[layout] || *lane_sets_[layout] != now) {
      lane_sets_[layout] =
          std::make_shared<const std::vector<pmapi::Lane>>(std::move(now));
    }
  }

  void Fill(std::size_t c, int first, int length) {
    static constexpr pmapi::Cell kCells[] = {pmapi::kAbsent,  pmapi::kRestKnown,
                                             pmapi::kPresent, pmapi::kMember,
                                             kUndecided,      pmapi::kKnown};
    const auto layout = static_cast<std::size_t>(LayoutOf(c));
    const std::vector<pmapi::Lane>& all = random_.lanes()[layout];
    const Table& table = random_.tables()[c];
    pmapi::Column& column = columns_[c];
    column.block.Reset(length, lane_sets_[layout]);
    bool dense = true;
    for (int t = 0; t < length; ++t) {
      const Spots& row = table.rows[first + t];
      for (std::size_t j = 0, k = 0; j < all.size(); ++j) {
        if (k == lane_sets_[layout]->size() ||
            (*lane_sets_[layout])[k] != all[j]) {
          continue;
        }
        const bool valid = row[j].known() || row[j].rest();
        column.block.row(t)[k] = valid ? row[j].value : -987654.25;
        column.block.cell_row(t)[k] = kCells[row[j].state];
        dense &= row[j].known();
        ++k;
      }
      column.counts.push_back(table.counts[first + t]);
    }
    column.block.set_dense(dense);
    column.count_before =
        first == 0 ? table.count_before
                   : table.counts[static_cast<std::size_t>(first) - 1];
  }

  const RandomProgram& random_;
  int next_ = 0;
  std::vector<pmapi::LaneSet> lane_sets_;  // a layout each
  std::vector<pmapi::Column> columns_;
};

bool Same(const Spot& expected, double value, pmapi::Cell cell) {
  switch (expected.state) {
    case Spot::kAbsent:
      return cell == pmapi::kAbsent;
    case Spot::kPresent:
      return cell == pmapi::kPresent;
    case Spot::kUnknown:
      return cell == pmapi::kMember;
    case Spot::kUndecided:
      return cell == kUndecided;
    case Spot::kRest:
    case Spot::kKnown:
      break;
  }
  if (cell != (expected.rest() ? pmapi::kRestKnown : pmapi::kKnown)) {
    return false;
  }
  if (std::isnan(expected.value)) return std::isnan(value);
  // -0.0 and 0.0 are different answers.
  return std::bit_cast<std::uint64_t>(expected.value) ==
         std::bit_cast<std::uint64_t>(value);
}

/// One run of a program in blocks, compared with the page.
class Trial {
 public:
  Trial(const RandomProgram& random, std::function<int()> length)
      : random_(random),
        length_(std::move(length)),
        page_(random.program(), random.lanes(), random.tables(),
              random.stamps()) {}

  /// Of each block another state has evaluated what is stateless.
  void PrecomputeAndRun() {
    precomputes_ = true;
    Run();
  }

  /// Each block is another state's, which continues the one before.
  void HandOver() {
    hands_over_ = true;
    Run();
  }

  void Run() {
    std::unique_ptr<Running> running = Begin();
    const std::unique_ptr<Running> other = Begin();
    const Stateless nodes(random_.program());
    Feeder feeder(random_);
    for (int first = 0; first < random_.ticks();) {
      const int length = std::min(length_(), random_.ticks() - first);
      const Input input = feeder.Next(length);
      Precomputed precomputed;
      if (precomputes_) other->state.Precompute(nodes, input, &precomputed);
      running->state.Run(input, precomputed);
      for (std::size_t i = 0; i < random_.program().nodes.size(); ++i) {
        if (random_.program().nodes[i].last_use != program::kKept) continue;
        Compare(running->state, static_cast<program::NodeId>(i), first, length);
        if (::testing::Test::HasFailure()) return;
      }
      first += length;
      if (hands_over_) running = Continue(running.get());
    }
  }

 private:
  struct Running {
    pmapi::StringPool strings;
    State state;

    Running(const program::Program& program, ClockValue clock, Names names)
        : state(program, &strings, std::move(clock), std::move(names)) {}
  };

  std::unique_ptr<Running> Begin() {
    return std::make_unique<Running>(random_.program(), ClockOfTicks(),
                                     InstanceNames());
  }

  std::unique_ptr<Running> Continue(Running* before) {
    std::vector<program::NodeId> themselves(random_.program().nodes.size());
    std::iota(themselves.begin(), themselves.end(), 0);
    std::unique_ptr<Running> next = Begin();
    next->state.Continue(&before->state, themselves);
    return next;
  }

  ClockValue ClockOfTicks() const {
    return [this](program::ast::ClockField, base::Timestamp stamp) {
      const auto at =
          std::find(random_.stamps().begin(), random_.stamps().end(), stamp);
      return static_cast<double>(at - random_.stamps().begin());
    };
  }

  Names InstanceNames() {
    Names names;
    names.instance = [this](int, pmapi::InDom, pmapi::InstanceId id) {
      return std::string_view(
          names_.try_emplace(id, Page::InstanceText({0, id})).first->second);
    };
    return names;
  }

  void Compare(const State& state, program::NodeId node, int first,
               int length) {
    const Outcome outcome = state.outcome(node);
    const auto* retain =
        std::get_if<program::Retain>(&random_.program().nodes[node].op);
    const int before = retain == nullptr ? 0 : retain->samples - 1;
    ASSERT_EQ(outcome.ticks(), before + length);
    for (int t = -before; t < length; ++t) {
      const int tick = first + t;
      const auto what = [&] {
        return "node " + std::to_string(node) + " at tick " +
               std::to_string(tick) + "\n" + program::Dump(random_.program());
      };
      if (tick < 0) continue;
      CompareRow(outcome, before + t, page_.At(node, tick), page_.LanesOf(node),
                 t < 0);
      if (::testing::Test::HasFailure()) FAIL() << what();
    }
  }

  // Of a row before the block only the lanes are shown that are there now.
  void CompareRow(const Outcome& outcome, int row, const Spots& expected,
                  const std::vector<pmapi::Lane>& all, bool lanes_of_now) {
    const std::vector<pmapi::Lane>& lanes = *outcome.lanes();
    int k = 0;
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (k == outcome.width() || lanes[k] != all[j]) {
        ASSERT_TRUE(lanes_of_now || expected[j].state == Spot::kAbsent);
        continue;
      }
      const pmapi::Cell cell = outcome.cell(row, k);
      ASSERT_TRUE(Same(expected[j], outcome.value(row, k), cell))
          << "lane " << j << " of block row " << row << ": state " << int{cell}
          << ", value " << outcome.value(row, k) << "; expected state "
          << expected[j].state << ", value " << expected[j].value;
      ++k;
    }
    ASSERT_EQ(k, outcome.width());
  }

  const RandomProgram& random_;
  std::function<int()> length_;
  Page page_;
  std::map<pmapi::InstanceId, std::string> names_;
  bool precomputes_ = false;
  bool hands_over_ = false;
};

constexpr unsigned kPrograms = 40;
constexpr int kNodes = 60;
constexpr int kTicks = 40;

class RandomProgramTest : public ::testing::TestWithParam<int> {};

TEST_P(RandomProgramTest, IsAsThePageSays) {
  for (unsigned seed = 0; seed < kPrograms && !HasFailure(); ++seed) {
    const RandomProgram random(seed, kNodes, kTicks);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Trial(random, [] { return GetParam(); }).Run();
  }
}

INSTANTIATE_TEST_SUITE_P(BlocksOf, RandomProgramTest,
                         ::testing::Values(1, 2, 3, 7, kTicks));

/// Calls `run` with a trial of each program, in unequal blocks.
template <typename F>
void ForEachTrial(F run) {
  for (unsigned seed = 0; seed < kPrograms && !testing::Test::HasFailure();
       ++seed) {
    const RandomProgram random(seed, kNodes, kTicks);
    Dice dice(seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Trial trial(random, [&] { return 1 + dice.Below(9); });
    run(&trial);
  }
}

TEST(RandomProgram, IsAsThePageSaysInUnequalBlocks) {
  ForEachTrial([](Trial* trial) { trial->Run(); });
}

TEST(RandomProgram, IsAsThePageSaysWhereAnotherStateHasPrecomputed) {
  ForEachTrial([](Trial* trial) { trial->PrecomputeAndRun(); });
}

TEST(RandomProgram, IsAsThePageSaysWhereAnotherStateContinues) {
  ForEachTrial([](Trial* trial) { trial->HandOver(); });
}

}  // namespace
}  // namespace engine::eval
