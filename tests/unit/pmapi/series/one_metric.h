// Samples of one metric and what became of them, for tests of pmapi/series.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_SERIES_ONE_METRIC_H_
#define TOCSIN_TESTS_UNIT_PMAPI_SERIES_ONE_METRIC_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pmapi/series/series.h"

namespace pmapi {

/// Of one metric: rows of bits; nullopt is absent.
using Rows = std::vector<std::vector<std::optional<std::uint64_t>>>;

/// The instances `ids` ascend; ticks are `step_ns` apart.
inline Samples Make(std::vector<InstanceId> ids, const Rows& rows,
                    std::int64_t first_ns = 0,
                    std::int64_t step_ns = base::kNanosPerSecond) {
  Samples samples;
  samples.groups.push_back({InDom{1}, std::move(ids)});
  MetricSamples& metric = samples.metrics.emplace_back();
  metric.dense = true;
  for (const auto& row : rows) {
    const auto k = static_cast<std::int64_t>(samples.stamps.size());
    samples.stamps.push_back({first_ns + k * step_ns});
    metric.after_mark.push_back(0);
    for (const auto& value : row) {
      metric.bits.push_back(value.value_or(0));
      metric.cells.push_back(value ? kKnown : kAbsent);
      metric.dense &= value.has_value();
    }
  }
  return samples;
}

inline Block MakeBlock(int ticks, int width) {
  Block block;
  block.Reset(ticks, std::make_shared<std::vector<Lane>>(width));
  return block;
}

inline std::vector<double> Values(const Block& block) {
  return {block.values(), block.values() + block.size()};
}

inline std::vector<int> Cells(const Block& block) {
  return {block.cells(), block.cells() + block.size()};
}

inline std::uint64_t Bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_SERIES_ONE_METRIC_H_
