// The tail of the last block, kept and put before the next.
#include "engine/eval/history.h"

#include <algorithm>
#include <cstring>

namespace engine::eval {

bool SameLanes(const pmapi::LaneSet& a, const pmapi::LaneSet& b) {
  return a == b || (a && b && *a == *b);
}

std::vector<int> MatchLanes(const std::vector<pmapi::Lane>& from,
                            const std::vector<pmapi::Lane>& to) {
  std::vector<int> columns(to.size(), -1);
  std::size_t i = 0;
  for (std::size_t j = 0; j < to.size(); ++j) {
    while (i < from.size() && from[i] < to[j]) ++i;
    if (i < from.size() && from[i] == to[j]) columns[j] = static_cast<int>(i);
  }
  return columns;
}

void History::MoveTailToFront(int held) {
  const std::size_t tail =
      static_cast<std::size_t>(held) * static_cast<std::size_t>(width_);
  const std::size_t from = Offset(ticks_ - held);
  if (tail == 0 || from == 0) return;  // without lanes there may be no memory
  std::memmove(values_.data(), values_.data() + from, tail * sizeof(double));
  std::memmove(cells_.data(), cells_.data() + from, tail);
}

void History::KeepGone(const std::vector<pmapi::Lane>& next, int held) {
  std::erase_if(gone_, [this](const auto& entry) {
    return end_ - entry.second.since >= depth_;
  });
  const std::vector<int> columns = MatchLanes(next, *lanes_);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] >= 0) continue;
    GoneLane& gone = gone_[(*lanes_)[i]];
    gone = GoneLane{end_, {}, {}};
    for (int r = 0; r < held; ++r) {
      gone.values.push_back(row(ticks_ - held + r)[i]);
      gone.cells.push_back(cell_row(ticks_ - held + r)[i]);
    }
  }
}

void History::BringBack(const pmapi::Lane& lane, std::size_t column,
                        std::size_t width, int held, double* values,
                        pmapi::Cell* cells) {
  const auto gone = gone_.find(lane);
  if (gone == gone_.end()) return;
  const auto rows = static_cast<std::int64_t>(gone->second.values.size());
  // Where the first of its rows would stand: the last is so many ticks old.
  const std::int64_t first = held - (end_ - gone->second.since) - rows;
  for (std::int64_t r = std::max<std::int64_t>(-first, 0); r < rows; ++r) {
    const auto from = static_cast<std::size_t>(r);
    const auto to = static_cast<std::size_t>(first + r);
    values[to * width + column] = gone->second.values[from];
    cells[to * width + column] = gone->second.cells[from];
  }
  gone_.erase(gone);
}

void History::MoveTailToLanes(const pmapi::LaneSet& lanes, int held) {
  if (keeps_gone_ && lanes_) KeepGone(*lanes, held);
  const std::vector<int> columns = lanes_ ? MatchLanes(*lanes_, *lanes)
                                          : std::vector<int>(lanes->size(), -1);
  const std::size_t width = lanes->size();
  const std::size_t tail = static_cast<std::size_t>(held) * width;
  std::vector<double> values(tail, 0.0);
  std::vector<pmapi::Cell> cells(tail, pmapi::kAbsent);
  for (int r = 0; r < held; ++r) {
    const double* value = held_row(ticks_ - held + r);
    const pmapi::Cell* cell = cell_row(ticks_ - held + r);
    for (std::size_t j = 0; j < width; ++j) {
      if (columns[j] < 0) continue;
      values[static_cast<std::size_t>(r) * width + j] = value[columns[j]];
      cells[static_cast<std::size_t>(r) * width + j] = cell[columns[j]];
    }
  }
  for (std::size_t j = 0; j < width; ++j) {
    if (columns[j] < 0) {
      BringBack((*lanes)[j], j, width, held, values.data(), cells.data());
    }
  }
  const bool all_found =
      std::find(columns.begin(), columns.end(), -1) == columns.end();
  if (!all_found) dense_ticks_ = 0;
  values_ = std::move(values);
  cells_ = std::move(cells);
  no_values_.assign(width, 0.0);
  no_cells_.assign(width, before_);
}

void History::Append(const pmapi::Block& block) {
  const int held = std::min(depth_, held_ + ticks_);
  if (SameLanes(lanes_, block.lanes())) {
    MoveTailToFront(held);
  } else {
    MoveTailToLanes(block.lanes(), held);
    width_ = block.width();
  }
  held_ = held;
  lanes_ = block.lanes();
  ticks_ = block.ticks();
  end_ += ticks_;
  tail_dense_ = dense_ticks_ >= depth_;
  block_dense_ = block.dense();
  dense_ticks_ = block_dense_ ? std::min(dense_ticks_ + ticks_, depth_) : 0;
  const std::size_t size = Offset(ticks_);
  if (values_.size() < size) {
    values_.resize(size);
    cells_.resize(size);
  }
  std::copy_n(block.values(), block.size(), values_.data() + Offset(0));
  std::copy_n(block.cells(), block.size(), cells_.data() + Offset(0));
}

}  // namespace engine::eval
