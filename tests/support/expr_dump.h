// The typed tree as text, with sorts, shapes and lanes. In the namespace of
// what it shows. The untyped tree's is ast_dump.h.
#ifndef TOCSIN_TESTS_SUPPORT_EXPR_DUMP_H_
#define TOCSIN_TESTS_SUPPORT_EXPR_DUMP_H_

#include <string>

#include "engine/expr/expr.h"

namespace engine::expr {

/// One line a node, children two blanks further in:
///   NODE: SORT HOSTS/INSTANCES/SAMPLES LAYOUT [leads PAIRING]
/// as in "> : truth 1/3/1 open 245.1 on 0 left leads, broadcast".
std::string Dump(const Expr& expr);

/// "single", "single h0[red]", "fixed h0[red] h0[green]", "open 245.1 on 0 1".
std::string Dump(const Layout& layout);

/// "some_inst t.i.gauge > 10"-like names of nodes: the operator alone.
std::string NodeName(const Expr& expr);

/// Name, interval, body and bindings of a statement.
std::string Dump(const Statement& statement);

}  // namespace engine::expr

#endif  // TOCSIN_TESTS_SUPPORT_EXPR_DUMP_H_
