// Row by row, as sources that put their rows one at a time.
#include "pmapi/source/samples.h"

#include <cstddef>

namespace pmapi {

void PutNumbers(const Samples& samples, const MetricSamples& metric) {
  NumberRows* numbers = metric.numbers;
  if (numbers == nullptr) return;
  const std::vector<InstanceId>& ids = samples.groups[metric.group].instances;
  numbers->Begin(ids, samples.stamps.size());
  for (std::size_t t = 0; t < samples.stamps.size(); ++t) {
    const std::size_t at = t * ids.size();
    const RowTime time =
        RowTimeOf(samples.stamps[t], metric, metric.after_mark[t] != 0);
    numbers->Put(time, metric.bits.data() + at, metric.cells.data() + at);
  }
  numbers->Finish();
}

}  // namespace pmapi
