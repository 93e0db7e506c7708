// Down the chain of lead operands.
#include "engine/expr/lead.h"

#include <algorithm>

#include "engine/expr/operands.h"

namespace engine::expr {

const Fetch* LeadFetch(const Expr& expr) {
  const Expr* lead = &expr;
  while (const Expr* below = LeadOperand(*lead)) lead = below;
  return std::get_if<Fetch>(&lead->node);
}

bool IsAwaited(const pmapi::MetricDesc& desc) {
  return desc.type == pmapi::Type::kUnknown;
}

bool IsUnresolved(const Fetch& fetch) {
  return std::all_of(fetch.descs.begin(), fetch.descs.end(), IsAwaited);
}

bool IsUnresolved(const Expr& expr) {
  const auto* fetch = std::get_if<Fetch>(&expr.node);
  return fetch != nullptr && IsUnresolved(*fetch);
}

}  // namespace engine::expr
