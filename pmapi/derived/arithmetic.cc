// Loops over native values, one a type and operation.
#include "pmapi/derived/arithmetic.h"

#include <bit>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"
#include "pmapi/derived/scale.h"
#include "pmapi/metric/number_type.h"

namespace pmapi::derived {
namespace {

/// Values of one C++ type from and to the bits of MetricSamples.
template <typename T>
struct NativeBits {
  using Value = T;

  static T Load(std::uint64_t bits) {
    if constexpr (std::is_same_v<T, double>) {
      return std::bit_cast<double>(bits);
    } else if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else {
      return static_cast<T>(bits);
    }
  }
  static std::uint64_t Store(T value) {
    if constexpr (std::is_same_v<T, double>) {
      return std::bit_cast<std::uint64_t>(value);
    } else if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<std::uint32_t>(value);
    } else {
      // Signed ones keep their sign.
      return static_cast<std::uint64_t>(value);
    }
  }
};

template <typename F>
auto WithNativeBits(Type type, F&& f) {
  return WithNumberType(
      type, [&](auto zero) { return f(NativeBits<decltype(zero)>()); });
}

/// Integers wrap, as unsigned ones do.
template <typename T>
struct Wrapping {
  using Type = T;
};
template <>
struct Wrapping<std::int32_t> {
  using Type = std::uint32_t;
};
template <>
struct Wrapping<std::int64_t> {
  using Type = std::uint64_t;
};
template <typename T>
using Wrap = typename Wrapping<T>::Type;

template <typename T>
T Plus(T a, T b) {
  return static_cast<T>(static_cast<Wrap<T>>(a) + static_cast<Wrap<T>>(b));
}
template <typename T>
T Minus(T a, T b) {
  return static_cast<T>(static_cast<Wrap<T>>(a) - static_cast<Wrap<T>>(b));
}
template <typename T>
T Times(T a, T b) {
  return static_cast<T>(static_cast<Wrap<T>>(a) * static_cast<Wrap<T>>(b));
}

/// 0 divided by anything is 0, as in PCP.
template <typename T>
std::uint64_t DivideBits(T a, T b) {
  const double value =
      a == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
  return NativeBits<double>::Store(value);
}

/// A number as `To`. What a floating one cannot be as an integer is 0.
template <typename To, typename From>
To Cast(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    constexpr double kLimit = 9.2e18;
    const auto number = static_cast<double>(value);
    if (!(number > -kLimit && number < kLimit)) return 0;
    return static_cast<To>(static_cast<std::int64_t>(number));
  } else if constexpr (std::is_same_v<To, float> &&
                       std::is_same_v<From, double>) {
    return static_cast<float>(value);
  } else {
    return static_cast<To>(value);
  }
}

/// Where an operand's values already have the type that is computed in, they
/// are read in place.
NodeView Promoted(const BoundNode& from, Type to, const Factor& factor,
                  NodeView view, std::size_t size, NodeValues* buffer) {
  if (from.desc.type == to && factor.is_one()) return view;
  buffer->bits.resize(size);
  WithNativeBits(from.desc.type, [&](auto source) {
    using Source = decltype(source);
    if (!factor.is_one()) {
      for (std::size_t i = 0; i < size; ++i) {
        const auto value = static_cast<double>(Source::Load(view.bits[i]));
        buffer->bits[i] =
            NativeBits<double>::Store(value / factor.divide * factor.multiply);
      }
      return;
    }
    WithNativeBits(to, [&](auto target) {
      using Target = decltype(target);
      for (std::size_t i = 0; i < size; ++i) {
        buffer->bits[i] = Target::Store(
            Cast<typename Target::Value>(Source::Load(view.bits[i])));
      }
    });
  });
  view.bits = buffer->bits.data();
  return view;
}

template <typename K, typename F>
void Loop(NodeView left, NodeView right, std::size_t ticks, std::size_t width,
          NodeValues* out, F&& f) {
  for (std::size_t t = 0; t < ticks; ++t) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t a = left.At(t, i);
      const std::size_t b = right.At(t, i);
      const Cell cell = left.cells[a] & right.cells[b];
      const std::size_t at = t * width + i;
      out->cells[at] = cell;
      if (cell == kKnown) {
        out->bits[at] = f(K::Load(left.bits[a]), K::Load(right.bits[b]));
      }
    }
  }
}

template <typename K>
void CombineIn(Op op, NodeView left, NodeView right, std::size_t ticks,
               std::size_t width, NodeValues* out) {
  using T = typename K::Value;
  const auto run = [&](auto&& f) {
    Loop<K>(left, right, ticks, width, out, f);
  };
  switch (op) {
    case Op::kAdd:
      return run([](T a, T b) { return K::Store(Plus(a, b)); });
    case Op::kSubtract:
      return run([](T a, T b) { return K::Store(Minus(a, b)); });
    case Op::kMultiply:
      return run([](T a, T b) { return K::Store(Times(a, b)); });
    case Op::kLess:
      return run([](T a, T b) { return std::uint64_t{a < b}; });
    case Op::kLessOrEqual:
      return run([](T a, T b) { return std::uint64_t{a <= b}; });
    case Op::kEqual:
      return run([](T a, T b) { return std::uint64_t{a == b}; });
    case Op::kGreaterOrEqual:
      return run([](T a, T b) { return std::uint64_t{a >= b}; });
    case Op::kGreater:
      return run([](T a, T b) { return std::uint64_t{a > b}; });
    case Op::kNotEqual:
      return run([](T a, T b) { return std::uint64_t{a != b}; });
    case Op::kAnd:
      return run([](T a, T b) { return std::uint64_t{a != 0 && b != 0}; });
    case Op::kOr:
      return run([](T a, T b) { return std::uint64_t{a != 0 || b != 0}; });
    case Op::kDivide:
      return run([](T a, T b) { return DivideBits(a, b); });
    default:
      CHECK(op <= Op::kOr);
  }
}

template <typename K>
std::uint64_t AggregateIn(Op op, const std::uint64_t* bits, const Cell* cells,
                          std::size_t width) {
  using T = typename K::Value;
  T result = 0;
  bool first = true;
  for (std::size_t i = 0; i < width; ++i) {
    if (cells[i] != kKnown) continue;
    const T value = K::Load(bits[i]);
    if (op == Op::kSum) {
      result = Plus(result, value);
    } else if (first || (op == Op::kMax ? value > result : value < result)) {
      result = value;
    }
    first = false;
  }
  return K::Store(result);
}

template <typename K>
std::uint64_t AverageIn(const std::uint64_t* bits, const Cell* cells,
                        std::size_t width, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < width; ++i) {
    if (cells[i] == kKnown) sum += static_cast<double>(K::Load(bits[i]));
  }
  const double average = count == 0 ? 0 : sum / static_cast<double>(count);
  return NativeBits<float>::Store(Cast<float>(average));
}

}  // namespace

std::uint64_t ConvertBits(std::uint64_t bits, Type from, Type to) {
  return WithNativeBits(from, [&](auto source) {
    return WithNativeBits(to, [&](auto target) {
      using Target = decltype(target);
      return Target::Store(
          Cast<typename Target::Value>(decltype(source)::Load(bits)));
    });
  });
}

bool IsNonZero(std::uint64_t bits, Type type) {
  return WithNativeBits(
      type, [&](auto native) { return decltype(native)::Load(bits) != 0; });
}

std::uint64_t DeltaBits(std::uint64_t current, std::uint64_t previous,
                        Type type) {
  // U32 in 64 bits, U64 in double: their differences may be negative.
  const Type wide = type == Type::kU32   ? Type::k64
                    : type == Type::kU64 ? Type::kDouble
                                         : type;
  return WithNativeBits(wide, [&](auto native) {
    using K = decltype(native);
    return K::Store(Minus(K::Load(ConvertBits(current, type, wide)),
                          K::Load(ConvertBits(previous, type, wide))));
  });
}

double RateDifference(std::uint64_t current, std::uint64_t previous,
                      Type type) {
  return WithNativeBits(type, [&](auto native) {
    using K = decltype(native);
    return static_cast<double>(Minus(K::Load(current), K::Load(previous)));
  });
}

void Combine(const BoundNode& node, const BoundNode& left_node,
             const BoundNode& right_node, NodeView left, NodeView right,
             std::size_t ticks, std::size_t width, NodeValues* out) {
  out->Reset(ticks * width);
  NodeValues left_buffer;
  NodeValues right_buffer;
  left = Promoted(left_node, node.common, node.factors[0], left,
                  ticks * left.width, &left_buffer);
  right = Promoted(right_node, node.common, node.factors[1], right,
                   ticks * right.width, &right_buffer);
  WithNativeBits(node.common, [&](auto native) {
    CombineIn<decltype(native)>(node.op, left, right, ticks, width, out);
  });
}

void Transform(const BoundNode& node, const BoundNode& operand_node,
               NodeView operand, std::size_t size, NodeValues* out) {
  out->Reset(size);
  std::copy(operand.cells, operand.cells + size, out->cells.begin());
  const Type type = operand_node.desc.type;
  if (node.op == Op::kInstant) {
    std::copy(operand.bits, operand.bits + size, out->bits.begin());
    return;
  }
  const Ratio ratio =
      node.op == Op::kRescale
          ? RatioBetween(operand_node.desc.units, node.desc.units)
          : Ratio();
  WithNativeBits(type, [&](auto source) {
    using K = decltype(source);
    using T = typename K::Value;
    for (std::size_t i = 0; i < size; ++i) {
      if (operand.cells[i] != kKnown) continue;
      const T value = K::Load(operand.bits[i]);
      if (node.op == Op::kNot) {
        out->bits[i] = value == 0 ? 1 : 0;
      } else if (node.op == Op::kRescale) {
        out->bits[i] = K::Store(Rescaled(value, ratio));
      } else if constexpr (std::is_floating_point_v<T>) {
        out->bits[i] = K::Store(-value);
      } else {
        // U32 becomes 32, U64 becomes 64.
        using Signed = std::make_signed_t<T>;
        out->bits[i] =
            NativeBits<Signed>::Store(static_cast<Signed>(Minus(T{0}, value)));
      }
    }
  });
}

void Aggregate(const BoundNode& node, Type type, const std::uint64_t* bits,
               const Cell* cells, std::size_t width, std::size_t at,
               NodeValues* out) {
  const auto count =
      static_cast<std::size_t>(std::count(cells, cells + width, kKnown));
  if (node.op == Op::kCount) return out->Set(at, count);
  out->Set(at, WithNativeBits(type, [&](auto native) {
             using K = decltype(native);
             return node.op == Op::kAvg
                        ? AverageIn<K>(bits, cells, width, count)
                        : AggregateIn<K>(node.op, bits, cells, width);
           }));
}

}  // namespace pmapi::derived
