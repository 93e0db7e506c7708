// SharedRate: the rates of a want, of which explicit columns pick their lanes:
// many rules name instances of one metric. Open columns have their own.
#ifndef TOCSIN_PMAPI_FETCH_SHARED_RATE_H_
#define TOCSIN_PMAPI_FETCH_SHARED_RATE_H_

#include "pmapi/block/block.h"
#include "pmapi/fetch/host_stream.h"
#include "pmapi/series/series.h"

namespace pmapi {

class SharedRate {
 public:
  /// Of want `want` of `stream`. Lifetime: `stream` outlives this.
  SharedRate(const HostStream* stream, int want, Type type, double factor)
      : stream_(*stream), want_(want), type_(type), factor_(factor) {}

  /// The stream has taken other ticks.
  void BeginBlock() { filled_ = false; }
  /// Of the ticks that it has taken. Shape: [ticks][instances of the group].
  const Block& Rates(RateOptions options);

  /// Goes on from the values that `before`, of the same metric, has seen.
  void Continue(const SharedRate& before) { state_ = before.state_; }

 private:
  const HostStream& stream_;
  int want_;
  Type type_;
  double factor_;
  RateState state_;
  Block block_;
  bool filled_ = false;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_FETCH_SHARED_RATE_H_
