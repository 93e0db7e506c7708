// Differences between a row and the rows before it.
#include "engine/eval/eval_step.h"

#include <algorithm>

#include "base/kernels/kernels.h"
#include "base/stamp.h"

namespace engine::eval {

void Rate::Advance(std::span<const std::span<const base::Timestamp>> stamps,
                   std::size_t tick) {
  ++ticks_;
  for (std::size_t h = 0; h < stamps_.size(); ++h) {
    std::vector<double>& last = stamps_[h];
    std::rotate(last.begin(), last.begin() + 1, last.end());
    last.back() = base::StampSeconds(stamps[h][tick]);
    // Where nothing was fetched so long ago yet the time is that between the
    // last two ticks.
    const std::size_t at = ticks_ < last.size() ? last.size() - 2 : 0;
    seconds_[h] = last[at + 1] - last[at];
  }
}

/// One row, of which each lane has its host's seconds. False if a clock was set
/// back.
bool Rate::RunRow(int tick, pmapi::Block* out) const {
  const std::vector<pmapi::Lane>& lanes = *out->lanes();
  const double* now = history_.held_row(tick);
  const double* before = history_.row(tick - 1);
  const pmapi::Cell* now_cell = history_.cell_row(tick);
  const pmapi::Cell* before_cell = history_.cell_row(tick - 1);
  double* value = out->row(tick);
  pmapi::Cell* cell = out->cell_row(tick);
  bool forwards = true;
  for (int j = 0; j < out->width(); ++j) {
    const int host = std::max(lanes[j].host, 0);
    const double seconds = seconds_[host];
    value[j] = (now[j] - before[j]) / seconds;
    cell[j] = static_cast<pmapi::Cell>(now_cell[j] &
                                       (before_cell[j] | pmapi::kPresent));
    if (seconds > 0) continue;
    // The clock was set back.
    cell[j] &= pmapi::kMember;
    forwards = false;
  }
  return forwards;
}

void Rate::Run(const pmapi::Block& operand,
               std::span<const std::span<const base::Timestamp>> stamps,
               pmapi::Block* out) {
  const auto width = static_cast<std::size_t>(out->width());
  history_.Append(operand);
  bool forwards = true;
  for (int t = 0; t < operand.ticks(); ++t) {
    Advance(stamps, static_cast<std::size_t>(t));
    const bool plain = seconds_.size() == 1 && seconds_.front() > 0 &&
                       history_.known(t) && history_.known(t - 1);
    if (!plain) {
      forwards = RunRow(t, out) && forwards;
      continue;
    }
    base::kernels::Best().rate(history_.held_row(t), history_.held_row(t - 1),
                               seconds_.front(), width, out->row(t));
    std::fill_n(out->cell_row(t), width, pmapi::kKnown);
  }
  out->set_dense(history_.dense() && forwards);
  history_.Keep();
}

/// Of the rows before the block.
void Delayed::CountMembers() {
  known_ = 0;
  while (known_ < history_.depth() && history_.known(-1 - known_)) ++known_;
  members_.assign(static_cast<std::size_t>(history_.width()), known_);
  for (int back = known_ + 1; back <= history_.depth(); ++back) {
    const pmapi::Cell* cells = history_.cell_row(-back);
    for (std::size_t j = 0; j < members_.size(); ++j) {
      if (members_[j] == back - 1 && pmapi::IsMember(cells[j])) ++members_[j];
    }
  }
}

/// No member at some tick since: none now. Lanes that are not open are always
/// members, so this leaves them alone.
void Delayed::EmitCells(int tick, pmapi::Cell* cells) {
  const int delay = history_.depth();
  const pmapi::Cell* now = history_.cell_row(tick);
  known_ = history_.known(tick) ? known_ + 1 : 0;
  if (known_ > delay) {
    // For how much longer makes no difference.
    std::fill(members_.begin(), members_.end(), delay + 1);
    std::fill_n(cells, members_.size(), pmapi::kKnown);
    return;
  }
  const pmapi::Cell* before = history_.cell_row(tick - delay);
  for (std::size_t j = 0; j < members_.size(); ++j) {
    members_[j] = pmapi::IsMember(now[j]) ? members_[j] + 1 : 0;
    cells[j] = members_[j] > delay
                   ? before[j]
                   : static_cast<pmapi::Cell>(now[j] & pmapi::kPresent);
  }
}

void Delayed::Run(const pmapi::Block& operand, pmapi::Block* out) {
  history_.Append(operand);
  const int delay = history_.depth();
  out->set_dense(history_.dense());
  if (!out->dense()) CountMembers();
  for (int t = 0; t < operand.ticks(); ++t) {
    std::copy_n(history_.row(t - delay), out->width(), out->row(t));
    if (!out->dense()) EmitCells(t, out->cell_row(t));
  }
  if (out->dense()) std::fill_n(out->cells(), out->size(), pmapi::kKnown);
  history_.Keep();
}

void Retained::Run(const pmapi::Block& operand, pmapi::Block* out) {
  history_.Append(operand);
  const int depth = history_.depth();
  out->Reset(depth + operand.ticks(), operand.lanes());
  for (int t = -depth; t < operand.ticks(); ++t) {
    std::copy_n(history_.row(t), out->width(), out->row(depth + t));
    std::copy_n(history_.cell_row(t), out->width(), out->cell_row(depth + t));
  }
  history_.Keep();
}

}  // namespace engine::eval
