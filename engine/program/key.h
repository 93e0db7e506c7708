// Keys: all by which nodes, and layouts, differ from each other. Equal ones are
// one in a program, and are found in another program.
#ifndef TOCSIN_ENGINE_PROGRAM_KEY_H_
#define TOCSIN_ENGINE_PROGRAM_KEY_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace engine::program {

using Key = std::vector<std::int64_t>;

/// Of a node; `layout` and what it names are of one program.
Key KeyOf(const Operation& operation, int layout);

/// Of any program's layout, as text.
std::string KeyOf(const expr::Layout& layout);

/// Calls `f` with each of the operands, which it may change.
void ForEachOperand(Operation* operation,
                    const std::function<void(NodeId* operand)>& f);

}  // namespace engine::program

#endif  // TOCSIN_ENGINE_PROGRAM_KEY_H_
