// Aggregates over lanes.
#include <optional>

#include "engine/eval/deviation.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/lane_groups.h"
#include "engine/eval/percentile.h"

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
    return Percentile(reduction.percent, numbers);
  }
  return DeviationOf(static_cast<int>(numbers->size()),
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

/// sum, avg, min, max of `n` members that are all known, in column `group` of
/// `out`. REQUIRES: n > 0.
template <typename F>
void FoldDense(const pmapi::Block& operand, std::size_t first, int n,
               std::size_t group, pmapi::Block* out, F f) {
  // A fold waits for each of its steps: several ticks go side by side.
  constexpr int kAtOnce = 4;
  const int ticks = operand.ticks();
  const auto row = [&](int t) { return operand.row(t) + first; };
  int t = 0;
  for (; t + kAtOnce <= ticks; t += kAtOnce) {
    double totals[kAtOnce];
    FoldChains({row(t), row(t + 1), row(t + 2), row(t + 3)}, n, totals, f);
    for (int k = 0; k < kAtOnce; ++k) out->row(t + k)[group] = totals[k];
  }
  for (; t < ticks; ++t) {
    double total[1];
    FoldChains({row(t)}, n, total, f);
    out->row(t)[group] = total[0];
  }
}

/// False if `reducer` is none of those.
bool ReduceDense(Reducer reducer, const pmapi::Block& operand,
                 std::size_t first, int n, std::size_t group,
                 pmapi::Block* out) {
  const auto fold = [&](auto f) {
    FoldDense(operand, first, n, group, out, f);
    for (int t = 0; t < out->ticks(); ++t) {
      if (reducer == Reducer::kAvg) out->row(t)[group] /= n;
      out->cell_row(t)[group] = pmapi::kKnown;
    }
    return true;
  };
  if (reducer == Reducer::kMin) {
    return fold([](double a, double b) { return b < a ? b : a; });
  }
  if (reducer == Reducer::kMax) {
    return fold([](double a, double b) { return b > a ? b : a; });
  }
  if (reducer != Reducer::kSum && reducer != Reducer::kAvg) return false;
  return fold([](double a, double b) { return a + b; });
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

}  // namespace

void EvalReduceLanes(const program::ReduceLanes& node,
                     const pmapi::Block& operand, const expr::Layout& layout,
                     pmapi::Block* out) {
  const int hosts = node.by_host ? layout.hosts() : 0;
  const Reducer reducer = node.reduction.reducer;
  const auto groups = GroupsOf(*operand.lanes(), hosts, layout.parts);
  std::vector<double> numbers;
  bool dense = true;
  for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
    const auto n = static_cast<int>(groups[g + 1] - groups[g]);
    if (operand.dense() && n > 0 &&
        ReduceDense(reducer, operand, groups[g], n, g, out)) {
      continue;
    }
    for (int t = 0; t < operand.ticks(); ++t) {
      const double* values = operand.row(t) + groups[g];
      const pmapi::Cell* cells = operand.cell_row(t) + groups[g];
      const std::optional<double> reduced =
          ReduceMembers(node.reduction, values, cells, n, &numbers);
      out->row(t)[g] = reduced.value_or(0);
      out->cell_row(t)[g] = reduced ? pmapi::kKnown : pmapi::kMember;
      dense &= reduced.has_value();
    }
  }
  out->set_dense(dense);
}

}  // namespace engine::eval
