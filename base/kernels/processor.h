// The kinds of processors that kernels are compiled for, beside the plain one.
// For this folder's sources alone.
#ifndef TOCSIN_BASE_KERNELS_PROCESSOR_H_
#define TOCSIN_BASE_KERNELS_PROCESSOR_H_

#include <cstddef>

namespace base::kernels {

/// What a function is that others are inlined into for each kind.
#define ALWAYS_INLINE inline __attribute__((always_inline))

#if defined(__x86_64__)

#define TARGET_V3 __attribute__((target("avx2,popcnt")))
#define TARGET_V4                                           \
  __attribute__((                                           \
      target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl," \
             "popcnt")))

/// How many kinds this processor runs: the plain one, x86-64-v3, x86-64-v4.
inline std::size_t CountRunnable() {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") != 0 &&
                  __builtin_cpu_supports("popcnt") != 0;
  if (!v3) return 1;
  const bool v4 = __builtin_cpu_supports("avx512f") != 0 &&
                  __builtin_cpu_supports("avx512bw") != 0 &&
                  __builtin_cpu_supports("avx512cd") != 0 &&
                  __builtin_cpu_supports("avx512dq") != 0 &&
                  __builtin_cpu_supports("avx512vl") != 0;
  return v4 ? 3 : 2;
}

#else

inline std::size_t CountRunnable() { return 1; }

#endif

}  // namespace base::kernels

#endif  // TOCSIN_BASE_KERNELS_PROCESSOR_H_
