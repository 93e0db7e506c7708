// Truths as bits, 64 to a word: numbers compared, rows counted. Compiled and
// chosen as the loops of kernels.h.
#ifndef TOCSIN_BASE_KERNELS_TRUTHS_H_
#define TOCSIN_BASE_KERNELS_TRUTHS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace base::kernels {

/// Truth i of a row is bit i % 64 of its word i / 64.
using Word = std::uint64_t;
inline constexpr std::size_t kWordBits = 64;

enum class Relation : std::uint8_t {
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual
};
inline constexpr std::size_t kRelations = 6;

/// How many rows there are of how many numbers.
struct RowShape {
  std::size_t rows = 0;
  std::size_t width = 0;

  /// Words of a row of truths.
  std::size_t words() const { return (width + kWordBits - 1) / kWordBits; }
};

/// Compares `a` with `b`; the one number that a row of a single operand has
/// counts for all. Bits beyond the last number are 0. REQUIRES: not both are
/// single. Shape: `a` and `b` [rows][width] or [rows], `out` [rows][words].
using Relate = void (*)(const double* a, bool a_single, const double* b,
                        bool b_single, RowShape shape, Word* out);

struct TruthKernels {
  const char* processor;  // as compilers call it

  Relate relate[kRelations];

  /// How many of the `n` truths from the `first` on are set in each row.
  /// REQUIRES: n > 0.
  /// Shape: `bits` [rows][words], `counts` [rows].
  void (*count)(const Word* bits, RowShape shape, std::size_t first,
                std::size_t n, std::uint32_t* counts);

  Relate RelateBy(Relation relation) const {
    return relate[static_cast<std::size_t>(relation)];
  }
};

/// Those that this processor runs fastest.
const TruthKernels& BestOfTruths();

/// All that this processor can run, the plain ones first.
std::span<const TruthKernels> RunnableOfTruths();

}  // namespace base::kernels

#endif  // TOCSIN_BASE_KERNELS_TRUTHS_H_
