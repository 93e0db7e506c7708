// Listings of checked statements, as rule text: for a person who debugs rules.
#ifndef TOCSIN_CLI_LISTING_H_
#define TOCSIN_CLI_LISTING_H_

#include <string>
#include <vector>

#include "engine/check/metrics.h"
#include "engine/expr/expr.h"
#include "grammar/print.h"

namespace cli {

/// What the hosts of rules are called, by how rules write them: those that do
/// not say what they are called are left out.
grammar::HostNames NamesOfHosts(
    const std::vector<engine::check::SourceView>& sources);

/// "name =", its text, and an empty line. Macros stay expanded; `hosts` are
/// called as they call themselves.
std::string ListStatement(const engine::expr::Statement& statement,
                          const grammar::HostNames& hosts);

/// The same of the sub-expressions that give %h, %i and %v their values: one
/// for each rule of a ruleset, the statement itself where there is none.
std::string ListBindings(const engine::expr::Statement& statement,
                         const grammar::HostNames& hosts);

}  // namespace cli

#endif  // TOCSIN_CLI_LISTING_H_
