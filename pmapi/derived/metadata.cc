// One function a group of operations.
#include "pmapi/derived/metadata.h"

#include <algorithm>
#include <cmath>

namespace pmapi::derived {
namespace {

using Failure = std::optional<std::string>;

bool IsComparison(Op op) { return op >= Op::kLess && op <= Op::kNotEqual; }
bool IsBoolean(Op op) { return op == Op::kAnd || op == Op::kOr; }
bool IsSum(Op op) { return op == Op::kAdd || op == Op::kSubtract; }
bool IsCounter(const BoundNode& node) {
  return node.desc.semantics == Semantics::kCounter;
}
bool HasDimension(const Units& units) {
  return units.space != 0 || units.time != 0 || units.count != 0;
}
bool SameDimensions(const Units& a, const Units& b) {
  return a.space == b.space && a.time == b.time && a.count == b.count;
}
bool IsCount(const Units& units) {
  return units.space == 0 && units.time == 0 && units.count == 1;
}

/// The InDom of two, if they may stand together.
std::optional<InDom> Joined(InDom a, InDom b) {
  if (a == b || b == kNullInDom) return a;
  if (a == kNullInDom) return b;
  return std::nullopt;
}

// --- Two operands.

/// How much more the next unit of time is.
constexpr double kTimeSteps[] = {1000, 1000, 1000, 60, 60};

class Pair {
 public:
  Pair(const BoundNode& left, const BoundNode& right, BoundNode* node)
      : left_(left), right_(right), node_(*node) {}

  Failure Describe() {
    const char* why = Check();
    if (why != nullptr) {
      return left_.shown + ' ' +
             pmapi::notation::DerivedOperatorName(node_.op) + ' ' +
             right_.shown + ": " + why;
    }
    node_.common = std::max(left_.desc.type, right_.desc.type);
    SetSemantics();
    SetUnits();
    if (!node_.factors[0].is_one() || !node_.factors[1].is_one() ||
        node_.op == Op::kDivide) {
      node_.common = Type::kDouble;
    }
    node_.desc.type = node_.common;
    if (IsComparison(node_.op) || IsBoolean(node_.op)) {
      node_.desc.type = Type::kU32;
      node_.desc.units = Units();
    }
    return std::nullopt;
  }

 private:
  const char* Check() {
    if (!IsNumeric(left_.desc.type))
      return "Non-arithmetic type for left operand";
    if (!IsNumeric(right_.desc.type)) {
      return "Non-arithmetic type for right operand";
    }
    if (const char* why = CheckSemantics()) return why;
    if (const char* why = CheckDimensions()) return why;
    const auto indom = Joined(left_.desc.indom, right_.desc.indom);
    if (!indom) return "Operands should have the same instance domain";
    node_.desc.indom = *indom;
    return nullptr;
  }

  const char* CheckSemantics() const {
    if (IsComparison(node_.op) || IsBoolean(node_.op)) return nullptr;
    if (IsCounter(left_) && IsCounter(right_)) {
      return IsSum(node_.op) ? nullptr : "Illegal operator for counters";
    }
    if (IsCounter(left_)) {
      return IsSum(node_.op) ? "Illegal operator for counter and non-counter"
                             : nullptr;
    }
    if (IsCounter(right_) && node_.op != Op::kMultiply) {
      return "Illegal operator for non-counter and counter";
    }
    return nullptr;
  }

  const char* CheckDimensions() const {
    const Units& left = left_.desc.units;
    const Units& right = right_.desc.units;
    if (IsBoolean(node_.op)) {
      return HasDimension(left) || HasDimension(right)
                 ? "Dimensions are not the same"
                 : nullptr;
    }
    if (IsCounter(left_) != IsCounter(right_)) {
      if (IsCounter(left_) && HasDimension(right)) {
        return "Non-counter and not dimensionless for right operand";
      }
      if (IsCounter(right_) && HasDimension(left)) {
        return "Non-counter and not dimensionless for left operand";
      }
      return nullptr;
    }
    if (!IsSum(node_.op) && !IsComparison(node_.op)) return nullptr;
    if (SameDimensions(left, right)) return nullptr;
    if (!HasDimension(left) && IsCount(right)) return nullptr;
    if (!HasDimension(right) && IsCount(left)) return nullptr;
    if (IsComparison(node_.op) && MayDiffer()) return nullptr;
    return "Dimensions are not the same";
  }

  /// A constant compares with anything; in PCP so does whatever is U32.
  bool MayDiffer() const {
    return left_.op == Op::kConstant || right_.op == Op::kConstant ||
           left_.desc.type == Type::kU32 || right_.desc.type == Type::kU32;
  }

  void SetSemantics() {
    const BoundNode& lead = left_.op == Op::kConstant ? right_ : left_;
    node_.desc.semantics = lead.desc.semantics;
    node_.desc.units = lead.desc.units;
    if (IsCounter(left_) || IsCounter(right_)) return;
    const bool discrete = left_.desc.semantics == Semantics::kDiscrete &&
                          right_.desc.semantics == Semantics::kDiscrete;
    node_.desc.semantics =
        discrete ? Semantics::kDiscrete : Semantics::kInstant;
  }

  void SetUnits() {
    const Units& left = left_.desc.units;
    const Units& right = right_.desc.units;
    Units& units = node_.desc.units;
    units.space_scale = Larger(left.space, right.space, left.space_scale,
                               right.space_scale, [](int) { return 1024.0; });
    units.time_scale = Larger(left.time, right.time, left.time_scale,
                              right.time_scale, TimeStep);
    units.count_scale = Larger(left.count, right.count, left.count_scale,
                               right.count_scale, [](int) { return 10.0; });
    if (node_.op == Op::kMultiply || node_.op == Op::kDivide) {
      const int sign = node_.op == Op::kMultiply ? 1 : -1;
      units.space = Dimension(left.space + sign * right.space);
      units.time = Dimension(left.time + sign * right.time);
      units.count = Dimension(left.count + sign * right.count);
    }
    if (units.space == 0) units.space_scale = SpaceScale::kByte;
    if (units.time == 0) units.time_scale = TimeScale::kNsec;
    if (units.count == 0) units.count_scale = 0;
  }

  /// Descriptors have four bits for it.
  static std::int8_t Dimension(int sum) {
    return static_cast<std::int8_t>(std::clamp(sum, -8, 7));
  }

  static double TimeStep(int scale) {
    return scale < 5 ? kTimeSteps[scale] : 1;
  }

  /// The larger scale of one dimension, with the factors to get there; or that
  /// of the one operand which has the dimension.
  template <typename Scale, typename Size>
  Scale Larger(int left, int right, Scale left_scale, Scale right_scale,
               Size&& size) {
    if (left == 0) return right_scale;
    if (right == 0) return left_scale;
    const int a = static_cast<int>(left_scale);
    const int b = static_cast<int>(right_scale);
    const int common = std::max(a, b);
    Convert(left, a, common, size, &node_.factors[0]);
    Convert(right, b, common, size, &node_.factors[1]);
    return static_cast<Scale>(common);
  }

  template <typename Size>
  static void Convert(int dimension, int from, int to, Size&& size,
                      Factor* factor) {
    for (int scale = from; scale < to; ++scale) {
      const double step = std::pow(size(scale), std::abs(dimension));
      (dimension > 0 ? factor->divide : factor->multiply) *= step;
    }
  }

  const BoundNode& left_;
  const BoundNode& right_;
  BoundNode& node_;
};

// --- One operand.

Type DifferenceType(Type type) {
  switch (type) {
    case Type::kU32:
      return Type::k64;
    case Type::kU64:
      return Type::kDouble;
    default:
      return type;
  }
}

const char* SetRate(BoundNode* node) {
  Units& units = node->desc.units;
  if (units.time != 0 && units.time != 1) {
    return "Incorrect time dimension for operand";
  }
  const int scale = static_cast<int>(units.time_scale);
  const int second = static_cast<int>(TimeScale::kSec);
  if (units.time == 1 && scale < 6) node->above_second = scale - second;
  units.time_scale = units.time == 1 ? TimeScale::kNsec : TimeScale::kSec;
  --units.time;
  node->desc.type = Type::kDouble;
  return nullptr;
}

/// A function of a metric.
const char* SetFunction(BoundNode* node) {
  MetricDesc& desc = node->desc;
  if (node->op == Op::kInstant) {
    if (desc.semantics == Semantics::kCounter) {
      desc.semantics = Semantics::kInstant;
    }
    return nullptr;
  }
  const bool aggregate = node->op != Op::kDelta && node->op != Op::kRate;
  if (aggregate) desc.indom = kNullInDom;
  if (node->op != Op::kSum) desc.semantics = Semantics::kInstant;
  if (node->op == Op::kCount) {
    desc.type = Type::kU32;
    desc.units = Units();
    desc.units.count = 1;
    return nullptr;
  }
  if (!IsNumeric(desc.type)) return "Non-arithmetic operand for function";
  if (node->op == Op::kAvg) desc.type = Type::kFloat;
  if (node->op == Op::kDelta) desc.type = DifferenceType(desc.type);
  return node->op == Op::kRate ? SetRate(node) : nullptr;
}

Failure SetRescale(const BoundNode& operand, const Units& wanted,
                   BoundNode* node) {
  const auto whole = [](const Units& units) {
    Units count;
    count.count = 1;
    return HasDimension(units) ? units : count;
  };
  const std::string begin =
      operand.shown + " RESCALE " + UnitsText(wanted) + ": ";
  if (!IsNumeric(operand.desc.type)) {
    return begin + "Non-arithmetic operand for RESCALE";
  }
  if (!SameDimensions(whole(operand.desc.units), whole(wanted))) {
    return begin + "Incompatible dimensions";
  }
  node->desc.units = wanted;
  return std::nullopt;
}

Failure DescribeUnary(const BoundNode& operand, BoundNode* node) {
  const Units wanted = node->desc.units;
  node->desc = operand.desc;
  MetricDesc& desc = node->desc;
  switch (node->op) {
    case Op::kNegate:
      if (!IsNumeric(desc.type)) {
        return "- " + operand.shown +
               ": Non-arithmetic operand for unary negation";
      }
      if (desc.type == Type::kU32) desc.type = Type::k32;
      if (desc.type == Type::kU64) desc.type = Type::k64;
      desc.semantics = Semantics::kInstant;
      return std::nullopt;
    case Op::kNot:
      if (!IsNumeric(desc.type)) {
        return "! " + operand.shown + ": Non-arithmetic operand for negation";
      }
      desc.type = Type::kU32;
      return std::nullopt;
    case Op::kInstance:
    case Op::kMatch:
      return std::nullopt;
    case Op::kScalar:
      desc.indom = kNullInDom;
      return std::nullopt;
    case Op::kRescale:
      return SetRescale(operand, wanted, node);
    default:
      break;
  }
  if (const char* why = SetFunction(node)) {
    return std::string(pmapi::notation::DerivedOperatorName(node->op)) + '(' +
           operand.shown + "): " + why;
  }
  return std::nullopt;
}

// --- Three operands.

const char* ScaleThatDiffers(const Units& a, const Units& b) {
  if (a.space != b.space || (a.space != 0 && a.space_scale != b.space_scale)) {
    return "Different units or scale (space) for ternary operands";
  }
  if (a.time != b.time || (a.time != 0 && a.time_scale != b.time_scale)) {
    return "Different units or scale (time) for ternary operands";
  }
  if (a.count != b.count || (a.count != 0 && a.count_scale != b.count_scale)) {
    return "Different units or scale (count) for ternary operands";
  }
  return nullptr;
}

Failure DescribeChoice(const BoundNode& guard, const BoundNode& chosen,
                       const BoundNode& other, BoundNode* node) {
  const std::string arms = chosen.shown + " : " + other.shown + ": ";
  const std::string all = guard.shown + " ? " + arms;
  if (!IsNumeric(guard.desc.type)) {
    return all + "Non-arithmetic operand for ternary guard";
  }
  if (chosen.desc.type != other.desc.type) {
    return arms + "Different types for ternary operands";
  }
  if (chosen.desc.semantics != other.desc.semantics) {
    return arms + "Different semantics for ternary operands";
  }
  if (const char* why = ScaleThatDiffers(chosen.desc.units, other.desc.units)) {
    return arms + why;
  }
  const auto indom = Joined(chosen.desc.indom, other.desc.indom);
  if (!indom) return arms + "Different instance domains for ternary operands";
  if (*indom == kNullInDom && !guard.desc.singular()) {
    return all + "Non-scalar ternary guard with scalar expressions";
  }
  node->desc = chosen.desc;
  node->desc.indom = *indom;
  return std::nullopt;
}

}  // namespace

Failure Describe(const std::vector<BoundNode>& nodes, BoundNode* node) {
  const auto operand = [&](std::size_t i) -> const BoundNode& {
    return nodes[node->operands[i]];
  };
  if (node->operands[0] < 0) {
    if (node->op == Op::kDefined) {
      node->desc.type = Type::kU32;
      node->desc.semantics = Semantics::kDiscrete;
    }
    return std::nullopt;
  }
  if (node->operands[1] < 0) return DescribeUnary(operand(0), node);
  if (node->operands[2] < 0) {
    return Pair(operand(0), operand(1), node).Describe();
  }
  return DescribeChoice(operand(0), operand(1), operand(2), node);
}

}  // namespace pmapi::derived
