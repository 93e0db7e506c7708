// Aggregates over samples: what is known is counted as rows enter and leave the
// window. Sums and extremes are ring_fold.cc's.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/deviation.h"
#include "engine/eval/eval_reduce.h"

namespace engine::eval {
namespace {

using program::Reducer;

/// What the rows of a window are folded with.
Reducer FoldOf(Reducer reducer) {
  const bool extreme = reducer == Reducer::kMin || reducer == Reducer::kMax;
  return extreme ? reducer : Reducer::kSum;
}

}  // namespace

SampleReduction::SampleReduction(const program::ReduceSamples& node, bool open)
    : node_(node),
      history_(node.samples - 1, open ? pmapi::kAbsent : pmapi::kMember),
      fold_(FoldOf(node.reduction.reducer), node.samples) {}

void SampleReduction::AdvancePhase(std::span<const pmapi::Column> columns,
                                   int tick) {
  bool reshaped = false;
  for (const int c : node_.open_columns) {
    const pmapi::Column& column = columns[c];
    const auto at = static_cast<std::size_t>(tick);
    const int before = tick == 0 ? column.count_before : column.counts[at - 1];
    reshaped |= column.counts[at] != before;
  }
  const int anew = node_.fetched ? node_.samples - 1 : 0;
  phase_ = reshaped ? anew : (phase_ + 1) % node_.samples;
}

/// Those of which a row of the block's windows is not known: their tallies are
/// kept. All lanes, where these are too many to be patched or where the first
/// window is not full.
void SampleReduction::FindUnknown() {
  unknown_.clear();
  if (history_.dense()) return;
  const auto width = static_cast<std::size_t>(history_.width());
  common_.assign(width, pmapi::kKnown);
  for (int tick = -history_.depth(); tick < history_.ticks(); ++tick) {
    if (history_.known(tick)) continue;
    const pmapi::Cell* cells = history_.cell_row(tick);
    for (std::size_t j = 0; j < width; ++j) common_[j] &= cells[j];
  }
  for (std::size_t j = 0; j < width; ++j) {
    if (common_[j] != pmapi::kKnown) unknown_.push_back(j);
  }
  constexpr std::size_t kMostPatched = 4;  // one of as many
  if (history_.held() == history_.depth() &&
      unknown_.size() * kMostPatched <= width) {
    return;
  }
  unknown_.resize(width);
  std::iota(unknown_.begin(), unknown_.end(), std::size_t{0});
}

void SampleReduction::AddRow(int tick, int sign) {
  const pmapi::Cell* cells = history_.cell_row(tick);
  for (std::size_t k = 0; k < unknown_.size(); ++k) {
    const std::size_t j = unknown_[k];
    Tally& tally = tallies_[k];
    tally.members += sign * static_cast<int>(pmapi::IsMember(cells[j]));
    tally.known += sign * static_cast<int>(cells[j] == pmapi::kKnown);
  }
}

void SampleReduction::TallyTail() {
  tallies_.assign(unknown_.size(), Tally{});
  for (int back = 1; back <= history_.held(); ++back) AddRow(-back, 1);
  const pmapi::Cell* none = history_.cell_row(-history_.held() - 1);
  for (std::size_t k = 0; k < tallies_.size(); ++k) {
    const bool member = pmapi::IsMember(none[unknown_[k]]);
    if (member) tallies_[k].members += history_.depth() - history_.held();
  }
}

void SampleReduction::Fold(int tick, double* out) {
  const int first = phase_ + 1 < node_.samples ? phase_ + 1 : 0;
  switch (node_.reduction.reducer) {
    case Reducer::kMin:
    case Reducer::kMax:
    case Reducer::kSum:
      return fold_.Fold(history_, tick, ticks_ + tick, first, out);
    case Reducer::kAvg:
      fold_.Fold(history_, tick, ticks_ + tick, first, out);
      for (int j = 0; j < history_.width(); ++j) out[j] /= node_.samples;
      return;
    case Reducer::kPercentile:
      return TakePercentiles(history_.held_row(tick - first), out);
    case Reducer::kStddev:
      return FoldDeviations(tick, first, out);
    case Reducer::kCount:
    case Reducer::kAll:
    case Reducer::kSome:
    case Reducer::kPercent:
      CHECK(false);
  }
}

/// A NaN that comes first is the result.
void SampleReduction::TakePercentiles(const double* first, double* out) const {
  for (std::size_t j = 0; j < windows_.size(); ++j) {
    out[j] = std::isnan(first[j]) ? first[j] : windows_[j].value();
  }
}

void SampleReduction::FoldDeviations(int tick, int first, double* out) const {
  for (int j = 0; j < history_.width(); ++j) {
    out[j] = base::DeviationOf(node_.samples, [&](int i) {
      const int age = (first + i) % node_.samples;
      return history_.held_row(tick - age)[j];
    });
  }
}

/// The windows of lanes that stay go with them.
void SampleReduction::MoveWindows(const pmapi::LaneSet& lanes) {
  if (node_.reduction.reducer != Reducer::kPercentile ||
      SameLanes(history_.lanes(), lanes)) {
    return;
  }
  std::vector<int> columns(lanes->size(), -1);
  if (history_.lanes()) columns = MatchLanes(*history_.lanes(), *lanes);
  std::vector<base::PercentileWindow> moved;
  for (const int column : columns) {
    moved.push_back(column < 0 ? base::PercentileWindow(node_.reduction.percent)
                               : std::move(windows_[column]));
  }
  windows_ = std::move(moved);
}

/// A row enters the windows, or leaves them.
void SampleReduction::SlideWindows(int tick, bool enters) {
  const double* row = history_.row(tick);
  const pmapi::Cell* cells = history_.cell_row(tick);
  for (std::size_t j = 0; j < windows_.size(); ++j) {
    if (cells[j] != pmapi::kKnown) continue;
    enters ? windows_[j].Add(row[j]) : windows_[j].Remove(row[j]);
  }
}

/// The lanes of which not all is known.
void SampleReduction::Patch(int tick, bool full, pmapi::Block* out) const {
  double* values = out->row(tick);
  pmapi::Cell* cells = out->cell_row(tick);
  const pmapi::Cell* now = history_.cell_row(tick);
  for (std::size_t k = 0; k < unknown_.size(); ++k) {
    const std::size_t j = unknown_[k];
    const Tally& tally = tallies_[k];
    if (tally.members < node_.samples) {
      cells[j] = now[j] & pmapi::kPresent;
    } else if (!full) {
      cells[j] = pmapi::kMember;
    } else {
      cells[j] = tally.known == node_.samples ? pmapi::kKnown : pmapi::kMember;
    }
    if (cells[j] != pmapi::kKnown) values[j] = 0;
  }
}

void SampleReduction::Run(const pmapi::Block& operand,
                          std::span<const pmapi::Column> columns,
                          pmapi::Block* out) {
  MoveWindows(operand.lanes());
  history_.Append(operand);
  FindUnknown();
  out->set_dense(unknown_.empty());
  std::fill_n(out->cells(), out->size(), pmapi::kKnown);
  TallyTail();
  for (int tick = 0; tick < out->ticks(); ++tick) RunRow(columns, tick, out);
  ticks_ += operand.ticks();
  history_.Keep();
}

void SampleReduction::RunRow(std::span<const pmapi::Column> columns, int tick,
                             pmapi::Block* out) {
  const int last = tick - (node_.samples - 1);  // of the window
  const bool full = ticks_ + last >= 0;
  AdvancePhase(columns, tick);
  SlideWindows(tick, true);
  if (full) Fold(tick, out->row(tick));
  if (!unknown_.empty()) {
    AddRow(tick, 1);
    Patch(tick, full, out);
    AddRow(last, -1);
  }
  SlideWindows(last, false);
}

void SampleReduction::Continue(SampleReduction* before) {
  history_ = std::move(before->history_);
  windows_ = std::move(before->windows_);
  fold_ = std::move(before->fold_);
  phase_ = before->phase_;
  ticks_ = before->ticks_;
}

}  // namespace engine::eval
