// Which sub-expressions give %h %i %v %c their values. Expanding them is
// engine/alarm's.
#ifndef TOCSIN_ENGINE_CHECK_BINDING_H_
#define TOCSIN_ENGINE_CHECK_BINDING_H_

#include "engine/expr/expr.h"

namespace engine::check {

/// The binding of a rule with this condition, or of a truth that is shown.
/// Lifetime: points into `condition`. Source: docs/pmie.md, "Bindings".
expr::Binding BindingOf(const expr::Expr& condition);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_BINDING_H_
