// Aggregates over lanes.
#include <algorithm>
#include <optional>

#include "base/deviation.h"
#include "base/percentile.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/lane_groups.h"

namespace engine::eval {
namespace {

using program::Reducer;

double Combine(Reducer reducer, double total, double value) {
  if (reducer == Reducer::kMin) return value < total ? value : total;
  if (reducer == Reducer::kMax) return value > total ? value : total;
  return total + value;
}

/// Percentiles and deviations of members that are all known. REQUIRES: one.
double Spread(const program::Reduction& reduction,
              std::vector<double>* numbers) {
  if (reduction.reducer == Reducer::kPercentile) {
    return base::Percentile(reduction.percent, numbers);
  }
  return base::DeviationOf(static_cast<int>(numbers->size()),
                           [numbers](int i) { return (*numbers)[i]; });
}

/// The same of members any of which may be unknown. `numbers`: room for them.
std::optional<double> ReduceSpread(const program::Reduction& reduction,
                                   const double* values,
                                   const pmapi::Cell* cells, int n,
                                   std::vector<double>* numbers) {
  numbers->clear();
  for (int i = 0; i < n; ++i) {
    if (!pmapi::IsMember(cells[i])) continue;
    if (cells[i] != pmapi::kKnown) return std::nullopt;
    numbers->push_back(values[i]);
  }
  if (numbers->empty()) return std::nullopt;
  return Spread(reduction, numbers);
}

/// sum, avg, min, max of the members; unknown if one is, or there is none.
std::optional<double> ReduceNumbers(Reducer reducer, const double* values,
                                    const pmapi::Cell* cells, int n) {
  double result = 0;
  int members = 0;
  for (int i = 0; i < n; ++i) {
    if (!pmapi::IsMember(cells[i])) continue;
    if (cells[i] != pmapi::kKnown) return std::nullopt;
    result = members == 0 ? values[i] : Combine(reducer, result, values[i]);
    ++members;
  }
  if (members == 0) return std::nullopt;
  return reducer == Reducer::kAvg ? result / members : result;
}

/// totals[k] is the fold of the `n` numbers at rows[k], each in its order.
template <std::size_t N, typename F>
void FoldChains(const double* const (&rows)[N], int n, double (&totals)[N],
                F f) {
  for (std::size_t k = 0; k < N; ++k) totals[k] = rows[k][0];
  for (int i = 1; i < n; ++i) {
    for (std::size_t k = 0; k < N; ++k) totals[k] = f(totals[k], rows[k][i]);
  }
}

/// The `n` lanes from `first` on, and the column of the result that is theirs.
struct Group {
  std::size_t first = 0;
  int n = 0;
  std::size_t column = 0;
  std::size_t rests = 0;  // of so many hosts; 0: these are no groups of records
};

/// Ticks from `begin` up to `end`.
struct TickRange {
  int begin = 0;
  int end = 0;
};

/// sum, avg, min, max of members that are all known. REQUIRES: some.
template <typename F>
void FoldKnown(const pmapi::Block& operand, const Group& group, TickRange ticks,
               pmapi::Block* out, F f) {
  // A fold waits for each of its steps: several ticks go side by side.
  constexpr int kAtOnce = 4;
  const auto row = [&](int t) { return operand.row(t) + group.first; };
  int t = ticks.begin;
  for (; t + kAtOnce <= ticks.end; t += kAtOnce) {
    double totals[kAtOnce];
    FoldChains({row(t), row(t + 1), row(t + 2), row(t + 3)}, group.n, totals,
               f);
    for (int k = 0; k < kAtOnce; ++k) {
      out->row(t + k)[group.column] = totals[k];
    }
  }
  for (; t < ticks.end; ++t) {
    double total[1];
    FoldChains({row(t)}, group.n, total, f);
    out->row(t)[group.column] = total[0];
  }
}

bool IsFolded(Reducer reducer) {
  return reducer == Reducer::kSum || reducer == Reducer::kAvg ||
         IsExtreme(reducer);
}

/// REQUIRES: IsFolded(); as FoldKnown().
void ReduceKnown(Reducer reducer, const pmapi::Block& operand,
                 const Group& group, TickRange ticks, pmapi::Block* out) {
  const auto fold = [&](auto f) { FoldKnown(operand, group, ticks, out, f); };
  if (reducer == Reducer::kMin) {
    fold([](double a, double b) { return b < a ? b : a; });
  } else if (reducer == Reducer::kMax) {
    fold([](double a, double b) { return b > a ? b : a; });
  } else {
    fold([](double a, double b) { return a + b; });
  }
  for (int t = ticks.begin; t < ticks.end; ++t) {
    if (reducer == Reducer::kAvg) out->row(t)[group.column] /= group.n;
    out->cell_row(t)[group.column] = pmapi::kKnown;
  }
}

/// The end of the rows from `begin` on that are known throughout.
int EndOfKnown(const pmapi::Block& operand, int begin) {
  if (operand.dense()) return operand.ticks();
  while (begin < operand.ticks() && operand.known(begin)) ++begin;
  return begin;
}

/// Of members any of which may be unknown. `numbers`: room for them.
std::optional<double> ReduceMembers(const program::Reduction& reduction,
                                    const double* values,
                                    const pmapi::Cell* cells, int n,
                                    std::vector<double>* numbers) {
  const Reducer reducer = reduction.reducer;
  return reducer == Reducer::kPercentile || reducer == Reducer::kStddev
             ? ReduceSpread(reduction, values, cells, n, numbers)
             : ReduceNumbers(reducer, values, cells, n);
}

/// A sum of groups of records of which it is known that none is there: 0.
bool SumsUpNone(Reducer reducer, const pmapi::Block& operand,
                const Group& group, int tick) {
  if (group.rests == 0 || reducer != Reducer::kSum) return false;
  const pmapi::Cell* cells = operand.cell_row(tick);
  const auto n = static_cast<std::size_t>(group.n);
  return std::none_of(cells + group.first, cells + group.first + n,
                      pmapi::IsMember) &&
         IsKnownToBeEmpty(
             *operand.lanes(), group.first, n, group.rests,
             [&](std::size_t i) { return cells[i] == pmapi::kRestKnown; });
}

/// Whether all of the group's results are known. `numbers`: room for members.
bool ReduceGroup(const program::Reduction& reduction,
                 const pmapi::Block& operand, const Group& group,
                 std::vector<double>* numbers, pmapi::Block* out) {
  const bool folded = IsFolded(reduction.reducer) && group.n > 0;
  bool dense = true;
  for (int t = 0; t < operand.ticks(); ++t) {
    const int end = folded ? EndOfKnown(operand, t) : t;
    if (end > t) {
      ReduceKnown(reduction.reducer, operand, group, {t, end}, out);
      t = end;
      if (t == operand.ticks()) break;
    }
    std::optional<double> reduced =
        ReduceMembers(reduction, operand.row(t) + group.first,
                      operand.cell_row(t) + group.first, group.n, numbers);
    if (!reduced && SumsUpNone(reduction.reducer, operand, group, t)) {
      reduced = 0;
    }
    out->row(t)[group.column] = reduced.value_or(0);
    out->cell_row(t)[group.column] = reduced ? pmapi::kKnown : pmapi::kMember;
    dense = dense && reduced.has_value();
  }
  return dense;
}

}  // namespace

void EvalReduceLanes(const program::ReduceLanes& node,
                     const pmapi::Block& operand, const expr::Layout& layout,
                     LaneRoom* room, pmapi::Block* out) {
  const int hosts = node.by_host ? layout.hosts() : 0;
  const std::vector<std::size_t>& groups = room->groups;
  FindGroups(*operand.lanes(), hosts, layout.parts, &room->groups);
  const std::size_t rests = !HasGroups(layout) ? 0
                            : node.by_host     ? 1
                                               : layout.sources.size();
  std::vector<double> numbers;
  bool dense = true;
  for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
    const auto n = static_cast<int>(groups[g + 1] - groups[g]);
    const Group group{groups[g], n, g, rests};
    dense = ReduceGroup(node.reduction, operand, group, &numbers, out) && dense;
  }
  out->set_dense(dense);
}

}  // namespace engine::eval
