// What the samples of before that statements look at take in memory. Whose
// windows they are is engine/program's affair, which shares equal ones.
#ifndef TOCSIN_ENGINE_CHECK_WINDOW_MEMORY_H_
#define TOCSIN_ENGINE_CHECK_WINDOW_MEMORY_H_

#include "engine/expr/expr.h"

namespace engine::check {

/// Windows of all statements that take more are warned of.
inline constexpr double kMostWindowBytes = 1 << 30;

/// What is kept for the windows of `statement` once they are full, of the
/// instances that there are now. Units: bytes.
double WindowBytes(const expr::Statement& statement);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_WINDOW_MEMORY_H_
