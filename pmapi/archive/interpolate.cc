// One formula for each type of counter, wraps as PMAPI has them.
#include "pmapi/archive/interpolate.h"

#include <bit>

#include "base/kernels/kernels.h"
#include "pmapi/metric/number_type.h"

namespace pmapi {
namespace {

constexpr double kTwo31 = 2147483648.0;
constexpr double kTwo63 = 9223372036854775808.0;

// What x86 makes of doubles that are out of range; the bits show it.
std::int32_t ToInt32(double value) {
  if (!(value > -kTwo31 - 1 && value < kTwo31)) return INT32_MIN;
  return static_cast<std::int32_t>(value);
}
std::int64_t ToInt64(double value) {
  if (!(value >= -kTwo63 && value < kTwo63)) return INT64_MIN;
  return static_cast<std::int64_t>(value);
}
std::uint64_t ToUint64(double value) {
  if (value < kTwo63) return static_cast<std::uint64_t>(ToInt64(value));
  return static_cast<std::uint64_t>(ToInt64(value - kTwo63)) ^ std::uint64_t{1}
                                                                   << 63;
}

std::uint64_t SignExtended(std::uint32_t word) {
  return static_cast<std::uint64_t>(
      std::int64_t{static_cast<std::int32_t>(word)});
}

/// The two spans that every formula uses.
struct Spans {
  double since;  // tick - prior
  double whole;  // next - prior
};

/// How a counter goes on between two values, each as its native bits.
template <typename T>
struct Counter;

template <>
struct Counter<std::int32_t> {
  static std::uint64_t At(Spans s, std::uint64_t prior, std::uint64_t next) {
    const auto p = static_cast<std::uint32_t>(prior);
    const auto d =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(next) - p);
    const double value =
        (0.5 + static_cast<std::int32_t>(p)) + (s.since * d) / s.whole;
    return SignExtended(static_cast<std::uint32_t>(ToInt32(value)));
  }
  static bool Backwards(std::uint64_t prior, std::uint64_t next) {
    return static_cast<std::int64_t>(next) < static_cast<std::int64_t>(prior);
  }
  /// libpcp 6.0.3 forgets to add the prior value here.
  static std::uint64_t Wrapped(Spans s, std::uint64_t prior,
                               std::uint64_t next) {
    const auto p = static_cast<std::uint32_t>(prior);
    const double d = static_cast<std::uint32_t>(next) - p;
    return SignExtended(
        p + static_cast<std::uint32_t>(ToInt64(0.5 + s.since * d / s.whole)));
  }
};

template <>
struct Counter<std::uint32_t> {
  static std::uint64_t At(Spans s, std::uint64_t prior, std::uint64_t next) {
    const auto p = static_cast<double>(static_cast<std::int64_t>(prior));
    const auto d = static_cast<double>(static_cast<std::int64_t>(next - prior));
    // (P - N) taken away and (N - P) added are the same double.
    const double value = (0.5 + p) + (s.since * d) / s.whole;
    return static_cast<std::uint32_t>(ToInt64(value));
  }
  static bool Backwards(std::uint64_t prior, std::uint64_t next) {
    return next < prior;
  }
  static std::uint64_t Wrapped(Spans s, std::uint64_t prior,
                               std::uint64_t next) {
    const auto p = static_cast<std::uint32_t>(prior);
    const double d = static_cast<std::uint32_t>(next) - p;
    return p + static_cast<std::uint32_t>(ToInt64(0.5 + s.since * d / s.whole));
  }
};

double Signed(std::uint64_t bits) {
  return static_cast<double>(static_cast<std::int64_t>(bits));
}

template <>
struct Counter<std::int64_t> {
  static std::uint64_t At(Spans s, std::uint64_t prior, std::uint64_t next) {
    const double value =
        (0.5 + Signed(prior)) + (s.since * Signed(next - prior)) / s.whole;
    return static_cast<std::uint64_t>(ToInt64(value));
  }
  /// The difference wraps as it is; that is all that libpcp does.
  static bool Backwards(std::uint64_t, std::uint64_t) { return false; }
  static std::uint64_t Wrapped(Spans s, std::uint64_t p, std::uint64_t n) {
    return At(s, p, n);
  }
};

template <>
struct Counter<std::uint64_t> {
  static std::uint64_t At(Spans s, std::uint64_t prior, std::uint64_t next) {
    if (Backwards(prior, next)) {
      return ToUint64((0.5 + Signed(prior)) -
                      (s.since * Signed(prior - next)) / s.whole);
    }
    return ToUint64((0.5 + Signed(prior)) +
                    (s.since * Signed(next - prior)) / s.whole);
  }
  /// As signed integers: libpcp's way, and it shows above 2^63.
  static bool Backwards(std::uint64_t prior, std::uint64_t next) {
    return static_cast<std::int64_t>(next) < static_cast<std::int64_t>(prior);
  }
  static std::uint64_t Wrapped(Spans s, std::uint64_t prior,
                               std::uint64_t next) {
    const auto d = static_cast<double>(next - prior);
    return ToUint64((0.5 + Signed(prior)) + (s.since * d) / s.whole);
  }
};

template <>
struct Counter<float> {
  static std::uint64_t At(Spans s, std::uint64_t prior, std::uint64_t next) {
    const auto p = std::bit_cast<float>(static_cast<std::uint32_t>(prior));
    const auto n = std::bit_cast<float>(static_cast<std::uint32_t>(next));
    const double value = p + (s.since * (n - p)) / s.whole;
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  static bool Backwards(std::uint64_t, std::uint64_t) { return false; }
  static std::uint64_t Wrapped(Spans s, std::uint64_t p, std::uint64_t n) {
    return At(s, p, n);
  }
};

template <>
struct Counter<double> {
  static std::uint64_t At(Spans s, std::uint64_t prior, std::uint64_t next) {
    const auto p = std::bit_cast<double>(prior);
    const auto n = std::bit_cast<double>(next);
    return std::bit_cast<std::uint64_t>(p + (s.since * (n - p)) / s.whole);
  }
  static bool Backwards(std::uint64_t, std::uint64_t) { return false; }
  static std::uint64_t Wrapped(Spans s, std::uint64_t p, std::uint64_t n) {
    return At(s, p, n);
  }
};

template <typename T>
void Row(T, bool counter_wrap, Spans spans, const std::uint64_t* prior,
         const std::uint64_t* next, std::size_t count, std::uint64_t* out) {
  using Of = Counter<T>;
  if (!counter_wrap) {
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = Of::At(spans, prior[i], next[i]);
    }
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = Of::Backwards(prior[i], next[i])
                 ? Of::Wrapped(spans, prior[i], next[i])
                 : Of::At(spans, prior[i], next[i]);
  }
}

/// Counters that stand for themselves as signed integers, and may fall: nearly
/// all go in packed instructions. False if one does not: then `out` is not to
/// be believed.
bool InterpolateAtOnce(Type type, Spans s, const std::uint64_t* prior,
                       const std::uint64_t* next, std::size_t count,
                       std::uint64_t* out) {
  const bool narrow = type == Type::kU32;
  if (!narrow && type != Type::k64 && type != Type::kU64) return false;
  const std::uint64_t seen = base::kernels::Best().interpolate(
      prior, next, count, s.since, s.whole, out);
  return seen >> (narrow ? 32 : 52) == 0;
}

}  // namespace

void Interpolate(Type type, bool counter_wrap, Between when,
                 const std::uint64_t* prior, const std::uint64_t* next,
                 std::size_t count, std::uint64_t* out) {
  const Spans spans{when.tick - when.prior, when.next - when.prior};
  if (!counter_wrap &&
      InterpolateAtOnce(type, spans, prior, next, count, out)) {
    return;
  }
  WithNumberType(type, [&](auto zero) {
    Row(zero, counter_wrap, spans, prior, next, count, out);
  });
}

}  // namespace pmapi
