// Reductions over lanes.
#include "base/check.h"
#include "engine/eval/eval_reduce.h"

namespace engine::eval {
namespace {

using program::Reducer;

bool IsNumeric(Reducer reducer) {
  return reducer == Reducer::kSum || reducer == Reducer::kAvg ||
         reducer == Reducer::kMin || reducer == Reducer::kMax;
}

double Combine(Reducer reducer, double total, double value) {
  if (reducer == Reducer::kMin) return value < total ? value : total;
  if (reducer == Reducer::kMax) return value > total ? value : total;
  return total + value;
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
    const bool known = cells[i] == pmapi::kKnown;
    tally.known += known;
    tally.truths += known && values[i] != 0;
  }
  return tally;
}

Tally DenseTallyOf(const double* truths, int n) {
  double sum = 0;  // of zeros and ones: exact
  for (int i = 0; i < n; ++i) sum += truths[i];
  return Tally{n, n, static_cast<int>(sum)};
}

/// One past the last lane of host `host`, from `begin` on.
int EndOfHost(const std::vector<pmapi::Lane>& lanes, int begin, int host,
              int parts) {
  std::size_t end = static_cast<std::size_t>(begin);
  while (end < lanes.size() && lanes[end].host / parts == host) ++end;
  return static_cast<int>(end);
}

}  // namespace

Reduced ReduceTruths(const program::Reduction& reduction, const Tally& tally) {
  if (tally.members == 0) return Reduced{};
  const int unknown = tally.members - tally.known;
  const auto decided = [](bool truth) {
    return Reduced{truth ? 1.0 : 0.0, pmapi::kKnown};
  };
  switch (reduction.reducer) {
    case Reducer::kCount:
      return Reduced{static_cast<double>(tally.truths), pmapi::kKnown};
    case Reducer::kAll:
      if (tally.known > tally.truths) return decided(false);
      return unknown > 0 ? Reduced{} : decided(true);
    case Reducer::kSome:
      if (tally.truths > 0) return decided(true);
      return unknown > 0 ? Reduced{} : decided(false);
    case Reducer::kPercent: {
      // The threshold is rounded to the nearest number of members, as pmie's.
      const int needed =
          static_cast<int>(0.5 + reduction.percent / 100.0 * tally.members);
      if (tally.truths >= needed) return decided(true);
      return tally.truths + unknown < needed ? decided(false) : Reduced{};
    }
    case Reducer::kSum:
    case Reducer::kAvg:
    case Reducer::kMin:
    case Reducer::kMax:
      break;
  }
  CHECK(false);
  return Reduced{};
}

void EvalReduceLanes(const program::ReduceLanes& node,
                     const pmapi::Block& operand, const expr::Layout& layout,
                     pmapi::Block* out) {
  const int hosts = node.by_host ? layout.hosts() : 0;
  const bool numeric = IsNumeric(node.reduction.reducer);
  int begin = 0;
  bool dense = true;
  for (int group = 0; group < (hosts > 0 ? hosts : 1); ++group) {
    const int end =
        hosts > 0 ? EndOfHost(*operand.lanes(), begin, group, layout.parts)
                  : operand.width();
    const int n = end - begin;
    for (int t = 0; t < operand.ticks(); ++t) {
      const double* values = operand.row(t) + begin;
      const pmapi::Cell* cells = operand.cell_row(t) + begin;
      const Reduced reduced =
          numeric ? ReduceNumbers(node.reduction.reducer, values, cells, n)
                  : ReduceTruths(node.reduction,
                                 operand.dense() ? DenseTallyOf(values, n)
                                                 : TallyOf(values, cells, n));
      out->row(t)[group] = reduced.value;
      out->cell_row(t)[group] = reduced.cell;
      dense &= reduced.cell == pmapi::kKnown;
    }
    begin = end;
  }
  out->set_dense(dense);
}

}  // namespace engine::eval
