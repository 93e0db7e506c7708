// Cell: what is known of one value of a block, besides the value.
#ifndef TOCSIN_PMAPI_BLOCK_CELL_H_
#define TOCSIN_PMAPI_BLOCK_CELL_H_

#include <cstdint>

namespace pmapi {

/// Two bits a cell. A byte and not a bitmap, so that the cells of a result
/// are the bytewise AND of its operands' and loops over them vectorise.
/// A cell that is valid is a member.
using Cell = std::uint8_t;

inline constexpr Cell kAbsent = 0;  // not in the set at this tick
inline constexpr Cell kMember = 1;  // in the set; alone: its value is unknown
inline constexpr Cell kValid = 2;   // its value is known
inline constexpr Cell kKnown = kMember | kValid;

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_BLOCK_CELL_H_
