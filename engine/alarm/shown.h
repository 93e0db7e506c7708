// An action's text as people get to see it. Shells read it otherwise:
// actions/shell_quote.h.
#ifndef TOCSIN_ENGINE_ALARM_SHOWN_H_
#define TOCSIN_ENGINE_ALARM_SHOWN_H_

#include <string>

#include "engine/alarm/expansion.h"

namespace engine::alarm {

/// The text with its values made base::Printable; what the author of the rule
/// wrote stays as it is.
std::string Shown(const Expansion& message);

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_SHOWN_H_
