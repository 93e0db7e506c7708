// Patience: how long what the system cannot give just now is tried again.
#ifndef TOCSIN_ACTIONS_PATIENCE_H_
#define TOCSIN_ACTIONS_PATIENCE_H_

#include <algorithm>
#include <cerrno>

#include "base/time.h"

namespace actions {

/// What may be otherwise in a moment: who is to take it has enough, or the
/// system has no process, descriptor or memory to give.
inline bool Passes(int system_errno) {
  return system_errno == EAGAIN || system_errno == ENOBUFS ||
         system_errno == ENOMEM || system_errno == EMFILE ||
         system_errno == ENFILE;
}

/// Only time in which there were tries, all in vain, counts: since the last one
/// that was not, or since it came, whichever is later.
class Patience {
 public:
  explicit Patience(base::Duration limit) : limit_(limit) {}

  /// Tries have been in vain for `span` more.
  void InVain(base::Duration span) { tried_.ns += span.ns; }
  void NotInVain() { done_ = tried_; }

  /// What lasts() of something that comes now is to be asked with.
  base::Duration now() const { return tried_; }
  /// False once what came at `came` is to be given up.
  bool lasts(base::Duration came) const {
    return tried_.ns - std::max(came, done_).ns < limit_.ns;
  }

 private:
  base::Duration limit_;
  base::Duration tried_;  // in all, in vain
  base::Duration done_;   // tried_ when it was not
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_PATIENCE_H_
