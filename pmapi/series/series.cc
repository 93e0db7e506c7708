// Convert: a loop a type over the block where the columns agree, else row by
// row. Rates are rate.cc's.
#include "pmapi/series/series.h"

#include <algorithm>

#include "base/kernels/kernels.h"
#include "pmapi/series/native.h"

namespace pmapi {

Segment Segment::Explicit(int first, const SampleGroup& group,
                          std::span<const InstanceId> instances) {
  Segment segment{first, {}, false, true};
  const std::vector<InstanceId>& ids = group.instances;
  for (const InstanceId id : instances) {
    const auto at = std::lower_bound(ids.begin(), ids.end(), id);
    const bool found = at != ids.end() && *at == id;
    segment.from.push_back(found ? static_cast<int>(at - ids.begin()) : -1);
  }
  return segment;
}

namespace {

template <typename Floating>
void ConvertRow(Floating, const std::uint64_t* bits, std::size_t n,
                double factor, double* out) {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = Floating::Number(bits[i]) * factor;
  }
}

void ConvertRow(SignedNative, const std::uint64_t* bits, std::size_t n,
                double factor, double* out) {
  base::kernels::Best().scale(bits, n, 0, factor, out);
}

// Most counters never come near 2^63.
void ConvertRow(UnsignedNative, const std::uint64_t* bits, std::size_t n,
                double factor, double* out) {
  const std::uint64_t seen =
      base::kernels::Best().scale(bits, n, 0, factor, out);
  if (static_cast<std::int64_t>(seen) >= 0) return;
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = UnsignedNative::Number(bits[i]) * factor;
  }
}

// The columns that a segment picks from one row, each value made by `number`.
template <typename Number>
void PickRow(const Segment& segment, const std::uint64_t* bits,
             const Cell* cells, Number number, double* values, Cell* out) {
  const Cell least = segment.always_member ? kMember : kAbsent;
  for (std::size_t i = 0; i < segment.from.size(); ++i) {
    const int j = segment.from[i];
    const bool valid = j >= 0 && (cells[j] & kValid);
    values[i] = valid ? number(bits[j]) : 0;
    out[i] = j < 0 ? least : cells[j] | least;
  }
}

bool AllKnown(const Segment& segment, std::size_t width, Block* out) {
  Cell common = kKnown;
  for (int t = 0; t < out->ticks(); ++t) {
    const Cell* cells = out->cell_row(t) + segment.first;
    for (std::size_t i = 0; i < width; ++i) common &= cells[i];
  }
  return common == kKnown;
}

void CopyCells(const Segment& segment, const MetricSamples& metric,
               std::size_t row, std::size_t width, Cell* out) {
  const Cell* cells = metric.cells.data() + row * width;
  std::copy_n(cells, width, out);
  if (!segment.always_member) return;
  for (std::size_t i = 0; i < width; ++i) out[i] |= kMember;
}

template <typename Native>
void ConvertAll(Native native, const Samples& samples,
                const MetricSamples& metric, double factor,
                const Segment& segment, Block* out) {
  const std::size_t width = samples.groups[metric.group].instances.size();
  if (segment.identity && static_cast<int>(width) == out->width()) {
    ConvertRow(native, metric.bits.data(), width * samples.stamps.size(),
               factor, out->values());
    CopyCells(segment, metric, 0, width * samples.stamps.size(), out->cells());
    return;
  }
  for (int t = 0; t < samples.ticks(); ++t) {
    const std::size_t at = static_cast<std::size_t>(t) * width;
    double* values = out->row(t) + segment.first;
    Cell* cells = out->cell_row(t) + segment.first;
    if (segment.identity) {
      ConvertRow(native, metric.bits.data() + at, width, factor, values);
      CopyCells(segment, metric, static_cast<std::size_t>(t), width, cells);
    } else {
      PickRow(
          segment, metric.bits.data() + at, metric.cells.data() + at,
          [factor](std::uint64_t bits) {
            return Native::Number(bits) * factor;
          },
          values, cells);
    }
  }
}

bool IsDense(const Samples& samples, const MetricSamples& metric,
             const Segment& segment, Block* out) {
  if (segment.identity && metric.dense) return true;
  const int width = segment.Width(samples.groups[metric.group]);
  return AllKnown(segment, static_cast<std::size_t>(width), out);
}

}  // namespace

bool Convert(const Samples& samples, const MetricSamples& metric, Type type,
             double factor, const Segment& segment, Block* out) {
  WithNative(type, [&](auto native) {
    ConvertAll(native, samples, metric, factor, segment, out);
  });
  return IsDense(samples, metric, segment, out);
}

bool ConvertStrings(const Samples& samples, const MetricSamples& metric,
                    std::span<const double> numbers, const Segment& segment,
                    Block* out) {
  const std::size_t width = samples.groups[metric.group].instances.size();
  Segment all = segment;
  if (segment.identity) {
    for (std::size_t i = 0; i < width; ++i) {
      all.from.push_back(static_cast<int>(i));
    }
  }
  for (int t = 0; t < samples.ticks(); ++t) {
    const std::size_t at = static_cast<std::size_t>(t) * width;
    PickRow(
        all, metric.bits.data() + at, metric.cells.data() + at,
        [numbers](std::uint64_t index) { return numbers[index]; },
        out->row(t) + segment.first, out->cell_row(t) + segment.first);
  }
  return IsDense(samples, metric, segment, out);
}

bool PickLanes(const Block& from, const Segment& segment, Block* out) {
  Cell common = kKnown;
  for (int t = 0; t < out->ticks(); ++t) {
    const double* values = from.row(t);
    const Cell* cells = from.cell_row(t);
    double* to = out->row(t) + segment.first;
    Cell* to_cells = out->cell_row(t) + segment.first;
    for (std::size_t k = 0; k < segment.from.size(); ++k) {
      const int i = segment.from[k];
      to[k] = i < 0 ? 0 : values[i];
      to_cells[k] = i < 0 ? kMember : cells[i] | kMember;
      common &= to_cells[k];
    }
  }
  return common == kKnown;
}

}  // namespace pmapi
