// WantMeanings: what the wants of a stream stood for when it was opened. Once
// facts change, a metric's identifier or an instance's number may be another's.
#ifndef TOCSIN_PMAPI_PMCD_WANT_MEANINGS_H_
#define TOCSIN_PMAPI_PMCD_WANT_MEANINGS_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "pmapi/source/facts.h"
#include "pmapi/source/source.h"

namespace pmapi::pmcd {

/// A name of each metric, by number. Of all streams: facts may be of thousands.
using MetricNames = std::vector<std::pair<Pmid, const std::string*>>;
/// Lifetime: borrows the names of `facts`, wherever these are moved.
MetricNames NamesByPmid(const Facts& facts);
/// Null where there is none.
const std::string* NameOf(Pmid pmid, const MetricNames& names);

class WantMeanings {
 public:
  /// Wants are made of what `facts` say, `names` of the same.
  WantMeanings(const std::vector<Want>& wants, const Facts& facts,
               const MetricNames& names);

  /// Those that are gone or stand for something else in `now`: positions.
  std::vector<std::size_t> Lost(const Facts& now) const;

 private:
  struct Meaning {
    MetricDesc desc;
    std::string metric;          // empty: none is so
    std::vector<Instance> only;  // ascending
  };

  static bool Holds(const Meaning& meaning, const Facts& now);

  std::vector<Meaning> meanings_;  // a want each
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_WANT_MEANINGS_H_
