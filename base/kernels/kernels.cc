// Each loop once, in a way that compilers make packed instructions of, and
// compiled once a kind of processor: the attribute `target` of a function that
// it is inlined into. No library's inline function is called here: one that is
// compiled for a newer processor may be the one that the linker keeps for all.
#include "base/kernels/kernels.h"

#include "base/kernels/processor.h"

namespace base::kernels {
namespace {

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

constexpr double kTwo52 = 4503599627370496.0;
constexpr std::uint64_t kTwo52Bits = 0x4330000000000000;

/// An integer below 2^52: the mantissa of a number from 2^52 on.
ALWAYS_INLINE double FromSmall(std::uint64_t bits) {
  return __builtin_bit_cast(double, bits | kTwo52Bits) - kTwo52;
}

/// Of a number that is not negative. Added to 2^52 it loses its fraction to
/// rounding; rounded up it is one too many.
template <bool kTruncates>
ALWAYS_INLINE double WithoutFraction(double number) {
  if constexpr (kTruncates) return __builtin_trunc(number);
  const double rounded = (number + kTwo52) - kTwo52;
  return rounded - (rounded > number ? 1.0 : 0.0);
}

/// The integer is the mantissa of its sum with 2^52. What is negative, too
/// large or no number has other bits than a mantissa's.
ALWAYS_INLINE std::uint64_t ToSmall(double integer) {
  return __builtin_bit_cast(std::uint64_t, integer + kTwo52) - kTwo52Bits;
}

template <bool kTruncates>
ALWAYS_INLINE double Between(std::uint64_t prior, std::uint64_t next,
                             double since, double whole) {
  const double p = FromSmall(prior);
  const double difference = FromSmall(next) - p;
  return WithoutFraction<kTruncates>((0.5 + p) + (since * difference) / whole);
}

template <bool kTruncates>
ALWAYS_INLINE std::uint64_t Interpolate(const std::uint64_t* __restrict prior,
                                        const std::uint64_t* __restrict next,
                                        std::size_t n, double since,
                                        double whole,
                                        std::uint64_t* __restrict out) {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = ToSmall(Between<kTruncates>(prior[i], next[i], since, whole));
    seen |= out[i] | prior[i] | next[i];
  }
  return seen;
}

template <bool kTruncates>
ALWAYS_INLINE std::uint64_t InterpolateRate(const CounterRow& row,
                                            std::size_t n) {
  const std::uint64_t* __restrict prior = row.prior;
  const std::uint64_t* __restrict next = row.next;
  const double* __restrict before = row.before;
  std::uint64_t* __restrict bits = row.bits;
  double* __restrict scaled = row.scaled;
  double* __restrict rates = row.rates;
  std::uint64_t seen = 0;
  std::uint64_t signs = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double value =
        Between<kTruncates>(prior[i], next[i], row.since, row.whole);
    bits[i] = ToSmall(value);
    seen |= bits[i] | prior[i] | next[i];
    scaled[i] = value * row.factor;
    const double difference = scaled[i] - before[i];
    signs |= __builtin_bit_cast(std::uint64_t, difference);
    rates[i] = difference / row.seconds;
  }
  return seen | (signs & std::uint64_t{1} << 63);
}

ALWAYS_INLINE std::uint64_t Load64(const std::uint8_t* p) {
  std::uint64_t word;
  __builtin_memcpy(&word, p, sizeof word);
  return word;
}

/// As loaded on a little-endian host.
ALWAYS_INLINE bool SameFirsts(const std::uint8_t* __restrict pairs,
                              const std::uint64_t* __restrict firsts,
                              std::size_t n) {
  std::uint64_t differ = 0;
  for (std::size_t i = 0; i < n; ++i) {
    differ |= Load64(pairs + 8 * i) ^ firsts[i];
  }
  return (differ & 0xffffffff) == 0;
}

/// A pair is an instance and a word; turned round, the word is its lower half.
ALWAYS_INLINE void UnpackWords(const std::uint8_t* pairs, std::size_t n,
                               std::uint64_t sign,
                               std::uint64_t* __restrict out) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t word = __builtin_bswap64(Load64(pairs + 8 * i));
    out[i] = ((word & 0xffffffff) ^ sign) - sign;
  }
}

/// Two blocks at once: their numbers in one register, turned round together.
template <bool kShuffles>
ALWAYS_INLINE bool UnpackBlocks(const std::uint8_t* blocks, std::size_t n,
                                std::uint32_t header,
                                std::uint64_t* __restrict out) {
  constexpr std::size_t kSize = 12;
  std::uint32_t differ = 0;
  std::size_t i = 0;
  if constexpr (kShuffles) {
    using Bytes16 = std::uint8_t __attribute__((vector_size(16)));
    using Words4 = std::uint32_t __attribute__((vector_size(16)));
    using Words2 = std::uint64_t __attribute__((vector_size(16)));
    Words4 differs = {};
    const Words4 headers = {header, 0, 0, header};
    for (; i + 2 <= n; i += 2) {
      const std::uint8_t* p = blocks + kSize * i;
      Words4 head;
      __builtin_memcpy(&head, p, sizeof head);
      differs |= head ^ headers;
      const Words2 both = {Load64(p + 4), Load64(p + kSize + 4)};
      const auto turned = reinterpret_cast<Words2>(__builtin_shufflevector(
          reinterpret_cast<Bytes16>(both), reinterpret_cast<Bytes16>(both), 7,
          6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
      __builtin_memcpy(out + i, &turned, sizeof turned);
    }
    differ = differs[0] | differs[3];
  }
  for (; i < n; ++i) {
    const std::uint8_t* p = blocks + kSize * i;
    std::uint32_t head;
    __builtin_memcpy(&head, p, sizeof head);
    differ |= head ^ header;
    out[i] = __builtin_bswap64(Load64(p + 4));
  }
  return differ == 0;
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

// How one pair is joined.
#define PAIR(NAME, RESULT)                                                \
  struct NAME {                                                           \
    static ALWAYS_INLINE double Of(double a, double b) { return RESULT; } \
  };
PAIR(Add, a + b)
PAIR(Subtract, a - b)
PAIR(Multiply, a* b)
PAIR(Divide, a / b)

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
/// `MODERN`: it truncates and shuffles in one instruction.
#define KERNELS_FOR(KIND, TARGET, MODERN)                                      \
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
      return Interpolate<MODERN>(prior, next, n, since, whole, out);           \
    }                                                                          \
    TARGET static std::uint64_t InterpolatedRate(const CounterRow& row,        \
                                                 std::size_t n) {              \
      return InterpolateRate<MODERN>(row, n);                                  \
    }                                                                          \
    TARGET static bool OfSameFirsts(const std::uint8_t* pairs,                 \
                                    const std::uint64_t* firsts,               \
                                    std::size_t n) {                           \
      return SameFirsts(pairs, firsts, n);                                     \
    }                                                                          \
    TARGET static void UnpackedWords(const std::uint8_t* pairs, std::size_t n, \
                                     std::uint64_t sign, std::uint64_t* out) { \
      UnpackWords(pairs, n, sign, out);                                        \
    }                                                                          \
    TARGET static bool UnpackedBlocks(const std::uint8_t* blocks,              \
                                      std::size_t n, std::uint32_t header,     \
                                      std::uint64_t* out) {                    \
      return UnpackBlocks<MODERN>(blocks, n, header, out);                     \
    }                                                                          \
    TARGET static bool Rates(const double* now, const double* before,          \
                             double seconds, std::size_t n, double* out) {     \
      return Rate(now, before, seconds, n, out);                               \
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
          Kind::InterpolatedRate,
          Kind::OfSameFirsts,
          Kind::UnpackedWords,
          Kind::UnpackedBlocks,
          Kind::Rates,
          {Kind::template Joined<Add>, Kind::template Joined<Subtract>,
           Kind::template Joined<Multiply>, Kind::template Joined<Divide>}};
}

KERNELS_FOR(Plain, , false)

#if defined(__x86_64__)

KERNELS_FOR(V3, TARGET_V3, true)
KERNELS_FOR(V4, TARGET_V4, true)

constexpr Kernels kAll[] = {KernelsOf<Plain>("x86-64"),
                            KernelsOf<V3>("x86-64-v3"),
                            KernelsOf<V4>("x86-64-v4")};

#else

constexpr Kernels kAll[] = {KernelsOf<Plain>("any")};

#endif

}  // namespace

std::span<const Kernels> Runnable() {
  static const std::size_t count = CountRunnable();
  return std::span<const Kernels>(kAll, count);
}

const Kernels& Best() {
  static const Kernels& best = Runnable().back();
  return best;
}

}  // namespace base::kernels
