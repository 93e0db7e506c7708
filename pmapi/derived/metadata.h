// What an operation makes of its operands' descriptors. How names become
// operands is bind.h's. Source: pmapi/derived/FORMAT.md, "Metadata".
#ifndef TOCSIN_PMAPI_DERIVED_METADATA_H_
#define TOCSIN_PMAPI_DERIVED_METADATA_H_

#include <optional>
#include <string>
#include <vector>

#include "pmapi/derived/bound.h"

namespace pmapi::derived {

/// Sets `node->desc` and how operands are converted; `nodes` are those before
/// it. What does not fit, in PCP's words ("a + b: Illegal operator ..."), or
/// nothing.
std::optional<std::string> Describe(const std::vector<BoundNode>& nodes,
                                    BoundNode* node);

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_METADATA_H_
