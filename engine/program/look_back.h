// How far back a program looks at strings, which are kept as long.
#ifndef TOCSIN_ENGINE_PROGRAM_LOOK_BACK_H_
#define TOCSIN_ENGINE_PROGRAM_LOOK_BACK_H_

#include "engine/program/program.h"

namespace engine::program {

/// The values of `node` are strings of a metric.
bool HasStrings(const Program& program, NodeId node);

/// No string is looked at more ticks after it was fetched.
int StringLookBack(const Program& program);

}  // namespace engine::program

#endif  // TOCSIN_ENGINE_PROGRAM_LOOK_BACK_H_
