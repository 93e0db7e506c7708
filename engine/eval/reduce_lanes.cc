// Reductions over lanes.
#include <algorithm>

#include "base/check.h"
#include "base/kernels/kernels.h"
#include "engine/eval/deviation.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/percentile.h"
#include "engine/eval/undecided.h"

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
Reduced ReduceSpread(const program::Reduction& reduction, const double* values,
                     const pmapi::Cell* cells, int n,
                     std::vector<double>* numbers) {
  numbers->clear();
  for (int i = 0; i < n; ++i) {
    if (!pmapi::IsMember(cells[i])) continue;
    if (cells[i] != pmapi::kKnown) return Reduced{};
    numbers->push_back(values[i]);
  }
  if (numbers->empty()) return Reduced{};
  return Reduced{Spread(reduction, numbers), pmapi::kKnown};
}

/// sum, avg, min, max of the members; unknown if one is, or there is none.
Reduced ReduceNumbers(Reducer reducer, const double* values,
                      const pmapi::Cell* cells, int n) {
  Reduced result;
  int members = 0;
  for (int i = 0; i < n; ++i) {
    if (!pmapi::IsMember(cells[i])) continue;
    if (cells[i] != pmapi::kKnown) return Reduced{};
    result.value =
        members == 0 ? values[i] : Combine(reducer, result.value, values[i]);
    ++members;
  }
  if (members == 0) return Reduced{};
  if (reducer == Reducer::kAvg) result.value /= members;
  result.cell = pmapi::kKnown;
  return result;
}

Tally TallyOf(const double* values, const pmapi::Cell* cells, int n) {
  Tally tally;
  for (int i = 0; i < n; ++i) {
    tally.members += pmapi::IsMember(cells[i]);
    tally.values += HasValue(cells[i]);
    const bool known = cells[i] == pmapi::kKnown;
    tally.known += known;
    tally.truths += known && values[i] != 0;
  }
  return tally;
}

Tally DenseTallyOf(const double* truths, int n) {
  const std::size_t count =
      base::kernels::Best().count(truths, static_cast<std::size_t>(n));
  return Tally{n, n, n, static_cast<int>(count)};
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

/// Where the lanes of each host begin, and the last ones' end. Of what is not
/// reduced by host all lanes are one group.
std::vector<std::size_t> GroupsOf(const std::vector<pmapi::Lane>& lanes,
                                  int hosts, int parts) {
  std::vector<std::size_t> groups = {0};
  for (int host = 0; host < hosts; ++host) {
    std::size_t end = groups.back();
    while (end < lanes.size() && lanes[end].host / parts == host) ++end;
    groups.push_back(end);
  }
  if (hosts == 0) groups.push_back(lanes.size());
  return groups;
}

/// A quantifier over no members is only undecided where another host has some.
void DecideWithoutMembers(const pmapi::Block& operand,
                          const std::vector<std::size_t>& groups,
                          pmapi::Block* out) {
  for (int t = 0; t < operand.ticks(); ++t) {
    const pmapi::Cell* cells = operand.cell_row(t);
    const auto none = [cells](std::size_t begin, std::size_t end) {
      return std::none_of(cells + begin, cells + end, pmapi::IsMember);
    };
    if (none(0, groups.back())) continue;
    for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
      if (none(groups[g], groups[g + 1])) out->cell_row(t)[g] = kUndecided;
    }
  }
}

}  // namespace

int NeededOf(const program::Reduction& reduction, int members) {
  return static_cast<int>(0.5 + reduction.percent / 100.0 * members);
}

Reduced ReduceTruths(const program::Reduction& reduction, const Tally& tally) {
  if (tally.members == 0) return Reduced{};
  const int unknown = tally.members - tally.known;
  const bool valued = tally.values == tally.members;
  const Reduced undecided{0, valued ? kUndecided : pmapi::kMember};
  const auto decided = [](bool truth) {
    return Reduced{truth ? 1.0 : 0.0, pmapi::kKnown};
  };
  switch (reduction.reducer) {
    case Reducer::kCount:
      if (!valued) return Reduced{};
      return Reduced{static_cast<double>(tally.truths), pmapi::kKnown};
    case Reducer::kAll:
      if (tally.known > tally.truths) return decided(false);
      return unknown > 0 ? undecided : decided(true);
    case Reducer::kSome:
      if (tally.truths > 0) return decided(true);
      return unknown > 0 ? undecided : decided(false);
    case Reducer::kPercent: {
      const int needed = NeededOf(reduction, tally.members);
      // Rounded to none it is true of all that is known, and not of what is
      // not.
      const int enough = unknown > 0 ? std::max(needed, 1) : needed;
      if (tally.truths >= enough) return decided(true);
      return tally.truths + unknown < enough ? decided(false) : undecided;
    }
    case Reducer::kSum:
    case Reducer::kAvg:
    case Reducer::kMin:
    case Reducer::kMax:
    case Reducer::kPercentile:
    case Reducer::kStddev:
      break;
  }
  CHECK(false);
  return Reduced{};
}

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
      const Reduced reduced =
          IsOfTruths(reducer)
              ? ReduceTruths(node.reduction, operand.dense()
                                                 ? DenseTallyOf(values, n)
                                                 : TallyOf(values, cells, n))
          : reducer == Reducer::kPercentile || reducer == Reducer::kStddev
              ? ReduceSpread(node.reduction, values, cells, n, &numbers)
              : ReduceNumbers(reducer, values, cells, n);
      out->row(t)[g] = reduced.value;
      out->cell_row(t)[g] = reduced.cell;
      dense &= reduced.cell == pmapi::kKnown;
    }
  }
  out->set_dense(dense);
  if (!dense && hosts > 1 && IsQuantifier(reducer)) {
    DecideWithoutMembers(operand, groups, out);
  }
}

}  // namespace engine::eval
