// CHECK: our own bugs end the process with file, line and condition. Never
// reachable from input; what the world does wrong is a base::Error.
#ifndef TOCSIN_BASE_CHECK_H_
#define TOCSIN_BASE_CHECK_H_

namespace base {

/// Prints the failed condition on stderr and aborts.
[[noreturn]] void CheckFailed(const char* condition, const char* file,
                              int line);

}  // namespace base

// A macro, because the condition's text and place must be the caller's.
#define CHECK(condition)              \
  ((condition) ? static_cast<void>(0) \
               : ::base::CheckFailed(#condition, __FILE__, __LINE__))

#endif  // TOCSIN_BASE_CHECK_H_
