// Truths as text and back, as block_text.h has blocks.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_EVAL_TRUTH_TEXT_H_
#define TOCSIN_TESTS_UNIT_ENGINE_EVAL_TRUTH_TEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/eval/outcome.h"
#include "engine/eval/truths.h"
#include "tests/support/block_text.h"

namespace engine::eval {

inline Truths TruthsOf(const pmapi::Block& numbers) {
  Truths truths;
  ToTruths(numbers, &truths);
  return truths;
}

inline Truths TruthsOf(pmapi::LaneSet lanes,
                       const std::vector<std::string>& rows) {
  return TruthsOf(tests::BlockOf(std::move(lanes), rows));
}

/// Room for a result, full of what no test expects.
inline Truths RoomFor(int ticks, const pmapi::LaneSet& lanes) {
  Truths room;
  room.Reset(ticks, lanes);
  for (int t = 0; t < ticks; ++t) {
    WriteRow(t, &room, [](int) { return MaskWords{~Word{0}, 0, 0, 0, 0}; });
  }
  room.Reset(ticks, lanes);
  return room;
}

inline std::vector<std::string> RowsOf(const Outcome& outcome) {
  pmapi::Block block;
  block.Reset(outcome.ticks(), outcome.lanes());
  for (int t = 0; t < block.ticks(); ++t) {
    for (int j = 0; j < block.width(); ++j) {
      block.row(t)[j] = outcome.value(t, j);
      block.cell_row(t)[j] = outcome.cell(t, j);
    }
  }
  return tests::RowsOf(block);
}

/// Each row as BlockOf() takes it. Truths of which a mask is not in the next
/// one, or that have bits beyond the last lane, end the process.
inline std::vector<std::string> RowsOf(const Truths& truths) {
  for (int t = 0; t < truths.ticks(); ++t) {
    const ConstRow row = truths.masks(t);
    for (int w = 0; w < truths.words(); ++w) {
      const MaskWords masks = At(row, w);
      CHECK((masks.truths & ~masks.known) == 0);
      CHECK((masks.known & ~masks.valued) == 0);
      CHECK((masks.valued & ~masks.members) == 0);
      CHECK((masks.members & ~masks.present) == 0);
      CHECK((masks.present & ~truths.all()[w]) == 0);
    }
  }
  return RowsOf(Outcome(truths));
}

/// Runs `f` over truths, for tests that are written over blocks.
template <typename F>
void OverTruths(const pmapi::Block& in, pmapi::Block* out, F f) {
  Truths result = RoomFor(in.ticks(), in.lanes());
  f(TruthsOf(in), &result);
  RowsOf(result);  // looks at the masks
  ToNumbers(result, out);
}

}  // namespace engine::eval

#endif  // TOCSIN_TESTS_UNIT_ENGINE_EVAL_TRUTH_TEXT_H_
