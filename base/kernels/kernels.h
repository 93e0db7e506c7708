// Kernels: the loops over columns of numbers that most time goes into, compiled
// for several kinds of processors. What they are for is their callers' to say.
#ifndef TOCSIN_BASE_KERNELS_KERNELS_H_
#define TOCSIN_BASE_KERNELS_KERNELS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace base::kernels {

/// What two columns are joined by.
enum class Operator : std::uint8_t { kAdd, kSubtract, kMultiply, kDivide };
inline constexpr std::size_t kOperators = 4;

/// out[i] is a[i] and b[i] joined; the one number of a single operand counts
/// for all. REQUIRES: not both are single. Shape: `a` and `b` [n] or [1], `out`
/// [n].
using Join = void (*)(const double* a, bool a_single, const double* b,
                      bool b_single, std::size_t n, double* out);

/// A row of counters between two records, and the row before it.
/// Shape: each [n], none of the last three is one of the others.
struct CounterRow {
  const std::uint64_t* prior;
  const std::uint64_t* next;
  double since;  // the record before
  double whole;  // between the two records
  double factor;
  const double* before;  // scaled
  double seconds;        // since the row before
  std::uint64_t* bits;   // interpolated
  double* scaled;        // times the factor
  double* rates;
};

/// The loops as one kind of processor runs them. All kinds give the same bits:
/// nothing is contracted, and nothing is added in another order.
struct Kernels {
  const char* processor;  // as compilers call it

  /// Adds `rows` rows of `width` numbers, the first at `row`, each `width`
  /// before the one above it, to `total`, one after another in each lane.
  void (*add_rows_back)(const double* row, int rows, int width, double* total);

  /// out[i] is bits[i], a signed integer, as the double next to it, times
  /// `factor`. What all bits[i] + `offset` have set between them.
  /// Shape: `bits` and `out` [n].
  std::uint64_t (*scale)(const std::uint64_t* bits, std::size_t n,
                         std::uint64_t offset, double factor, double* out);

  /// out[i] is what (0.5 + p) + (since * (n - p)) / whole is without its
  /// fraction, of p = prior[i] and n = next[i]. What all prior[i], next[i] and
  /// out[i] have set between them: below 2^52 all are right, else any may be
  /// wrong.
  /// Shape: `prior`, `next` and `out` [n]; `out` is neither of the others.
  std::uint64_t (*interpolate)(const std::uint64_t* prior,
                               const std::uint64_t* next, std::size_t n,
                               double since, double whole, std::uint64_t* out);

  /// interpolate, scale and rate in one pass. What interpolate says; beyond
  /// that bit 63 is set where rate would say false.
  std::uint64_t (*interpolate_rate)(const CounterRow& row, std::size_t n);

  /// True if the first word of the i-th pair is the lower half of firsts[i], as
  /// they lie. Shape: `pairs` [n * 8 bytes], `firsts` [n].
  bool (*same_firsts)(const std::uint8_t* pairs, const std::uint64_t* firsts,
                      std::size_t n);

  /// out[i] is the second word of the i-th pair of big-endian words; with
  /// `sign` 2^31 it is signed, with 0 it is not.
  /// Shape: `pairs` [n * 8 bytes], `out` [n].
  void (*unpack_words)(const std::uint8_t* pairs, std::size_t n,
                       std::uint64_t sign, std::uint64_t* out);

  /// out[i] is the big-endian number of 64 bits behind the i-th header. False
  /// if one of the headers has other bytes than `header` in memory.
  /// Shape: `blocks` [n * 12 bytes], `out` [n].
  bool (*unpack_blocks)(const std::uint8_t* blocks, std::size_t n,
                        std::uint32_t header, std::uint64_t* out);

  /// out[i] is (now[i] - before[i]) / seconds. False if one of the differences
  /// has a minus: it may be less than 0, or -0, or no number.
  /// Shape: `now`, `before` and `out` [n].
  bool (*rate)(const double* now, const double* before, double seconds,
               std::size_t n, double* out);

  Join join[kOperators];

  Join JoinBy(Operator op) const { return join[static_cast<std::size_t>(op)]; }
};

/// Those that this processor runs fastest.
const Kernels& Best();

/// All that this processor can run, the plain ones first.
std::span<const Kernels> Runnable();

}  // namespace base::kernels

#endif  // TOCSIN_BASE_KERNELS_KERNELS_H_
