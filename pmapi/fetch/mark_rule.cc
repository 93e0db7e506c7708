// Most blocks have no mark: only what their last tick had is looked at then.
#include "pmapi/fetch/mark_rule.h"

#include <algorithm>

namespace pmapi {
namespace {

bool AnyHasValue(const Cell* cells, const Segment& segment) {
  return std::any_of(
      segment.from.begin(), segment.from.end(),
      [cells](int column) { return column >= 0 && IsPresent(cells[column]); });
}

/// Each is a member without a value.
void LeaveOut(int tick, const Segment& segment, Block* block) {
  const std::size_t width = segment.from.size();
  std::fill_n(block->row(tick) + segment.first, width, 0.0);
  std::fill_n(block->cell_row(tick) + segment.first, width, kMember);
}

}  // namespace

bool MarkRule::Apply(const NumberRows& rows, std::size_t first_row,
                     std::span<const std::uint8_t> marks,
                     const Segment& segment, bool rate, Block* block) {
  left_out_.clear();
  const int ticks = block->ticks();
  const bool none = std::find(marks.begin(), marks.end(), 1) == marks.end();
  bool all = true;
  for (int t = none && !left_ ? ticks - 1 : 0; t < ticks; ++t) {
    const auto tick = static_cast<std::size_t>(t);
    const bool leave = marks[tick] != 0 && had_;
    if (leave || (left_ && rate)) {
      LeaveOut(t, segment, block);
      all = false;
    }
    if (leave) left_out_.resize(static_cast<std::size_t>(ticks));
    if (leave) left_out_[tick] = true;
    const std::size_t row = first_row + tick;
    had_ = !leave &&
           AnyHasValue(rows.cells().data() + row * rows.width(), segment);
    left_ = leave;
  }
  return all;
}

}  // namespace pmapi
