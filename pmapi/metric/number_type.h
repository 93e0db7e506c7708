// From a metric's type to C++'s: one switch for all that computes with
// values. What a value's bits mean is its user's.
#ifndef TOCSIN_PMAPI_METRIC_NUMBER_TYPE_H_
#define TOCSIN_PMAPI_METRIC_NUMBER_TYPE_H_

#include <cstdint>

#include "base/check.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// Calls `f` with a zero of the C++ type that values of `type` have.
/// REQUIRES: IsNumeric(type).
template <typename F>
auto WithNumberType(Type type, F&& f) {
  switch (type) {
    case Type::k32:
      return f(std::int32_t{});
    case Type::kU32:
      return f(std::uint32_t{});
    case Type::k64:
      return f(std::int64_t{});
    case Type::kU64:
      return f(std::uint64_t{});
    case Type::kFloat:
      return f(float{});
    case Type::kDouble:
      break;
    case Type::kNoSupport:
    case Type::kString:
    case Type::kAggregate:
    case Type::kAggregateStatic:
    case Type::kEvent:
    case Type::kHighresEvent:
    case Type::kUnknown:
      CHECK(IsNumeric(type));
  }
  return f(double{});
}

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_METRIC_NUMBER_TYPE_H_
