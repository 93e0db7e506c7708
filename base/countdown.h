// Countdown: calls a function once all of several parts are done.
#ifndef TOCSIN_BASE_COUNTDOWN_H_
#define TOCSIN_BASE_COUNTDOWN_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace base {

/// A function whose call number `times` calls `done`. Whoever begins the parts
/// counts as one of them, so that it is not done before all were begun.
/// REQUIRES: times > 0.
inline std::function<void()> Countdown(std::size_t times,
                                       std::function<void()> done) {
  auto left = std::make_shared<std::size_t>(times);
  return [left = std::move(left), done = std::move(done)] {
    if (--*left == 0) done();
  };
}

}  // namespace base

#endif  // TOCSIN_BASE_COUNTDOWN_H_
