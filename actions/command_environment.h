// What a command finds in its environment and its arguments, and how much the
// system takes of either. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_ACTIONS_COMMAND_ENVIRONMENT_H_
#define TOCSIN_ACTIONS_COMMAND_ENVIRONMENT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "engine/alarm/event.h"

namespace actions {

/// The longest argument and variable that Linux takes, in bytes.
inline constexpr std::size_t kMostInArgument = (128 << 10) - 1;

/// All of `environment` (NAME=VALUE each), but for pmie's own PATH and IFS, and
/// without the variables of an event.
std::vector<std::string> CommandEnvironment(
    const std::vector<std::string>& environment);

/// TOCSIN_RULE, and TOCSIN_HOST, TOCSIN_INSTANCE and TOCSIN_VALUE of the first
/// binding; empty where there is none. REQUIRES: `event` has parts.
std::vector<std::string> EventVariables(const engine::alarm::Event& event);

/// Cuts `text` where an argument ends: before a NUL, and what is longer than
/// kMostInArgument, such that UTF-8 stays that. False if it fits.
bool CutToArgument(std::string* text);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_COMMAND_ENVIRONMENT_H_
