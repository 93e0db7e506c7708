// Reductions over samples: truths are counted as rows enter and leave the
// window. Sums and extremes are ring_fold.cc's.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "engine/eval/deviation.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/undecided.h"

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

void SampleReduction::AddRow(int tick, int sign) {
  const double* row = history_.row(tick);
  const pmapi::Cell* cells = history_.cell_row(tick);
  for (std::size_t j = 0; j < tallies_.size(); ++j) {
    const bool known = cells[j] == pmapi::kKnown;
    tallies_[j].members += sign * static_cast<int>(pmapi::IsMember(cells[j]));
    tallies_[j].values += sign * static_cast<int>(HasValue(cells[j]));
    tallies_[j].known += sign * static_cast<int>(known);
    tallies_[j].truths += sign * static_cast<int>(known && row[j] != 0);
  }
}

void SampleReduction::TallyTail() {
  tallies_.assign(static_cast<std::size_t>(history_.width()), Tally{});
  for (int back = 1; back <= history_.held(); ++back) AddRow(-back, 1);
  const pmapi::Cell* none = history_.cell_row(-history_.held() - 1);
  for (std::size_t j = 0; j < tallies_.size(); ++j) {
    const bool member = pmapi::IsMember(none[j]);
    if (member) tallies_[j].members += history_.depth() - history_.held();
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
    out[j] = DeviationOf(node_.samples, [&](int i) {
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
  std::vector<PercentileWindow> moved;
  for (const int column : columns) {
    moved.push_back(column < 0 ? PercentileWindow(node_.reduction.percent)
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

/// How many truths of a window that is known throughout make it true.
double SampleReduction::Enough() const {
  const Reducer reducer = node_.reduction.reducer;
  if (reducer == Reducer::kAll) return node_.samples;
  if (reducer == Reducer::kSome) return 1;
  return NeededOf(node_.reduction, node_.samples);
}

/// Counts as numbers, which are exact: a few packed instructions for all lanes.
void SampleReduction::RunDenseTruths(pmapi::Block* out) {
  const auto width = static_cast<std::size_t>(out->width());
  const int depth = history_.depth();
  if (counts_.empty()) {
    counts_.assign(width, 0.0);
    for (int back = 1; back <= depth; ++back) {
      const double* row = history_.held_row(-back);
      for (std::size_t j = 0; j < width; ++j) counts_[j] += row[j];
    }
  }
  const bool truths = node_.reduction.reducer != Reducer::kCount;
  const double enough = truths ? Enough() : 0;
  for (int tick = 0; tick < out->ticks(); ++tick) {
    const double* now = history_.held_row(tick);
    const double* last = history_.held_row(tick - depth);
    double* values = out->row(tick);
    for (std::size_t j = 0; j < width; ++j) {
      const double count = counts_[j] + now[j];
      values[j] = !truths ? count : count >= enough ? 1.0 : 0.0;
      counts_[j] = count - last[j];
    }
  }
  std::fill_n(out->cells(), out->size(), pmapi::kKnown);
}

void SampleReduction::EmitDense(int tick, pmapi::Block* out) {
  Fold(tick, out->row(tick));
  std::fill_n(out->cell_row(tick), out->width(), pmapi::kKnown);
}

void SampleReduction::EmitTallied(int tick, bool full, pmapi::Block* out) {
  const bool truths = IsOfTruths(node_.reduction.reducer);
  double* values = out->row(tick);
  pmapi::Cell* cells = out->cell_row(tick);
  const pmapi::Cell* now = history_.cell_row(tick);
  if (!truths && full) Fold(tick, values);
  for (std::size_t j = 0; j < tallies_.size(); ++j) {
    const Tally& tally = tallies_[j];
    if (tally.members < node_.samples) {
      cells[j] = now[j] & pmapi::kPresent;
    } else if (!full) {
      cells[j] = pmapi::kMember;
    } else if (truths) {
      const Reduced reduced = ReduceTruths(node_.reduction, tally);
      values[j] = reduced.value;
      cells[j] = reduced.cell;
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
  if (history_.lanes() != operand.lanes()) counts_.clear();
  history_.Append(operand);
  const bool dense = history_.dense();
  out->set_dense(dense);
  if (dense && IsOfTruths(node_.reduction.reducer)) {
    RunDenseTruths(out);
  } else {
    RunRows(columns, dense, out);
  }
  ticks_ += operand.ticks();
}

void SampleReduction::RunRows(std::span<const pmapi::Column> columns,
                              bool dense, pmapi::Block* out) {
  if (!dense) {
    counts_.clear();
    TallyTail();
  }
  for (int tick = 0; tick < out->ticks(); ++tick) {
    const int last = tick - (node_.samples - 1);  // of the window
    AdvancePhase(columns, tick);
    SlideWindows(tick, true);
    if (dense) {
      EmitDense(tick, out);
    } else {
      AddRow(tick, 1);
      EmitTallied(tick, ticks_ + last >= 0, out);
      AddRow(last, -1);
    }
    SlideWindows(last, false);
  }
}

void SampleReduction::Continue(SampleReduction* before) {
  history_ = std::move(before->history_);
  windows_ = std::move(before->windows_);
  fold_ = std::move(before->fold_);
  counts_ = std::move(before->counts_);
  phase_ = before->phase_;
  ticks_ = before->ticks_;
}

}  // namespace engine::eval
