// Parts: statements that need not wait for each other, because they share no
// source.
#ifndef TOCSIN_ENGINE_SCHEDULE_PARTS_H_
#define TOCSIN_ENGINE_SCHEDULE_PARTS_H_

#include <vector>

#include "engine/expr/expr.h"

namespace engine::schedule {

/// The part of statements without sources.
inline constexpr int kNoSource = -1;

/// By statement: its part, called after one of the part's sources. Two
/// statements are of one part if both ask a source, or if others between them
/// do, each one with the next.
std::vector<int> PartsOf(const std::vector<expr::Statement>& statements);

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_PARTS_H_
