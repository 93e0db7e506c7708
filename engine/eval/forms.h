// Forms: which nodes come to truths, and which to numbers. The grammar keeps
// the two apart; only what is the same at every tick may be read as either.
#ifndef TOCSIN_ENGINE_EVAL_FORMS_H_
#define TOCSIN_ENGINE_EVAL_FORMS_H_

#include <vector>

#include "engine/program/program.h"

namespace engine::eval {

/// Of each node whether State has truths of it. What is retained is numbers: it
/// is only shown.
std::vector<bool> FindTruths(const program::Program& program);

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_FORMS_H_
