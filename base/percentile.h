// Percentiles by nearest rank: of numbers that stand together, and of a window
// that slides over them. Exact: each is one of the numbers.
#ifndef TOCSIN_BASE_PERCENTILE_H_
#define TOCSIN_BASE_PERCENTILE_H_

#include <cstddef>
#include <set>
#include <vector>

namespace base {

/// The place, from 1 on, of the `percent` percentile among `n` ascending
/// numbers: n * percent / 100, rounded up. Units: `percent` above 0, up to 100.
std::size_t NearestRank(double percent, std::size_t n);

/// The percentile of `numbers`, which it reorders. A NaN in front is the
/// result; any other is passed over, as `max_` does. REQUIRES: a number.
double Percentile(double percent, std::vector<double>* numbers);

/// The same of numbers that come and go. What comes and goes costs the
/// logarithm of how many there are.
class PercentileWindow {
 public:
  explicit PercentileWindow(double percent) : percent_(percent) {}

  /// A NaN is passed over.
  void Add(double number);
  /// REQUIRES: it was added, and not removed since.
  void Remove(double number);
  /// The percentile; 0 of no numbers.
  double value() const { return low_.empty() ? 0 : *low_.rbegin(); }

 private:
  using Numbers = std::multiset<double>;
  void Balance();

  double percent_;
  Numbers low_;   // those up to the percentile
  Numbers high_;  // and those above
  Numbers::node_type spare_;
};

}  // namespace base

#endif  // TOCSIN_BASE_PERCENTILE_H_
