// Down the chain of lead operands.
#include "engine/expr/lead.h"

#include <algorithm>

#include "base/overloaded.h"

namespace engine::expr {

const Fetch* LeadFetch(const Expr& expr) {
  const auto none = [](const auto&) -> const Fetch* { return nullptr; };
  const auto below = [](const auto& node) { return LeadFetch(*node.operand); };
  return std::visit(base::Overloaded{
                        [&](const Number& n) { return none(n); },
                        [&](const Truth& n) { return none(n); },
                        [&](const String& n) { return none(n); },
                        [&](const Clock& n) { return none(n); },
                        [](const Fetch& fetch) { return &fetch; },
                        [&](const Unary& n) { return below(n); },
                        [](const Binary& n) {
                          return LeadFetch(n.left_leads ? *n.left : *n.right);
                        },
                        [&](const Aggregate& n) { return below(n); },
                        [&](const Quantify& n) { return below(n); },
                        [&](const Match& n) { return below(n); },
                    },
                    expr.node);
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
