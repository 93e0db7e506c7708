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

void History::MoveTailToFront() {
  const std::size_t tail =
      static_cast<std::size_t>(depth_) * static_cast<std::size_t>(width_);
  if (tail == 0) return;  // without lanes there may be no memory
  const std::size_t from = Offset(ticks_ - depth_);
  std::memmove(values_.data(), values_.data() + from, tail * sizeof(double));
  std::memmove(cells_.data(), cells_.data() + from, tail);
}

void History::KeepGone(const std::vector<pmapi::Lane>& next) {
  std::erase_if(gone_, [this](const auto& entry) {
    return end_ - entry.second.since >= depth_;
  });
  const std::vector<int> columns = MatchLanes(next, *lanes_);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] >= 0) continue;
    GoneLane& gone = gone_[(*lanes_)[i]];
    gone = GoneLane{end_, {}, {}};
    for (int r = 0; r < depth_; ++r) {
      gone.values.push_back(row(ticks_ - depth_ + r)[i]);
      gone.cells.push_back(cell_row(ticks_ - depth_ + r)[i]);
    }
  }
}

void History::BringBack(const pmapi::Lane& lane, std::size_t column,
                        std::size_t width, double* values, pmapi::Cell* cells) {
  const auto gone = gone_.find(lane);
  if (gone == gone_.end()) return;
  const auto depth = static_cast<std::int64_t>(depth_);
  for (std::int64_t r = end_ - gone->second.since; r < depth; ++r) {
    const auto from = static_cast<std::size_t>(r);
    const auto to = static_cast<std::size_t>(r - (end_ - gone->second.since));
    values[to * width + column] = gone->second.values[from];
    cells[to * width + column] = gone->second.cells[from];
  }
  gone_.erase(gone);
}

void History::MoveTailToLanes(const pmapi::LaneSet& lanes) {
  if (keeps_gone_ && lanes_) KeepGone(*lanes);
  const std::vector<int> columns = lanes_ ? MatchLanes(*lanes_, *lanes)
                                          : std::vector<int>(lanes->size(), -1);
  const std::size_t width = lanes->size();
  const std::size_t tail = static_cast<std::size_t>(depth_) * width;
  std::vector<double> values(tail, 0.0);
  std::vector<pmapi::Cell> cells(tail, lanes_ ? pmapi::kAbsent : before_);
  for (int r = 0; lanes_ && r < depth_; ++r) {
    const double* value = row(ticks_ - depth_ + r);
    const pmapi::Cell* cell = cell_row(ticks_ - depth_ + r);
    for (std::size_t j = 0; j < width; ++j) {
      if (columns[j] < 0) continue;
      values[static_cast<std::size_t>(r) * width + j] = value[columns[j]];
      cells[static_cast<std::size_t>(r) * width + j] = cell[columns[j]];
    }
  }
  for (std::size_t j = 0; j < width; ++j) {
    if (columns[j] < 0) {
      BringBack((*lanes)[j], j, width, values.data(), cells.data());
    }
  }
  const bool all_found =
      std::find(columns.begin(), columns.end(), -1) == columns.end();
  if (!all_found) dense_ticks_ = 0;
  values_ = std::move(values);
  cells_ = std::move(cells);
}

void History::Append(const pmapi::Block& block) {
  if (SameLanes(lanes_, block.lanes())) {
    MoveTailToFront();
  } else {
    MoveTailToLanes(block.lanes());
    width_ = block.width();
  }
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
