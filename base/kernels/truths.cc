// Compilers gather bits of comparisons as the numbers are packed: each lane has
// its bit or nothing, and a word is all of them joined.
#include "base/kernels/truths.h"

#include "base/kernels/processor.h"

namespace base::kernels {
namespace {

struct Bits {
  Word at[kWordBits];
};

constexpr Bits EachBit() {
  Bits bits = {};
  for (std::size_t i = 0; i < kWordBits; ++i) bits.at[i] = Word{1} << i;
  return bits;
}

alignas(64) constexpr Bits kBits = EachBit();

#define RELATION(NAME, OPERATOR)                                              \
  struct NAME {                                                               \
    static ALWAYS_INLINE bool Of(double a, double b) { return a OPERATOR b; } \
  };
RELATION(Less, <)
RELATION(LessEqual, <=)
RELATION(Greater, >)
RELATION(GreaterEqual, >=)
RELATION(Equal, ==)
RELATION(NotEqual, !=)

/// Of `n` numbers, up to 64.
template <typename Relation, bool kSingleA, bool kSingleB>
ALWAYS_INLINE Word RelateWord(const double* __restrict a,
                              const double* __restrict b, std::size_t n) {
  Word word = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const bool truth = Relation::Of(a[kSingleA ? 0 : j], b[kSingleB ? 0 : j]);
    word |= (truth ? ~Word{0} : Word{0}) & kBits.at[j];
  }
  return word;
}

template <typename Relation, bool kSingleA, bool kSingleB>
ALWAYS_INLINE void RelateRows(const double* __restrict a,
                              const double* __restrict b, RowShape shape,
                              Word* __restrict out) {
  const std::size_t width = shape.width;
  for (std::size_t t = 0; t < shape.rows; ++t) {
    std::size_t j = 0;
    for (; j + kWordBits <= width; j += kWordBits) {
      *out++ = RelateWord<Relation, kSingleA, kSingleB>(
          kSingleA ? a : a + j, kSingleB ? b : b + j, kWordBits);
    }
    if (j < width) {
      *out++ = RelateWord<Relation, kSingleA, kSingleB>(
          kSingleA ? a : a + j, kSingleB ? b : b + j, width - j);
    }
    a += kSingleA ? 1 : width;
    b += kSingleB ? 1 : width;
  }
}

template <typename Relation>
ALWAYS_INLINE void RelateAll(const double* __restrict a, bool a_single,
                             const double* __restrict b, bool b_single,
                             RowShape shape, Word* __restrict out) {
  if (shape.width == 1) {
    for (std::size_t t = 0; t < shape.rows; ++t) {
      out[t] = Relation::Of(a[t], b[t]) ? 1 : 0;
    }
  } else if (a_single) {
    RelateRows<Relation, true, false>(a, b, shape, out);
  } else if (b_single) {
    RelateRows<Relation, false, true>(a, b, shape, out);
  } else {
    RelateRows<Relation, false, false>(a, b, shape, out);
  }
}

ALWAYS_INLINE std::uint32_t CountWord(Word word) {
  return static_cast<std::uint32_t>(__builtin_popcountll(word));
}

/// REQUIRES: n > 0.
ALWAYS_INLINE void CountRows(const Word* __restrict bits, RowShape shape,
                             std::size_t first, std::size_t n,
                             std::uint32_t* __restrict counts) {
  const std::size_t words = (shape.width + kWordBits - 1) / kWordBits;
  const std::size_t from = first / kWordBits;
  const std::size_t last = (first + n - 1) / kWordBits;
  const Word head = ~Word{0} << first % kWordBits;
  const Word tail = ~Word{0} >> (kWordBits - 1 - (first + n - 1) % kWordBits);
  for (std::size_t t = 0; t < shape.rows; ++t, bits += words) {
    if (from == last) {
      counts[t] = CountWord(bits[from] & head & tail);
      continue;
    }
    std::uint32_t count = CountWord(bits[from] & head);
    for (std::size_t w = from + 1; w < last; ++w) count += CountWord(bits[w]);
    counts[t] = count + CountWord(bits[last] & tail);
  }
}

/// The kernels of `KIND`, compiled with the attribute `TARGET`.
#define TRUTH_KERNELS_FOR(KIND, TARGET)                                        \
  struct KIND {                                                                \
    template <typename Relation>                                               \
    TARGET static void Related(const double* a, bool a_single,                 \
                               const double* b, bool b_single, RowShape shape, \
                               Word* out) {                                    \
      RelateAll<Relation>(a, a_single, b, b_single, shape, out);               \
    }                                                                          \
    TARGET static void Counted(const Word* bits, RowShape shape,               \
                               std::size_t first, std::size_t n,               \
                               std::uint32_t* counts) {                        \
      CountRows(bits, shape, first, n, counts);                                \
    }                                                                          \
  };

template <typename Kind>
constexpr TruthKernels KernelsOf(const char* processor) {
  // The relations as Relation has them.
  return {
      processor,
      {Kind::template Related<Less>, Kind::template Related<LessEqual>,
       Kind::template Related<Greater>, Kind::template Related<GreaterEqual>,
       Kind::template Related<Equal>, Kind::template Related<NotEqual>},
      Kind::Counted};
}

TRUTH_KERNELS_FOR(Plain, )

#if defined(__x86_64__)

TRUTH_KERNELS_FOR(V3, TARGET_V3)
TRUTH_KERNELS_FOR(V4, TARGET_V4)

constexpr TruthKernels kAll[] = {KernelsOf<Plain>("x86-64"),
                                 KernelsOf<V3>("x86-64-v3"),
                                 KernelsOf<V4>("x86-64-v4")};

#else

constexpr TruthKernels kAll[] = {KernelsOf<Plain>("any")};

#endif

}  // namespace

std::span<const TruthKernels> RunnableOfTruths() {
  static const std::size_t count = CountRunnable();
  return std::span<const TruthKernels>(kAll, count);
}

const TruthKernels& BestOfTruths() { return RunnableOfTruths().back(); }

}  // namespace base::kernels
