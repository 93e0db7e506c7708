// A row at a time: as it stands, or column by column.
#include "pmapi/fetch/segment.h"

#include <algorithm>

namespace pmapi {
namespace {

/// What is a lane's of which nothing is known.
Cell LeastOf(const Segment& segment) {
  return segment.always_member ? kMember : kAbsent;
}

/// One row of the segment's columns, each value made by `number` of what
/// stands in its column. What all cells have in common.
template <typename Value, typename Number>
Cell PickRow(const Segment& segment, const Value* from, const Cell* cells,
             Number number, double* to, Cell* to_cells) {
  const Cell least = LeastOf(segment);
  Cell common = kKnown;
  for (std::size_t i = 0; i < segment.from.size(); ++i) {
    const int j = segment.from[i];
    const bool known = j >= 0 && cells[j] == kKnown;
    to[i] = known ? number(from[j]) : 0;
    to_cells[i] = j < 0 ? least : static_cast<Cell>(cells[j] | least);
    common &= to_cells[i];
  }
  return common;
}

Cell CopyRow(const double* from, const Cell* cells, std::size_t width,
             Cell least, double* to, Cell* to_cells) {
  std::copy_n(from, width, to);
  Cell common = kKnown;
  for (std::size_t i = 0; i < width; ++i) {
    to_cells[i] = static_cast<Cell>(cells[i] | least);
    common &= to_cells[i];
  }
  return common;
}

std::vector<int> AllColumns(std::size_t width) {
  std::vector<int> all;
  for (std::size_t i = 0; i < width; ++i) all.push_back(static_cast<int>(i));
  return all;
}

}  // namespace

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

bool PutNumbers(const NumberRows& from, std::size_t first_row,
                const Segment& segment, Block* out) {
  const std::size_t width = from.width();
  const Cell least = LeastOf(segment);
  Cell common = kKnown;
  for (int t = 0; t < out->ticks(); ++t) {
    const std::size_t at = (first_row + static_cast<std::size_t>(t)) * width;
    const double* values = from.values().data() + at;
    const Cell* cells = from.cells().data() + at;
    double* to = out->row(t) + segment.first;
    Cell* to_cells = out->cell_row(t) + segment.first;
    common &= segment.identity
                  ? CopyRow(values, cells, width, least, to, to_cells)
                  : PickRow(
                        segment, values, cells, [](double v) { return v; }, to,
                        to_cells);
  }
  return common == kKnown;
}

bool PutStrings(const MetricSamples& from, std::size_t width,
                std::size_t first_row, std::span<const double> numbers,
                const Segment& segment, Block* out) {
  Segment all = segment;
  if (segment.identity) all.from = AllColumns(width);
  Cell common = kKnown;
  for (int t = 0; t < out->ticks(); ++t) {
    const std::size_t at = (first_row + static_cast<std::size_t>(t)) * width;
    common &= PickRow(
        all, from.bits.data() + at, from.cells.data() + at,
        [numbers](std::uint64_t index) { return numbers[index]; },
        out->row(t) + segment.first, out->cell_row(t) + segment.first);
  }
  return common == kKnown;
}

}  // namespace pmapi
