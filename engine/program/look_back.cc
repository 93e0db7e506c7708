// Only what delays and what retains a metric has its strings of before.
#include "engine/program/look_back.h"

#include <algorithm>

namespace engine::program {

bool HasStrings(const Program& program, NodeId node) {
  const Operation& op = program.nodes[node].op;
  if (const auto* delay = std::get_if<Delay>(&op)) {
    return HasStrings(program, delay->operand);
  }
  const auto* column = std::get_if<ReadColumn>(&op);
  if (column == nullptr) return false;
  const auto& descs = program.columns[column->column].descs;
  return std::any_of(descs.begin(), descs.end(), [](const auto& desc) {
    return desc.type == pmapi::Type::kString;
  });
}

int StringLookBack(const Program& program) {
  int delayed = 0;
  int retained = 0;
  for (const Node& node : program.nodes) {
    const auto* delay = std::get_if<Delay>(&node.op);
    const auto* retain = std::get_if<Retain>(&node.op);
    if (delay != nullptr && HasStrings(program, delay->operand)) {
      delayed = std::max(delayed, delay->ticks);
    } else if (retain != nullptr && HasStrings(program, retain->operand)) {
      retained = std::max(retained, retain->samples - 1);
    }
  }
  return delayed + retained;
}

}  // namespace engine::program
