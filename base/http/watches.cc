// Of each descriptor one wait at a time.
#include "base/http/watches.h"

namespace base::http {

void Watches::Set(int fd, Readiness awaited) {
  watches_.erase(fd);
  Watch& watch = watches_[fd];
  watch.awaited = awaited;
  Wait(fd, &watch, false);
}

void Watches::Acted(int fd, Readiness ready, bool sent) {
  const auto found = watches_.find(fd);
  if (found == watches_.end()) return;
  Watch& watch = found->second;
  if (ready.read || sent) {
    watch.idle = 0;
    if (watch.paused) Wait(fd, &watch, false);
  } else if (ready.write && ++watch.idle >= kMostIdle) {
    Wait(fd, &watch, true);
    watch.pause =
        timers_.After(kPause, [this, fd, &watch] { Wait(fd, &watch, false); });
  }
}

void Watches::Wait(int fd, Watch* watch, bool paused) {
  const Readiness awaited{watch->awaited.read, watch->awaited.write && !paused};
  watch->paused = paused;
  watch->pause.Cancel();
  watch->ready.Cancel();
  if (!awaited.read && !awaited.write) return;
  auto ready =
      loop_.OnReady(fd, awaited, [this, fd](Readiness now) { call_(fd, now); });
  if (ready) watch->ready = std::move(*ready);
}

}  // namespace base::http
