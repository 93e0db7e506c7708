// Each loop once, in a way that compilers make packed instructions of, and
// compiled once a kind of processor: the attribute `target` of a function that
// it is inlined into. No library's inline function is called here: one that is
// compiled for a newer processor may be the one that the linker keeps for all.
#include "base/kernels/kernels.h"

namespace base::kernels {
namespace {

#define ALWAYS_INLINE inline __attribute__((always_inline))

/// Rows that are added at once: what costs is to load and store the totals.
ALWAYS_INLINE void AddRowsBack(const double* row, int rows, int width,
                               double* __restrict total) {
  const std::ptrdiff_t back = width;
  for (; rows >= 8; rows -= 8, row -= 8 * back) {
    for (int j = 0; j < width; ++j) {
      const double* lane = row + j;
      total[j] = total[j] + lane[0] + lane[-back] + lane[-2 * back] +
                 lane[-3 * back] + lane[-4 * back] + lane[-5 * back] +
                 lane[-6 * back] + lane[-7 * back];
    }
  }
  for (; rows > 0; --rows, row -= back) {
    for (int j = 0; j < width; ++j) total[j] += row[j];
  }
}

/// Only the newest processors convert integers of 64 bits at once. The upper
/// half is the mantissa of a number from 2^84 on, the lower one that of a
/// number from 2^52 on; what they have too much is taken off without rounding,
/// and their sum is rounded once.
ALWAYS_INLINE double FromSigned(std::uint64_t bits) {
  constexpr std::uint64_t kUpper = 0x4530000080000000;  // 2^84 + 2^63
  constexpr std::uint64_t kLower = 0x4330000000000000;  // 2^52
  constexpr std::uint64_t kBoth = 0x4530000080100000;   // 2^84 + 2^63 + 2^52
  const double upper = __builtin_bit_cast(double, bits >> 32 ^ kUpper);
  const double lower = __builtin_bit_cast(double, (bits & 0xffffffff) | kLower);
  return (upper - __builtin_bit_cast(double, kBoth)) + lower;
}

ALWAYS_INLINE std::uint64_t Scale(const std::uint64_t* __restrict bits,
                                  std::size_t n, std::uint64_t offset,
                                  double factor, double* __restrict out) {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < n; ++i) {
    seen |= bits[i] + offset;
    out[i] = FromSigned(bits[i]) * factor;
  }
  return seen;
}

/// Added to 2^52 a number loses its fraction to rounding, and its mantissa is
/// the integer. Rounded up it is one too many. What is negative, too large or
/// no number has other bits than a mantissa's.
ALWAYS_INLINE std::uint64_t Interpolate(const std::uint64_t* __restrict prior,
                                        const std::uint64_t* __restrict next,
                                        std::size_t n, double since,
                                        double whole,
                                        std::uint64_t* __restrict out) {
  constexpr double kTwo52 = 4503599627370496.0;
  constexpr std::uint64_t kTwo52Bits = 0x4330000000000000;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = FromSigned(next[i] - prior[i]);
    const double exact =
        (0.5 + FromSigned(prior[i])) + (since * difference) / whole;
    const double rounded = (exact + kTwo52) - kTwo52;
    const double integer = rounded - (rounded > exact ? 1.0 : 0.0);
    out[i] = __builtin_bit_cast(std::uint64_t, integer + kTwo52) - kTwo52Bits;
    seen |= out[i];
  }
  return seen;
}

ALWAYS_INLINE bool Rate(const double* __restrict now,
                        const double* __restrict before, double seconds,
                        std::size_t n, double* __restrict out) {
  std::uint64_t signs = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = now[i] - before[i];
    signs |= __builtin_bit_cast(std::uint64_t, difference);
    out[i] = difference / seconds;
  }
  return signs >> 63 == 0;
}

/// Sums of zeros and ones are exact in any order: several go side by side.
ALWAYS_INLINE std::size_t Count(const double* truths, std::size_t n) {
  constexpr std::size_t kSums = 16;
  double sums[kSums] = {};
  std::size_t i = 0;
  for (; i + kSums <= n; i += kSums) {
    for (std::size_t k = 0; k < kSums; ++k) sums[k] += truths[i + k];
  }
  double sum = 0;
  for (const double one : sums) sum += one;
  for (; i < n; ++i) sum += truths[i];
  return static_cast<std::size_t>(sum);
}

// How one pair is joined.
#define PAIR(NAME, RESULT)                                                \
  struct NAME {                                                           \
    static ALWAYS_INLINE double Of(double a, double b) { return RESULT; } \
  };
PAIR(Add, a + b)
PAIR(Subtract, a - b)
PAIR(Multiply, a* b)
PAIR(Divide, a / b)
PAIR(Less, a < b ? 1.0 : 0.0)
PAIR(LessEqual, a <= b ? 1.0 : 0.0)
PAIR(Greater, a > b ? 1.0 : 0.0)
PAIR(GreaterEqual, a >= b ? 1.0 : 0.0)
PAIR(Equal, a == b ? 1.0 : 0.0)
PAIR(NotEqual, a != b ? 1.0 : 0.0)
PAIR(Larger, a > b ? a : b)

template <typename Pair>
ALWAYS_INLINE void JoinPairs(const double* __restrict a, bool a_single,
                             const double* __restrict b, bool b_single,
                             std::size_t n, double* __restrict out) {
  if (a_single) {
    const double one = a[0];
    for (std::size_t i = 0; i < n; ++i) out[i] = Pair::Of(one, b[i]);
  } else if (b_single) {
    const double one = b[0];
    for (std::size_t i = 0; i < n; ++i) out[i] = Pair::Of(a[i], one);
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = Pair::Of(a[i], b[i]);
  }
}

/// The kernels of `KIND`, compiled with the attribute `TARGET`.
#define KERNELS_FOR(KIND, TARGET)                                              \
  struct KIND {                                                                \
    TARGET static void AddRows(const double* row, int rows, int width,         \
                               double* total) {                                \
      AddRowsBack(row, rows, width, total);                                    \
    }                                                                          \
    TARGET static std::uint64_t Scaled(const std::uint64_t* bits,              \
                                       std::size_t n, std::uint64_t offset,    \
                                       double factor, double* out) {           \
      return Scale(bits, n, offset, factor, out);                              \
    }                                                                          \
    TARGET static std::uint64_t Interpolated(const std::uint64_t* prior,       \
                                             const std::uint64_t* next,        \
                                             std::size_t n, double since,      \
                                             double whole,                     \
                                             std::uint64_t* out) {             \
      return Interpolate(prior, next, n, since, whole, out);                   \
    }                                                                          \
    TARGET static bool Rates(const double* now, const double* before,          \
                             double seconds, std::size_t n, double* out) {     \
      return Rate(now, before, seconds, n, out);                               \
    }                                                                          \
    TARGET static std::size_t Counted(const double* truths, std::size_t n) {   \
      return Count(truths, n);                                                 \
    }                                                                          \
    template <typename Pair>                                                   \
    TARGET static void Joined(const double* a, bool a_single, const double* b, \
                              bool b_single, std::size_t n, double* out) {     \
      JoinPairs<Pair>(a, a_single, b, b_single, n, out);                       \
    }                                                                          \
  };

template <typename Kind>
constexpr Kernels KernelsOf(const char* processor) {
  // The pairs as Operator has them.
  return {processor,
          Kind::AddRows,
          Kind::Scaled,
          Kind::Interpolated,
          Kind::Rates,
          Kind::Counted,
          {Kind::template Joined<Add>, Kind::template Joined<Subtract>,
           Kind::template Joined<Multiply>, Kind::template Joined<Divide>,
           Kind::template Joined<Less>, Kind::template Joined<LessEqual>,
           Kind::template Joined<Greater>, Kind::template Joined<GreaterEqual>,
           Kind::template Joined<Equal>, Kind::template Joined<NotEqual>,
           Kind::template Joined<Larger>}};
}

KERNELS_FOR(Plain, )

#if defined(__x86_64__)

#define TARGET_V3 __attribute__((target("avx2")))
#define TARGET_V4 \
  __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl")))

KERNELS_FOR(V3, TARGET_V3)
KERNELS_FOR(V4, TARGET_V4)

constexpr Kernels kAll[] = {KernelsOf<Plain>("x86-64"),
                            KernelsOf<V3>("x86-64-v3"),
                            KernelsOf<V4>("x86-64-v4")};

std::size_t CountRunnable() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") == 0) return 1;
  const bool v4 = __builtin_cpu_supports("avx512f") != 0 &&
                  __builtin_cpu_supports("avx512bw") != 0 &&
                  __builtin_cpu_supports("avx512cd") != 0 &&
                  __builtin_cpu_supports("avx512dq") != 0 &&
                  __builtin_cpu_supports("avx512vl") != 0;
  return v4 ? 3 : 2;
}

#else

constexpr Kernels kAll[] = {KernelsOf<Plain>("any")};

std::size_t CountRunnable() { return 1; }

#endif

}  // namespace

std::span<const Kernels> Runnable() {
  static const std::size_t count = CountRunnable();
  return std::span<const Kernels>(kAll, count);
}

const Kernels& Best() { return Runnable().back(); }

}  // namespace base::kernels
