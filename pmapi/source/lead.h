// Lead: a stream that goes ahead over its ticks without making values of them,
// and leaves those to other streams, each some, which others may fetch at the
// same time. The stream itself is source.h's.
#ifndef TOCSIN_PMAPI_SOURCE_LEAD_H_
#define TOCSIN_PMAPI_SOURCE_LEAD_H_

#include <cstddef>

namespace pmapi {

class SampleStream;

/// Begin(), some Skip(), End(), and again. What the streams hand out is what
/// this one would have handed out itself, tick by tick.
/// Threads: one at a time; not that of a stream between End() and Begin().
class Lead {
 public:
  virtual ~Lead() = default;

  /// The ticks from here on will be those of `part`, and the one before them,
  /// if there is one: what its values are compared with.
  /// REQUIRES: `part` is a stream of the same source, wants and grid, from
  /// which nothing was fetched but what a lead has left to it; Settled(), or
  /// nothing was skipped. Lifetime: borrows `part` until End().
  virtual void Begin(SampleStream* part) = 0;
  /// Goes over the next `ticks`. What stands in the way `part` will tell.
  virtual void Skip(int ticks) = 0;
  /// True if the last tick that was skipped does not itself depend on more than
  /// the archive holds at its time: others may begin there.
  virtual bool Settled() const = 0;
  /// Of how many bytes the values of what was skipped since Begin() are made,
  /// with what lies between.
  virtual std::size_t Bytes() const = 0;
  /// Leaves what was skipped to `part`, which may as well be fetched beyond it.
  virtual void End() = 0;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_LEAD_H_
