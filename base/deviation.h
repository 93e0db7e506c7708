// Deviation: the standard deviation of a population, number by number, by
// Welford's update, which does not cancel. Source: B. P. Welford, "Note on a
// method for calculating corrected sums of squares and products" (1962).
#ifndef TOCSIN_BASE_DEVIATION_H_
#define TOCSIN_BASE_DEVIATION_H_

#include <cmath>

namespace base {

/// REQUIRES: a number. 0 of one.
template <typename Real>
class Deviation {
 public:
  /// A NaN in front stays the result; any other is passed over, as `max_` does.
  void Add(double number) {
    if (n_ > 0 && std::isnan(number)) return;
    ++n_;
    const Real from_mean = number - mean_;
    mean_ += from_mean / n_;
    squares_ += from_mean * (number - mean_);
  }
  double value() const { return static_cast<double>(std::sqrt(squares_ / n_)); }

 private:
  Real n_ = 0;
  Real mean_ = 0;
  Real squares_ = 0;  // of the distances from the mean, summed up
};

/// Of the numbers that `number(i)` is for each i below `n`. The squares of
/// large ones are no doubles; these are added up again with more room.
/// REQUIRES: n > 0.
template <typename Number>
double DeviationOf(int n, const Number& number) {
  Deviation<double> deviation;
  for (int i = 0; i < n; ++i) deviation.Add(number(i));
  const double value = deviation.value();
  if (std::isfinite(value)) return value;
  Deviation<long double> wide;
  for (int i = 0; i < n; ++i) wide.Add(number(i));
  return wide.value();
}

}  // namespace base

#endif  // TOCSIN_BASE_DEVIATION_H_
