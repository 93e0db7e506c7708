// Listings of checked statements, as rule text: for a person who debugs rules.
// The typed trees are engine/expr/dump.h's.
#ifndef TOCSIN_CLI_LISTING_H_
#define TOCSIN_CLI_LISTING_H_

#include <string>

#include "engine/expr/expr.h"

namespace cli {

/// "name =", its text, and an empty line. Macros stay expanded.
std::string ListStatement(const engine::expr::Statement& statement);

/// The same of the sub-expressions that give %h, %i and %v their values: one
/// for each rule of a ruleset, the statement itself where there is none.
std::string ListBindings(const engine::expr::Statement& statement);

}  // namespace cli

#endif  // TOCSIN_CLI_LISTING_H_
