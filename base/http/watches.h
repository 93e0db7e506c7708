// Watches: the descriptors that libcurl waits for, on our loop. What it does
// with them is transfers.h's.
#ifndef TOCSIN_BASE_HTTP_WATCHES_H_
#define TOCSIN_BASE_HTTP_WATCHES_H_

#include <functional>
#include <map>
#include <utility>

#include "base/loop/loop.h"
#include "base/time.h"

namespace base::http {

/// Over HTTP/2 libcurl waits for writability also where the peer's window lets
/// it write nothing, which is no wait at all: one that again and again comes to
/// nothing is paused.
class Watches {
 public:
  using Readiness = loop::Loop::Readiness;
  /// Called with what `fd` can do; tells Acted(), unless they are gone by then.
  using Call = std::function<void(int fd, Readiness ready)>;

  /// As often in a row writability may come to nothing...
  static constexpr int kMostIdle = 8;
  /// ...and then is not waited for so long, or until `fd` is read.
  static constexpr Duration kPause{20'000'000};

  /// Lifetime: `loop` and `timers` outlive them.
  Watches(loop::Loop* loop, loop::Timers* timers, Call call)
      : loop_(*loop), timers_(*timers), call_(std::move(call)) {}
  Watches(const Watches&) = delete;
  Watches& operator=(const Watches&) = delete;

  /// Waits for this and nothing else of `fd`. What cannot be waited for never
  /// comes.
  void Set(int fd, Readiness awaited);
  void Remove(int fd) { watches_.erase(fd); }

  /// Something has been sent because `fd` was `ready`, or nothing has.
  void Acted(int fd, Readiness ready, bool sent);

 private:
  struct Watch {
    Readiness awaited;
    int idle = 0;
    bool paused = false;
    loop::Pending ready;
    loop::Pending pause;
  };

  void Wait(int fd, Watch* watch, bool paused);

  loop::Loop& loop_;
  loop::Timers& timers_;
  Call call_;
  std::map<int, Watch> watches_;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_WATCHES_H_
