// All changes places but the reader's places of numbers.
#include "pmapi/source/hand_out.h"

#include <cstddef>
#include <utility>

namespace pmapi {

void HandOut(Samples* made, Samples* samples) {
  samples->metrics.resize(made->metrics.size());
  for (std::size_t i = 0; i < made->metrics.size(); ++i) {
    std::swap(made->metrics[i].numbers, samples->metrics[i].numbers);
  }
  std::swap(*made, *samples);
  for (const MetricSamples& metric : samples->metrics) {
    PutNumbers(*samples, metric);
  }
}

}  // namespace pmapi
