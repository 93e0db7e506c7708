// NonFiniteName: what formats that have no such numbers call them.
#ifndef TOCSIN_BASE_NON_FINITE_H_
#define TOCSIN_BASE_NON_FINITE_H_

#include <cmath>
#include <string>

namespace base {

/// "nan", "inf" or "-inf". REQUIRES: `value` is not finite.
inline std::string NonFiniteName(double value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

}  // namespace base

#endif  // TOCSIN_BASE_NON_FINITE_H_
