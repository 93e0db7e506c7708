// The tail of the last blocks, kept and put before the next.
#include "engine/eval/history.h"

#include <algorithm>
#include <cstddef>

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

void History::KeepGone(const std::vector<pmapi::Lane>& next) {
  std::erase_if(gone_, [this](const auto& entry) {
    return end_ - entry.second.since >= depth_;
  });
  const std::vector<int> columns = MatchLanes(next, *lanes_);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] >= 0) continue;
    GoneLane& gone = gone_[(*lanes_)[i]];
    gone = GoneLane{end_, {}, {}};
    for (int r = -held_; r < 0; ++r) {
      gone.values.push_back(row(r)[i]);
      gone.cells.push_back(cell_row(r)[i]);
    }
  }
}

void History::BringBack(const pmapi::Lane& lane, std::size_t column,
                        std::size_t width, double* values, pmapi::Cell* cells) {
  const auto gone = gone_.find(lane);
  if (gone == gone_.end()) return;
  const auto rows = static_cast<std::int64_t>(gone->second.values.size());
  // Where the first of its rows would stand: the last is so many ticks old.
  const std::int64_t first = held_ - (end_ - gone->second.since) - rows;
  for (std::int64_t r = std::max<std::int64_t>(-first, 0); r < rows; ++r) {
    const auto from = static_cast<std::size_t>(r);
    const auto to = static_cast<std::size_t>(first + r);
    values[to * width + column] = gone->second.values[from];
    cells[to * width + column] = gone->second.cells[from];
  }
  gone_.erase(gone);
}

void History::MoveToLanes(const pmapi::LaneSet& lanes) {
  if (keeps_gone_ && lanes_) KeepGone(*lanes);
  const std::vector<int> columns = lanes_ ? MatchLanes(*lanes_, *lanes)
                                          : std::vector<int>(lanes->size(), -1);
  const std::size_t width = lanes->size();
  const std::size_t tail = static_cast<std::size_t>(held_) * width;
  std::vector<double> values(tail, 0.0);
  std::vector<pmapi::Cell> cells(tail, pmapi::kAbsent);
  for (int r = 0; r < held_; ++r) {
    const double* value = held_row(r - held_);
    const pmapi::Cell* cell = cell_row(r - held_);
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
  first_ = 0;
  width_ = static_cast<int>(width);
  known_.resize(static_cast<std::size_t>(held_));
  for (int r = -held_; r < 0; ++r) {
    known_[Row(r)] = pmapi::AreKnown(cell_row(r), width_);
  }
  no_values_.assign(width, 0.0);
  no_cells_.assign(width, before_);
}

void History::Append(const pmapi::Block& block) {
  if (!SameLanes(lanes_, block.lanes())) MoveToLanes(block.lanes());
  lanes_ = block.lanes();
  block_ = &block;
  tail_dense_ = dense_ticks_ >= depth_;
}

void History::MoveToFront() {
  const auto move = [this](auto* rows, int width) {
    const auto from = rows->begin() + std::ptrdiff_t{first_} * width;
    std::copy_n(from, std::ptrdiff_t{held_} * width, rows->begin());
  };
  move(&values_, width_);
  move(&cells_, width_);
  move(&known_, 1);
  first_ = 0;
}

/// Room behind the rows that stay when `rows` come.
void History::MakeRoom(int rows) {
  const int stays = std::min(held_, depth_ - rows);
  first_ += held_ - stays;
  held_ = stays;
  if (stays == 0 || first_ > depth_) MoveToFront();
  held_ = stays + rows;
  const auto needed = static_cast<std::size_t>(first_ + held_);
  if (known_.size() >= needed) return;
  known_.resize(needed);
  values_.resize(needed * static_cast<std::size_t>(width_));
  cells_.resize(needed * static_cast<std::size_t>(width_));
}

/// How many rows, up to the block's last, are known throughout.
int History::CountKnown() const {
  const int ticks = block_->ticks();
  if (block_->dense()) return dense_ticks_ + ticks;
  int known = 0;
  while (known < ticks && block_->known(ticks - 1 - known)) ++known;
  return known == ticks ? dense_ticks_ + ticks : known;
}

void History::Keep() {
  const int ticks = block_->ticks();
  const int rows = std::min(ticks, depth_);
  const auto size =
      static_cast<std::size_t>(rows) * static_cast<std::size_t>(width_);
  MakeRoom(rows);
  std::copy_n(block_->row(ticks - rows), size, values_.data() + Offset(-rows));
  std::copy_n(block_->cell_row(ticks - rows), size,
              cells_.data() + Offset(-rows));
  for (int r = 0; r < rows; ++r) {
    known_[Row(r - rows)] = block_->known(ticks - rows + r);
  }
  end_ += ticks;
  dense_ticks_ = std::min(CountKnown(), depth_);
  block_ = nullptr;
}

}  // namespace engine::eval
