// Reductions over samples: sums and extremes fold whole rows of the history,
// truths are counted as rows enter and leave the window.
#include <algorithm>

#include "base/check.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

using program::Reducer;

bool CountsTruths(Reducer reducer) {
  switch (reducer) {
    case Reducer::kCount:
    case Reducer::kAll:
    case Reducer::kSome:
    case Reducer::kPercent:
      return true;
    case Reducer::kSum:
    case Reducer::kAvg:
    case Reducer::kMin:
    case Reducer::kMax:
      return false;
  }
  CHECK(false);
  return false;
}

template <typename F>
void FoldRow(double* __restrict total, const double* row, int width, F f) {
  for (int j = 0; j < width; ++j) total[j] = f(total[j], row[j]);
}

}  // namespace

SampleReduction::SampleReduction(const program::ReduceSamples& node, bool open)
    : node_(node),
      history_(node.samples - 1, open ? pmapi::kAbsent : pmapi::kMember) {}

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
  for (int back = 1; back < node_.samples; ++back) AddRow(-back, 1);
}

void SampleReduction::FoldRows(int tick, double* out) const {
  const int width = history_.width();
  // In the order of pmie's ring: see docs/evaluation.md, order of summation.
  const int first = phase_ + 1 < node_.samples ? phase_ + 1 : 0;
  std::copy_n(history_.row(tick - first), width, out);
  for (int i = 1; i < node_.samples; ++i) {
    const int age = (first + i) % node_.samples;
    const double* row = history_.row(tick - age);
    switch (node_.reduction.reducer) {
      case Reducer::kMin:
        FoldRow(out, row, width,
                [](double a, double b) { return b < a ? b : a; });
        break;
      case Reducer::kMax:
        FoldRow(out, row, width,
                [](double a, double b) { return b > a ? b : a; });
        break;
      case Reducer::kSum:
      case Reducer::kAvg:
        FoldRow(out, row, width, [](double a, double b) { return a + b; });
        break;
      case Reducer::kCount:
      case Reducer::kAll:
      case Reducer::kSome:
      case Reducer::kPercent:
        CHECK(false);
    }
  }
  if (node_.reduction.reducer != Reducer::kAvg) return;
  for (int j = 0; j < width; ++j) out[j] /= node_.samples;
}

void SampleReduction::EmitDense(int tick, pmapi::Block* out) {
  FoldRows(tick, out->row(tick));
  std::fill_n(out->cell_row(tick), out->width(), pmapi::kKnown);
}

void SampleReduction::EmitTallied(int tick, bool full, pmapi::Block* out) {
  const bool truths = CountsTruths(node_.reduction.reducer);
  double* values = out->row(tick);
  pmapi::Cell* cells = out->cell_row(tick);
  const pmapi::Cell* now = history_.cell_row(tick);
  if (!truths) FoldRows(tick, values);
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
  history_.Append(operand);
  const bool dense = history_.dense();
  out->set_dense(dense);
  const bool fold_only = dense && !CountsTruths(node_.reduction.reducer);
  if (!fold_only) TallyTail();
  for (int tick = 0; tick < operand.ticks(); ++tick) {
    AdvancePhase(columns, tick);
    if (fold_only) {
      EmitDense(tick, out);
      continue;
    }
    AddRow(tick, 1);
    EmitTallied(tick, ticks_ + tick >= node_.samples - 1, out);
    AddRow(tick - (node_.samples - 1), -1);
  }
  ticks_ += operand.ticks();
}

void SampleReduction::Continue(SampleReduction* before) {
  history_ = std::move(before->history_);
  phase_ = before->phase_;
  ticks_ = before->ticks_;
}

}  // namespace engine::eval
