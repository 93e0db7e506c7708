// Awaited: whether what rules wait for has come, looked for once for all who
// ask: a look lists whole domains, with names.
#ifndef TOCSIN_PMAPI_LINUX_AWAITED_H_
#define TOCSIN_PMAPI_LINUX_AWAITED_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/time.h"
#include "pmapi/source/facts.h"

namespace pmapi::lnx {

/// Of all streams of a source that were opened since it was prepared.
class Awaited {
 public:
  /// Lifetime: borrows the catalogue.
  Awaited(const MetricCatalog* catalog, SharedNeeds needs)
      : known_(catalog, std::move(needs)) {}

  /// A stream asks at this interval.
  void AskedEvery(base::Duration interval) {
    interval_ = interval_ ? std::min(*interval_, interval) : interval;
  }

  /// Whether it has come, at `now` or before; once true, always true. It is
  /// looked for at each tick of the shortest interval, and no more often than
  /// kLeast.
  bool HasCome(base::Timestamp now) {
    if (come_) return true;
    if (!asked_) asked_ = now;
    // The clock may have been set back.
    const base::Duration since = std::max(now - *asked_, *asked_ - now);
    if (since < std::max(kLeast, interval_.value_or(kLeast))) return false;
    asked_ = now;
    come_ = known_.MoreThere();
    return come_;
  }

 private:
  static constexpr base::Duration kLeast{base::kNanosPerSecond};

  KnownFacts known_;
  std::optional<base::Duration> interval_;
  std::optional<base::Timestamp> asked_;  // when it was looked, or begun
  bool come_ = false;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_AWAITED_H_
