// Windows run over rows of text: of numbers (reduce_samples_test.cc) and of
// truths (truth_window_test.cc), in blocks of several lengths.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_EVAL_WINDOW_RUNS_H_
#define TOCSIN_TESTS_UNIT_ENGINE_EVAL_WINDOW_RUNS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/eval/eval_reduce.h"
#include "engine/eval/truth_window.h"
#include "tests/unit/engine/eval/both_ways.h"
#include "tests/unit/engine/eval/truth_text.h"

namespace engine::eval {

using program::Reducer;
using program::ReduceSamples;

inline ReduceSamples Node(Reducer reducer, int samples, double percent = 0) {
  return {{reducer, percent}, 0, samples, {}};
}

/// A window of numbers, or of truths.
class Window {
 public:
  Window(const ReduceSamples& node, bool open)
      : node_(node), numbers_(node, open), truths_(node, open) {}

  Rows Run(const pmapi::Block& block,
           const std::vector<pmapi::Column>& columns) {
    pmapi::Block out;
    out.Reset(block.ticks(), block.lanes());
    if (IsQuantifier(node_.reduction.reducer)) {
      OverTruths(block, &out, [this](const Truths& operand, Truths* result) {
        truths_.Quantify(operand, result);
      });
    } else if (node_.reduction.reducer == Reducer::kCount) {
      truths_.Count(TruthsOf(block), &out);
    } else {
      numbers_.Run(block, columns, &out);
    }
    return tests::RowsOf(out);
  }
  void Continue(Window* before) {
    numbers_.Continue(&before->numbers_);
    truths_.Continue(&before->truths_);
  }

 private:
  const ReduceSamples& node_;
  SampleReduction numbers_;
  TruthWindow truths_;
};

/// The rows in one block and then tick by tick, which is the same.
class WindowTest : public ::testing::Test {
 protected:
  Rows Run(const ReduceSamples& node, const pmapi::LaneSet& lanes,
           const Rows& rows, bool open) {
    const Rows at_once = InBlocksOf(rows.size(), node, lanes, rows, open);
    EXPECT_EQ(InBlocksOf(1, node, lanes, rows, open), at_once);
    EXPECT_EQ(InBlocksOf(2, node, lanes, rows, open), at_once);
    return at_once;
  }
  Rows Open(const ReduceSamples& node, const Rows& rows) {
    return Run(node, tests::InstancesOf({0, 1}), rows, true);
  }
  Rows Fixed(const ReduceSamples& node, const Rows& rows) {
    return Run(node, tests::InstancesOf({0}), rows, false);
  }

  // What the columns' counts are, where a node looks at them.
  std::vector<std::int32_t> counts_;
  std::int32_t count_before_ = 0;

 private:
  Rows InBlocksOf(std::size_t length, const ReduceSamples& node,
                  const pmapi::LaneSet& lanes, const Rows& rows, bool open) {
    Window window(node, open);
    Rows result;
    for (std::size_t t = 0; t < rows.size(); t += length) {
      const auto end = std::min(t + length, rows.size());
      const pmapi::Block block = tests::BlockOf(
          lanes, Rows(rows.begin() + static_cast<std::ptrdiff_t>(t),
                      rows.begin() + static_cast<std::ptrdiff_t>(end)));
      for (std::string& row : window.Run(block, Columns(t, end))) {
        result.push_back(std::move(row));
      }
    }
    return result;
  }

  std::vector<pmapi::Column>& Columns(std::size_t begin, std::size_t end) {
    columns_.assign(1, {});
    for (std::size_t t = begin; t < end && t < counts_.size(); ++t) {
      columns_[0].counts.push_back(counts_[t]);
    }
    columns_[0].count_before =
        begin == 0 || counts_.empty() ? count_before_ : counts_[begin - 1];
    return columns_;
  }

  std::vector<pmapi::Column> columns_;
};

inline Rows RunOn(Window* window, const pmapi::LaneSet& lanes,
                  const Rows& rows) {
  return window->Run(tests::BlockOf(lanes, rows), {});
}

/// Lanes of which one in five has cells that are not known.
inline Rows MostlyKnown(bool truths, int lanes) {
  std::mt19937 random(7);
  const auto below = [&random](int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random);
  };
  const char* const unknown[] = {"?", "u", "+", "-"};
  Rows rows;
  for (int t = 0; t < 40; ++t) {
    std::string& row = rows.emplace_back();
    for (int lane = 0; lane < lanes; ++lane) {
      const bool known = lane % 5 != 2 || below(4) != 0;
      row +=
          known ? std::to_string(below(truths ? 2 : 100)) : unknown[below(4)];
      row += ' ';
    }
  }
  return rows;
}

/// What becomes of the rows, `length` at a time.
inline Rows RunInBlocks(const ReduceSamples& node, const pmapi::LaneSet& lanes,
                        const Rows& rows, std::size_t length) {
  Window window(node, true);
  Rows result;
  for (std::size_t t = 0; t < rows.size(); t += length) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(t);
    const auto left = static_cast<std::size_t>(rows.end() - begin);
    const auto end =
        begin + static_cast<std::ptrdiff_t>(std::min(length, left));
    for (std::string& row : RunOn(&window, lanes, Rows(begin, end))) {
      result.push_back(std::move(row));
    }
  }
  return result;
}

inline std::vector<std::string> Words(const std::string& row) {
  std::istringstream in(row);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Each of so many lanes gives what it gives by itself, however the ticks are
/// cut.
inline void ExpectLanesAreAlone(const ReduceSamples& node, int lanes) {
  const Rows rows = MostlyKnown(IsOfTruths(node.reduction.reducer), lanes);
  std::vector<pmapi::InstanceId> ids(static_cast<std::size_t>(lanes));
  std::iota(ids.begin(), ids.end(), 0);
  const Rows together = RunInBlocks(node, tests::InstancesOf(ids), rows, 1);
  EXPECT_EQ(RunInBlocks(node, tests::InstancesOf(ids), rows, 3), together);
  EXPECT_EQ(RunInBlocks(node, tests::InstancesOf(ids), rows, 7), together);
  for (std::size_t lane = 0; lane < ids.size(); ++lane) {
    Rows own;
    for (const std::string& row : rows) own.push_back(Words(row)[lane]);
    const Rows alone = RunInBlocks(node, tests::InstancesOf({0}), own, 1);
    for (std::size_t t = 0; t < rows.size(); ++t) {
      ASSERT_EQ(Words(together[t])[lane], alone[t])
          << "lane " << lane << " at " << t;
    }
  }
}

}  // namespace engine::eval

#endif  // TOCSIN_TESTS_UNIT_ENGINE_EVAL_WINDOW_RUNS_H_
