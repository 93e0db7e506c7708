// ProgramTable: programs of many hosts, of which most have the same rules.
#ifndef TOCSIN_ENGINE_PROGRAM_PROGRAM_TABLE_H_
#define TOCSIN_ENGINE_PROGRAM_PROGRAM_TABLE_H_

#include <cstddef>

#include "base/shared_values.h"
#include "engine/program/program.h"

namespace engine::program {

struct ProgramHash {
  std::size_t operator()(const Program& program) const;
};

/// Whether two say the same of sources that have the same numbers.
struct ProgramEqual {
  bool operator()(const Program& a, const Program& b) const;
};

using ProgramTable = base::SharedValues<Program, ProgramHash, ProgramEqual>;

}  // namespace engine::program

#endif  // TOCSIN_ENGINE_PROGRAM_PROGRAM_TABLE_H_
