// Circuit: what a receiver is sent at once, as long as it answers, and while it
// does not. When a try is repeated: retry.h.
#ifndef TOCSIN_ACTIONS_DELIVERY_CIRCUIT_H_
#define TOCSIN_ACTIONS_DELIVERY_CIRCUIT_H_

#include <algorithm>
#include <cstddef>

#include "base/time.h"

namespace actions {

/// Open after some failures in a row: then one try at a time, whatever is due,
/// until one succeeds.
class Circuit {
 public:
  static constexpr std::size_t kFailures = 5;
  /// As many are on their way to a receiver that answers: base/http's Client
  /// sends no more.
  static constexpr std::size_t kMost = 8;
  /// As many more at most are at hand, to follow those that end while the
  /// outbox works.
  static constexpr std::size_t kMostAhead = 64;

  bool open() const { return failures_ - forgiven_ >= kFailures; }
  std::size_t most() const { return open() || interval_.ns > 0 ? 1 : kMost; }
  /// How many are to be at hand where `ended` have ended while the outbox
  /// worked: none for who is slower than the outbox, for what is at hand is
  /// sent whatever becomes of it there.
  std::size_t ahead(std::size_t ended) const {
    constexpr std::size_t kQuick = kMost / 2;
    const bool quick = most() > 1 && ended >= kQuick;
    return quick ? std::min(kMostAhead, 4 * ended) : 0;
  }
  std::size_t failures() const { return failures_; }
  /// Those of `failures` that were tried after one another: what was on its way
  /// together has failed once.
  std::size_t rounds() const { return rounds_; }
  /// Nothing is sent before. All times are of a clock that nobody sets.
  base::Duration next() const { return std::max(next_, paced_); }
  /// Whether `interval` alone is why nothing is sent now.
  bool paced(base::Duration now) const {
    return !open() && next_ <= now && now < paced_;
  }
  /// Whether it is left alone now, for what has failed.
  bool rests(base::Duration now) const { return next() > now && !paced(now); }

  /// A try begins; the next one not before `interval` has passed.
  void Sent(base::Duration now, base::Duration interval) {
    ++sending_;
    interval_ = interval;
    paced_ = base::Duration{now.ns + interval.ns};
  }

  /// `pause` is what the receiver asks for, `backoff` when what failed is tried
  /// again.
  void Failed(base::Duration now, base::Duration pause,
              base::Duration backoff) {
    Ended();
    const bool was_open = open();
    ++failures_;
    const bool together = together_ > 0;
    if (together) {
      --together_;
    } else {
      ++rounds_;
      together_ = sending_;
    }
    const bool rests = open() && !(was_open && together);
    const base::Duration wait = rests ? std::max(pause, backoff) : pause;
    next_ = std::max(next_, base::Duration{now.ns + wait.ns});
    asked_ = std::max(asked_, base::Duration{now.ns + pause.ns});
  }
  /// What the receiver has asked for holds, for others may have been on their
  /// way then.
  void Succeeded() {
    Ended();
    failures_ = forgiven_ = rounds_ = together_ = 0;
    next_ = asked_;
  }
  /// It is sent what is due now, as if it had not failed.
  void Retry() {
    forgiven_ = failures_;
    next_ = asked_ = {};
  }

 private:
  void Ended() { sending_ -= std::min<std::size_t>(sending_, 1); }

  std::size_t sending_ = 0;   // on their way
  std::size_t together_ = 0;  // ... since before the last round failed
  std::size_t failures_ = 0;  // in a row
  std::size_t forgiven_ = 0;  // of these
  std::size_t rounds_ = 0;
  base::Duration next_;
  base::Duration asked_;     // by the receiver: nothing is sent before
  base::Duration interval_;  // zero: none
  base::Duration paced_;     // nothing is sent before, whatever comes of it
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_CIRCUIT_H_
