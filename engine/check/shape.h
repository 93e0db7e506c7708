// What conforms with what, and the shape and lanes of what comes out: pmie's
// rules as pure functions. The walk over the tree is expression.h's.
#ifndef TOCSIN_ENGINE_CHECK_SHAPE_H_
#define TOCSIN_ENGINE_CHECK_SHAPE_H_

#include <optional>
#include <string>

#include "engine/expr/expr.h"

namespace engine::check {

/// Why two operands cannot be combined, in pmie's words; nothing if they can.
/// With `instances_known` false a number of instances of -1 fits any other.
/// Source: docs/pmie.md, "Conformance".
std::optional<std::string> Mismatch(const expr::Shape& left,
                                    const expr::Shape& right,
                                    bool instances_known);

/// True if the result of `left op right` has the shape, lanes and metrics of
/// `left`. Source: docs/pmie.md, "The lead operand".
bool LeftLeads(const expr::Expr& left, const expr::Expr& right);

/// How the lanes of `other` meet those of `lead`; `logical`: under && or ||,
/// where a set that is open now and then has too few members to lead.
expr::Pairing PairingOf(const expr::Layout& lead, const expr::Layout& other,
                        bool logical);

/// True if of `left && right` and `left || right`, a single value and an open
/// set that has the shape, the value is the result while the set is empty.
bool StandsIn(const expr::Expr& left, const expr::Expr& right);

/// True if `operand` has the dimension that `domain` reduces.
/// Source: docs/pmie.md, "Aggregates".
bool HasDomain(const expr::Shape& operand, expr::ast::Domain domain);

/// Shape and layout of an aggregate or quantifier over `domain`.
expr::Shape Reduced(const expr::Shape& operand, expr::ast::Domain domain);
expr::Layout Reduced(const expr::Layout& operand, expr::ast::Domain domain);

/// The layout of what has no host and no instances.
expr::Layout PlainLayout();

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_SHAPE_H_
