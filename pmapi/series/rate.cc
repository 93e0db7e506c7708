// Rate: pmie's arithmetic from tick to tick, a straight loop where every
// lane has both values, lane by lane where one has not.
#include <algorithm>

#include "base/kernels/kernels.h"
#include "base/stamp.h"
#include "pmapi/series/native.h"
#include "pmapi/series/series.h"

namespace pmapi {
namespace {

/// Up to here doubles hold all integers.
constexpr std::uint64_t kExact = std::uint64_t{1} << 53;

// One tick of the group's columns.
struct TickRow {
  const std::uint64_t* bits;
  const Cell* cells;
  const ScaledRow& scaled;
};

/// What does not change within one call.
struct RateTask {
  double factor;
  bool correct_wrap;
  bool narrow;  // 32-bit: wraps at 2^32
  int first;    // column of the block
};

void Scale(SignedNative, const std::uint64_t* bits, std::size_t width,
           double factor, ScaledRow* row) {
  const std::uint64_t seen = base::kernels::Best().scale(
      bits, width, kExact, factor, row->values.data());
  row->wide = seen >= 2 * kExact;
}

void Scale(UnsignedNative, const std::uint64_t* bits, std::size_t width,
           double factor, ScaledRow* row) {
  const std::uint64_t seen =
      base::kernels::Best().scale(bits, width, 0, factor, row->values.data());
  row->wide = seen >= kExact;
  if (!row->wide) return;
  for (std::size_t i = 0; i < width; ++i) {
    row->values[i] = UnsignedNative::Number(bits[i]) * factor;
  }
}

template <typename Floating>
void Scale(Floating, const std::uint64_t* bits, std::size_t width,
           double factor, ScaledRow* row) {
  for (std::size_t i = 0; i < width; ++i) {
    row->values[i] = Floating::Number(bits[i]) * factor;
  }
  row->wide = false;
}

template <typename Native>
void ScaleRow(Native native, const std::uint64_t* bits, const Cell* cells,
              std::size_t width, double factor, ScaledRow* row) {
  row->values.resize(width);
  Scale(native, bits, width, factor, row);
  Cell common = kKnown;
  for (std::size_t i = 0; i < width; ++i) common &= cells[i];
  row->all_valid = common == kKnown;
}

// The rate where all is known and nothing is wide; false if one may have gone
// back.
bool StraightRow(const ScaledRow& now, const ScaledRow& before, double seconds,
                 double* values, Cell* cells) {
  const std::size_t width = now.values.size();
  std::fill_n(cells, width, kKnown);
  return base::kernels::Best().rate(now.values.data(), before.values.data(),
                                    seconds, width, values);
}

// The difference in canonical units, or a negative number if it is unknown.
template <typename Native>
double Difference(Native, const RateTask& task, const TickRow& now,
                  const TickRow& before, std::size_t i) {
  const std::uint64_t a = before.bits[i];
  const std::uint64_t b = now.bits[i];
  const bool wide = Native::Wide(a) || Native::Wide(b);
  if (!wide) {
    const double difference = now.scaled.values[i] - before.scaled.values[i];
    if (!(difference < 0)) return difference;
  } else if (!Native::Less(b, a)) {
    return static_cast<double>(b - a) * task.factor;
  }
  if (!task.correct_wrap || !Native::kInteger) return -1;
  const std::uint64_t wrapped =
      task.narrow ? static_cast<std::uint32_t>(b - a) : b - a;
  return static_cast<double>(wrapped) * task.factor;
}

template <typename Native>
void LaneRate(Native native, const RateTask& task, const TickRow& now,
              const TickRow& before, double seconds, std::size_t i, bool marked,
              double* value, Cell* cell) {
  *value = 0;
  *cell = kAbsent;
  if (now.cells[i] == kAbsent) return;
  if (before.cells[i] == kAbsent) {
    *cell = kPresent;
    return;
  }
  *cell = kMember;
  if (marked) return;
  const double difference = Difference(native, task, now, before, i);
  if (difference < 0) return;
  *value = difference / seconds;
  *cell = kKnown;
}

/// True if the row is kKnown throughout.
template <typename Native>
bool RateRow(Native native, const RateTask& task, const TickRow& now,
             const TickRow& before, double seconds, bool marked, double* values,
             Cell* cells) {
  const ScaledRow& a = before.scaled;
  const ScaledRow& b = now.scaled;
  const bool straight =
      a.all_valid && b.all_valid && !marked && !a.wide && !b.wide;
  if (straight && StraightRow(b, a, seconds, values, cells)) return true;
  Cell common = kKnown;
  for (std::size_t i = 0; i < b.values.size(); ++i) {
    LaneRate(native, task, now, before, seconds, i, marked, &values[i],
             &cells[i]);
    common &= cells[i];
  }
  return common == kKnown;
}

/// Lays the kept tick out as the columns of `group`. False if it is so already.
bool Align(const SampleGroup& group, RateState* state) {
  if (!state->empty && state->instances == group.instances) return false;
  const std::vector<InstanceId>& ids = group.instances;
  std::vector<std::uint64_t> bits(ids.size(), 0);
  std::vector<Cell> cells(ids.size(), kAbsent);
  std::size_t k = 0;
  for (std::size_t i = 0; i < ids.size() && !state->empty; ++i) {
    const std::vector<InstanceId>& old = state->instances;
    while (k < old.size() && old[k] < ids[i]) ++k;
    if (k == old.size()) break;
    if (old[k] != ids[i]) continue;
    bits[i] = state->bits[k];
    cells[i] = state->cells[k];
  }
  state->instances = ids;
  state->bits = std::move(bits);
  state->cells = std::move(cells);
  return true;
}

void Keep(const Samples& samples, const MetricSamples& metric,
          RateState* state) {
  const std::size_t width = state->instances.size();
  const std::size_t at = (samples.stamps.size() - 1) * width;
  std::copy_n(metric.bits.begin() + at, width, state->bits.begin());
  std::copy_n(metric.cells.begin() + at, width, state->cells.begin());
  state->stamp = samples.stamps.back();
  state->origin = metric.origin;
  state->empty = false;
}

/// True if all is known.
template <typename Native>
bool RateAll(Native native, const Samples& samples, const MetricSamples& metric,
             const RateTask& task, RateState* state, Block* out) {
  const std::size_t width = state->instances.size();
  const std::uint64_t* last_bits = state->bits.data();
  const Cell* last_cells = state->cells.data();
  double last = base::StampSeconds(state->stamp);
  bool apart = metric.origin != state->origin;
  bool all_known = true;
  for (int t = 0; t < samples.ticks(); ++t) {
    const std::size_t tick = static_cast<std::size_t>(t);
    const std::uint64_t* bits = metric.bits.data() + tick * width;
    const Cell* cells = metric.cells.data() + tick * width;
    ScaleRow(native, bits, cells, width, task.factor, &state->next);
    const double stamp = base::StampSeconds(samples.stamps[tick]);
    // As over a mark nothing is known over a clock that was set back.
    apart = apart || metric.after_mark[tick] != 0 || !(stamp > last);
    all_known &=
        RateRow(native, task, {bits, cells, state->next},
                {last_bits, last_cells, state->scaled}, stamp - last, apart,
                out->row(t) + task.first, out->cell_row(t) + task.first);
    std::swap(state->next, state->scaled);
    last_bits = bits;
    last_cells = cells;
    last = stamp;
    apart = false;
  }
  return all_known;
}

}  // namespace

bool Rate(const Samples& samples, const MetricSamples& metric, Type type,
          double factor, RateOptions options, int first, RateState* state,
          Block* out) {
  if (samples.stamps.empty()) return true;
  const bool moved = Align(samples.groups[metric.group], state);
  const bool narrow = type == Type::k32 || type == Type::kU32;
  const RateTask task{factor, options.counter_wrap, narrow, first};
  const bool all_known = WithNative(type, [&](auto native) {
    if (moved) {
      ScaleRow(native, state->bits.data(), state->cells.data(),
               state->bits.size(), factor, &state->scaled);
    }
    return RateAll(native, samples, metric, task, state, out);
  });
  Keep(samples, metric, state);
  return all_known;
}

}  // namespace pmapi
