// Arithmetic on columns, value by value, as PCP does it in the operands' own
// types. Instances and time are evaluate.h's.
#ifndef TOCSIN_PMAPI_DERIVED_ARITHMETIC_H_
#define TOCSIN_PMAPI_DERIVED_ARITHMETIC_H_

#include <cstdint>

#include "pmapi/derived/bound.h"
#include "pmapi/derived/node_values.h"

namespace pmapi::derived {

/// Bits of `from` as bits of `to`, as C converts them.
/// REQUIRES: both are numeric.
std::uint64_t ConvertBits(std::uint64_t bits, Type from, Type to);

/// True unless the value is 0. REQUIRES: `type` is numeric.
bool IsNonZero(std::uint64_t bits, Type type);

/// `current` - `previous`: of integers in 64 bits for a difference ("delta"),
/// in their own width, so that wraps come out right, for a rate.
std::uint64_t DeltaBits(std::uint64_t current, std::uint64_t previous,
                        Type type);
double RateDifference(std::uint64_t current, std::uint64_t previous, Type type);

/// One node of two operands, over `ticks` ticks of `width` values each. A cell
/// is what both operands' cells have in common.
void Combine(const BoundNode& node, const BoundNode& left_node,
             const BoundNode& right_node, NodeView left, NodeView right,
             std::size_t ticks, std::size_t width, NodeValues* out);

/// kNegate, kNot, kRescale, kInstant: value by value. `size` values.
void Transform(const BoundNode& node, const BoundNode& operand_node,
               NodeView operand, std::size_t size, NodeValues* out);

/// kAvg, kCount, kMax, kMin, kSum of the known ones of `width` values, to
/// `at`. Of none it is 0.
void Aggregate(const BoundNode& node, Type type, const std::uint64_t* bits,
               const Cell* cells, std::size_t width, std::size_t at,
               NodeValues* out);

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_ARITHMETIC_H_
