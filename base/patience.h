// Patience: how long something is tried again that the system refuses for the
// moment.
#ifndef TOCSIN_BASE_PATIENCE_H_
#define TOCSIN_BASE_PATIENCE_H_

#include <algorithm>
#include <cerrno>

#include "base/time.h"

namespace base {

/// True of an errno that may pass by itself: whoever is to take a message has
/// enough to read, or there is no process, descriptor or memory to be had.
inline bool Passes(int system_errno) {
  return system_errno == EAGAIN || system_errno == ENOBUFS ||
         system_errno == ENOMEM || system_errno == EMFILE ||
         system_errno == ENFILE;
}

/// Adds up the time in which all tries were in vain. Something is given up when
/// that is `limit` more than when it came, or than at the last try that was not
/// in vain, whichever is later.
class Patience {
 public:
  explicit Patience(Duration limit) : limit_(limit) {}

  /// All tries of the last `span` were in vain.
  void InVain(Duration span) { tried_.ns += span.ns; }
  void NotInVain() { done_ = tried_; }

  /// What to give lasts() later, for something that comes now.
  Duration now() const { return tried_; }
  /// False once something that came at `came` is to be given up.
  bool lasts(Duration came) const {
    return tried_.ns - std::max(came, done_).ns < limit_.ns;
  }

 private:
  Duration limit_;
  Duration tried_;  // in all, in vain
  Duration done_;   // tried_ when it was not
};

}  // namespace base

#endif  // TOCSIN_BASE_PATIENCE_H_
