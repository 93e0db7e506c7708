// SignalPipe: the numbers of signals as bytes of a pipe, for a loop to read.
#ifndef TOCSIN_BASE_LOOP_SIGNAL_PIPE_H_
#define TOCSIN_BASE_LOOP_SIGNAL_PIPE_H_

#include <map>
#include <vector>

#include "base/result.h"

namespace base::loop {

/// Threads: one at a time; signals may come on any.
class SignalPipe {
 public:
  /// As many there are at most, in all of the process. Errors: kSystem.
  static constexpr int kMost = 16;

  SignalPipe() = default;
  ~SignalPipe();
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;

  /// From now on a signal of this number is a byte here. May be asked for
  /// several times. Errors: kSystem: it is none, or cannot be caught.
  Result<void> Catch(int number);
  /// What the last Catch() of it has asked for is over: the signal has its
  /// default action again.
  void Release(int number);

  /// To be waited for; -1 before the first Catch().
  int fd() const { return read_; }
  /// The numbers that have come; several of one may be one.
  std::vector<int> Take();

 private:
  Result<void> Open();

  int read_ = -1;
  int slot_ = -1;
  std::map<int, int> caught_;  // how often each number was asked for
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_SIGNAL_PIPE_H_
