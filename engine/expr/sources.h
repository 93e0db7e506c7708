// Which sources a statement asks.
#ifndef TOCSIN_ENGINE_EXPR_SOURCES_H_
#define TOCSIN_ENGINE_EXPR_SOURCES_H_

#include <set>

#include "engine/expr/expr.h"

namespace engine::expr {

/// The checker's indices of the sources of all metrics in it.
std::set<int> SourcesOf(const Statement& statement);

/// True if it is about event records.
bool UsesEvents(const Statement& statement);

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_SOURCES_H_
