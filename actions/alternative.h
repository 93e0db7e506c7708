// HasAlternative: whether a rule says what is to be done where an action fails.
#ifndef TOCSIN_ACTIONS_ALTERNATIVE_H_
#define TOCSIN_ACTIONS_ALTERNATIVE_H_

#include "engine/alarm/event.h"

namespace actions {

/// True of `a` and `b` in `a & b | c`, not of `c`: whether they fail is what
/// the rule asks.
bool HasAlternative(const engine::alarm::Event& event);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_ALTERNATIVE_H_
