// Rows with a column an instance that get further ones, in place.
#ifndef TOCSIN_PMAPI_METRIC_COLUMN_RUNS_H_
#define TOCSIN_PMAPI_METRIC_COLUMN_RUNS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "pmapi/metric/metric.h"

namespace pmapi {

/// Columns that follow one another in both of two lists.
struct ColumnRun {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t length = 0;
};

/// Where the columns `from` are among `to`. REQUIRES: all are; both ascend.
inline std::vector<ColumnRun> RunsOf(const std::vector<InstanceId>& from,
                                     const std::vector<InstanceId>& to) {
  std::vector<ColumnRun> runs;
  std::size_t j = 0;
  for (std::size_t i = 0; i < from.size(); ++i, ++j) {
    const std::size_t next = j;
    while (to[j] != from[i]) ++j;
    if (runs.empty() || j > next) runs.push_back({i, j, 0});
    ++runs.back().length;
  }
  return runs;
}

/// Moves the columns of each row to where `runs` has them; the new ones are
/// `none`. The last row first, and there the last column: nothing is in the way
/// of what has not been moved. Shape: `values` [rows][from], then [room][to].
template <typename Value>
void Spread(const std::vector<ColumnRun>& runs, std::size_t from,
            std::size_t to, std::size_t rows, std::size_t room, Value none,
            std::vector<Value>* values) {
  values->resize(std::max(values->size(), room * to));
  for (std::size_t row = rows; row-- > 0;) {
    const Value* const in = values->data() + row * from;
    Value* const out = values->data() + row * to;
    std::size_t end = to;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
      const std::size_t behind = run->to + run->length;
      std::fill(out + behind, out + end, none);
      std::copy_backward(in + run->from, in + run->from + run->length,
                         out + behind);
      end = run->to;
    }
    std::fill(out, out + end, none);
  }
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_METRIC_COLUMN_RUNS_H_
