// Deviation: the standard deviation of a population, number by number, by
// Welford's update, which does not cancel. Source: B. P. Welford, "Note on a
// method for calculating corrected sums of squares and products" (1962).
#ifndef TOCSIN_ENGINE_EVAL_DEVIATION_H_
#define TOCSIN_ENGINE_EVAL_DEVIATION_H_

#include <cmath>

namespace engine::eval {

class Deviation {
 public:
  /// A NaN in front stays the result; any other is passed over, as `max_` does.
  void Add(double number) {
    if (n_ > 0 && std::isnan(number)) return;
    ++n_;
    const double from_mean = number - mean_;
    mean_ += from_mean / n_;
    squares_ += from_mean * (number - mean_);
  }
  /// 0 of one number. REQUIRES: a number.
  double value() const { return std::sqrt(squares_ / n_); }

 private:
  double n_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // of the distances from the mean, summed up
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_DEVIATION_H_
