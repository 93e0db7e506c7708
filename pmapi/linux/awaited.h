// Awaited: whether what rules wait for has come, looked for ever less often: a
// look lists whole domains, with names.
#ifndef TOCSIN_PMAPI_LINUX_AWAITED_H_
#define TOCSIN_PMAPI_LINUX_AWAITED_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/time.h"
#include "pmapi/source/facts.h"

namespace pmapi::lnx {

/// Of all streams of a source that were opened since it was prepared.
class Awaited {
 public:
  /// Lifetime: borrows the catalogue.
  Awaited(const MetricCatalog* catalog, std::vector<Need> needs)
      : known_(catalog, std::move(needs)) {}

  /// Somebody asks as often as this.
  void AskedEvery(base::Duration interval) {
    interval_ = interval_ ? std::min(*interval_, interval) : interval;
  }

  /// It has, at `now` or before; then always. The first look is kFirst after
  /// the first tick, each further one after twice as long as the one before,
  /// up to the shortest interval, but never sooner than kFirst.
  bool HasCome(base::Timestamp now) {
    if (come_) return true;
    if (!asked_) asked_ = now;
    // The clock may have been set back.
    const base::Duration since = std::max(now - *asked_, *asked_ - now);
    if (since < pause_) return false;
    asked_ = now;
    pause_ = std::min(base::Duration{2 * pause_.ns},
                      std::max(kFirst, interval_.value_or(kFirst)));
    come_ = known_.MoreThere();
    return come_;
  }

 private:
  static constexpr base::Duration kFirst{5 * base::kNanosPerSecond};

  KnownFacts known_;
  std::optional<base::Duration> interval_;
  std::optional<base::Timestamp> asked_;  // when it was looked, or begun
  base::Duration pause_ = kFirst;         // until the next look
  bool come_ = false;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_AWAITED_H_
