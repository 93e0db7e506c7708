// Prefixes from the mark back, and what is newer beside them.
#include "engine/eval/ring_fold.h"

#include <algorithm>
#include <cstddef>

#include "base/kernels/kernels.h"

namespace engine::eval {
namespace {

using program::Reducer;

/// Of equal ones `a` stands, as of +0 and -0; a NaN stays if it comes first,
/// else it goes.
double Extreme(bool least, double a, double b) {
  return (least ? b < a : b > a) ? b : a;
}

}  // namespace

bool RingFold::Follows(const History& history, std::int64_t now,
                       int newer) const {
  return lanes_ == history.lanes() && last_ == now - 1 && mark_ == now - newer;
}

/// The fold of row `mark` and the `rows` - 1 before it.
void RingFold::FoldOlder(const History& history, int mark, int rows) {
  const auto width = static_cast<std::size_t>(history.width());
  const bool sum = reducer_ == Reducer::kSum;
  const bool least = reducer_ == Reducer::kMin;
  older_.resize(static_cast<std::size_t>(rows) * width);
  double* to = older_.data();
  std::copy_n(history.held_row(mark), width, to);
  for (int k = 1; k < rows; ++k, to += width) {
    const double* row = history.held_row(mark - k);
    for (std::size_t j = 0; j < width; ++j) {
      to[width + j] = sum ? to[j] + row[j] : Extreme(least, to[j], row[j]);
    }
  }
}

void RingFold::AddNewer(const History& history, int tick, int newer,
                        double* out) const {
  const auto add = [&](int first, int rows) {
    if (rows == 0) return;
    base::kernels::Best().add_rows_back(history.held_row(first), rows,
                                        history.width(), out);
  };
  const int of_block = std::min(newer, tick + 1);
  add(tick, of_block);
  add(-1, newer - of_block);
}

/// `row` comes before those that were folded, of which a NaN is none.
void RingFold::FoldNewest(const double* row, bool first) {
  const bool least = reducer_ == Reducer::kMin;
  for (std::size_t j = 0; j < extreme_.size(); ++j) {
    const bool none = first || extreme_[j] != extreme_[j];
    if (none) {
      extreme_[j] = row[j];
    } else if (row[j] == row[j]) {
      extreme_[j] = Extreme(least, row[j], extreme_[j]);
    }
  }
}

void RingFold::Fold(const History& history, int tick, std::int64_t now,
                    int newer, double* out) {
  const auto width = static_cast<std::size_t>(history.width());
  const bool sum = reducer_ == Reducer::kSum;
  if (!Follows(history, now, newer)) {
    FoldOlder(history, tick - newer, samples_ - newer);
    extreme_.resize(width);
    for (int age = newer - 1; !sum && age > 0; --age) {
      FoldNewest(history.held_row(tick - age), age == newer - 1);
    }
  }
  lanes_ = history.lanes();
  mark_ = now - newer;
  last_ = now;
  const auto older = static_cast<std::size_t>(samples_ - newer - 1);
  std::copy_n(older_.data() + older * width, width, out);
  if (sum) return AddNewer(history, tick, newer, out);
  if (newer == 0) return;
  FoldNewest(history.held_row(tick), newer == 1);
  const bool least = reducer_ == Reducer::kMin;
  for (std::size_t j = 0; j < width; ++j) {
    out[j] = Extreme(least, out[j], extreme_[j]);
  }
}

}  // namespace engine::eval
