// What tests of the Fetcher share: a grid, a metric's descriptor, and a fetcher
// that opens.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_FETCH_OPEN_FETCHER_H_
#define TOCSIN_TESTS_UNIT_PMAPI_FETCH_OPEN_FETCHER_H_

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "pmapi/fetch/fetcher.h"

namespace pmapi {

inline constexpr TickGrid kGrid{base::Timestamp{0},
                                base::Duration{10 * base::kNanosPerSecond}};

inline MetricDesc Desc(InDom indom = kNullInDom, Type type = Type::kDouble,
                       Semantics semantics = Semantics::kInstant) {
  MetricDesc desc;
  desc.indom = indom;
  desc.type = type;
  desc.semantics = semantics;
  return desc;
}

inline std::unique_ptr<Fetcher> Open(std::span<Source* const> sources,
                                     std::vector<ColumnRequest> requests,
                                     StringPool* strings) {
  auto fetcher =
      Fetcher::Open(sources, std::move(requests), kGrid, {}, strings);
  CHECK(fetcher.has_value());
  return *std::move(fetcher);
}

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_FETCH_OPEN_FETCHER_H_
