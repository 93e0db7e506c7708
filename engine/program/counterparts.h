// Counterparts: what two programs have in common, so that what one remembers
// goes on in the other.
#ifndef TOCSIN_ENGINE_PROGRAM_COUNTERPARTS_H_
#define TOCSIN_ENGINE_PROGRAM_COUNTERPARTS_H_

#include <vector>

#include "engine/program/program.h"

namespace engine::program {

/// Of each node and column of a program that of another one which computes the
/// same of the same metrics; kNoNode or -1 where there is none. No two have the
/// same one. Of `rising` and `falling`, which compare with the last truth that
/// was known, also one of a metric that is awaited in either program: it has
/// gone, or is back.
struct Counterparts {
  std::vector<NodeId> nodes;
  std::vector<int> columns;
};

/// The counterparts in `before` of what `now` has. A delayed string has none:
/// each program gives strings numbers of its own.
Counterparts FindCounterparts(const Program& before, const Program& now);

}  // namespace engine::program

#endif  // TOCSIN_ENGINE_PROGRAM_COUNTERPARTS_H_
