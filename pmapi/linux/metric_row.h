// MetricRow: a metric is a line: its name and identifier as PCP's, what it
// is, the field of a table that holds it, and the same in words. The lines are
// in metrics_*.cc.
#ifndef TOCSIN_PMAPI_LINUX_METRIC_ROW_H_
#define TOCSIN_PMAPI_LINUX_METRIC_ROW_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "pmapi/linux/table_id.h"
#include "pmapi/metric/metric.h"

namespace pmapi::lnx {

/// From what the kernel counts in to the metric's units.
enum class Scale : std::uint8_t {
  kSame,
  kTicks,      // of _SC_CLK_TCK, to milliseconds
  kSectors,    // of 512 bytes, to Kbyte
  kPages,      // of memory, to Kbyte
  kKbToMb,     // Kbyte to Mbyte
  kKbToBytes,  // Kbyte to byte
  kBytesToKb,  // byte to Kbyte
};

/// What many metrics have in common.
struct Traits {
  Type type;
  Semantics semantics;
  Units units;
  Scale scale = Scale::kSame;
};

inline constexpr Units kNone{};
inline constexpr Units kByte{1, 0, 0};
inline constexpr Units kKbyte{1, 0, 0, SpaceScale::kKbyte};
inline constexpr Units kMbyte{1, 0, 0, SpaceScale::kMbyte};
inline constexpr Units kNsec{0, 1, 0};
inline constexpr Units kUsec{0, 1, 0, {}, TimeScale::kUsec};
inline constexpr Units kMsec{0, 1, 0, {}, TimeScale::kMsec};
inline constexpr Units kSec{0, 1, 0, {}, TimeScale::kSec};
inline constexpr Units kOne{0, 0, 1};
inline constexpr Units kPerSec{0, -1, 1, {}, TimeScale::kSec};
inline constexpr Units kPerUsec{0, -1, 0, {}, TimeScale::kUsec};
inline constexpr Units kBytePerSec{1, -1, 0, {}, TimeScale::kSec};
inline constexpr Units kMbytePerSec{1, -1, 0, SpaceScale::kMbyte,
                                    TimeScale::kSec};

/// Counters, instants and discretes of one type: `Counter(kU64, kOne)`.
constexpr Traits Counter(Type type, Units units, Scale scale = Scale::kSame) {
  return {type, Semantics::kCounter, units, scale};
}
constexpr Traits Instant(Type type, Units units, Scale scale = Scale::kSame) {
  return {type, Semantics::kInstant, units, scale};
}
constexpr Traits Discrete(Type type, Units units, Scale scale = Scale::kSame) {
  return {type, Semantics::kDiscrete, units, scale};
}

/// One metric. Lifetime: all is static.
struct MetricRow {
  std::string_view name;
  int cluster;
  int item;
  Traits traits;
  std::string_view field;
  std::string_view help;  // in a line, without an end
};

/// Metrics that one table holds.
struct TableMetrics {
  TableId table;
  std::span<const MetricRow> rows;
};

/// Every metric of this source.
std::span<const TableMetrics> AllMetrics();

/// The descriptor of one of the table's rows.
MetricDesc Describe(const TableMetrics& table, const MetricRow& row);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_METRIC_ROW_H_
