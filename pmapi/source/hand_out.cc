// A source may be one of thousands: between two ticks it keeps no values.
#include "pmapi/source/hand_out.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pmapi {

void HandOut(Samples* made, Samples* samples) {
  samples->metrics.resize(made->metrics.size());
  for (std::size_t i = 0; i < made->metrics.size(); ++i) {
    made->metrics[i].numbers = samples->metrics[i].numbers;
  }
  *samples = std::exchange(*made, Samples());
  for (MetricSamples& metric : samples->metrics) {
    if (metric.numbers == nullptr) continue;
    PutNumbers(*samples, metric);
    metric.bits = std::vector<std::uint64_t>();
    metric.cells = std::vector<Cell>();
  }
}

}  // namespace pmapi
