// By operation, and what its operands are.
#include "engine/eval/stateless.h"

#include <variant>

#include "engine/eval/forms.h"
#include "engine/eval/memory.h"
#include "engine/program/operands.h"

namespace engine::eval {
namespace {

using program::Node;
using program::NodeId;
using program::Program;

/// But for its operands.
bool RemembersNothing(const Node& node, const Program& program) {
  return !std::holds_alternative<program::ClockVariable>(node.op) &&
         std::holds_alternative<std::monostate>(MemoryFor(node, program));
}

}  // namespace

Stateless::Stateless(const Program& program)
    : is_truth_(FindTruths(program)), places_(program.nodes.size(), kNone) {
  std::vector<bool> remembered;
  for (const Node& node : program.nodes) {
    bool stateless = RemembersNothing(node, program);
    program::ForEachOperand(&node.op,
                            [&](NodeId operand) { stateless &= has(operand); });
    if (!stateless) {
      program::ForEachOperand(
          &node.op, [&](NodeId operand) { remembered[At(operand)] = true; });
    }
    stateless_.push_back(stateless);
    remembered.push_back(false);
  }
  for (std::size_t i = 0; i < remembered.size(); ++i) {
    const Node& node = program.nodes[i];
    if (!stateless_[i]) continue;
    if (remembered[i]) remembered_.push_back(static_cast<NodeId>(i));
    const bool handed = remembered[i] || node.last_use == program::kKept;
    const bool column = std::holds_alternative<program::ReadColumn>(node.op);
    if (!handed || column) continue;
    std::size_t& count = is_truth_[i] ? truths_ : numbers_;
    places_[i] = static_cast<int>(count++);
  }
}

}  // namespace engine::eval
