// The nodes that a node reads.
#ifndef TOCSIN_ENGINE_PROGRAM_OPERANDS_H_
#define TOCSIN_ENGINE_PROGRAM_OPERANDS_H_

#include <variant>

#include "engine/program/program.h"

namespace engine::program {

/// Calls `f` with each operand of `operation`, an Operation or a const one
/// (NodeId& of the like), the left one first.
template <typename O, typename F>
void ForEachOperand(O* operation, F f) {
  const auto pair = [&f](auto* logic) {
    f(logic->left);
    f(logic->right);
  };
  std::visit(
      [&](auto& node) {
        if constexpr (requires { node.logic; }) {
          pair(&node.logic);
        } else if constexpr (requires { node.left; }) {
          pair(&node);
        } else if constexpr (requires { node.operand; }) {
          f(node.operand);
        }
        if constexpr (requires { node.lead; }) f(node.lead);
      },
      *operation);
}

}  // namespace engine::program

#endif  // TOCSIN_ENGINE_PROGRAM_OPERANDS_H_
