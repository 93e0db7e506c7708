// Two ordered halves, of which the lower one ends with the percentile.
#include "base/percentile.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace base {

std::size_t NearestRank(double percent, std::size_t n) {
  return static_cast<std::size_t>(
      std::ceil(percent * static_cast<double>(n) / 100));
}

double Percentile(double percent, std::vector<double>* numbers) {
  if (std::isnan(numbers->front())) return numbers->front();
  std::erase_if(*numbers, [](double one) { return std::isnan(one); });
  const auto at =
      numbers->begin() +
      static_cast<std::ptrdiff_t>(NearestRank(percent, numbers->size())) - 1;
  std::nth_element(numbers->begin(), at, numbers->end());
  return *at + 0.0;  // no -0
}

void PercentileWindow::Add(double number) {
  if (std::isnan(number)) return;
  number += 0.0;  // no -0: which of two equal ones is found does not show
  Numbers& half = !low_.empty() && number < *low_.rbegin() ? low_ : high_;
  if (spare_.empty()) {
    half.insert(number);
  } else {
    spare_.value() = number;
    half.insert(std::move(spare_));
  }
  Balance();
}

void PercentileWindow::Remove(double number) {
  if (std::isnan(number)) return;
  Numbers& half = number <= *low_.rbegin() ? low_ : high_;
  spare_ = half.extract(half.find(number));
  Balance();
}

void PercentileWindow::Balance() {
  const std::size_t rank = NearestRank(percent_, low_.size() + high_.size());
  while (low_.size() < rank) low_.insert(high_.extract(high_.begin()));
  while (low_.size() > rank) high_.insert(low_.extract(std::prev(low_.end())));
}

}  // namespace base
