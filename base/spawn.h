// Spawn: begins a program, which has nothing of ours but what it is given. Who
// waits for its end is its owner.
#ifndef TOCSIN_BASE_SPAWN_H_
#define TOCSIN_BASE_SPAWN_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace base {

/// What is begun, in a session of its own, with no signal blocked.
struct Program {
  std::string path;
  std::vector<std::string> arguments;    // the name first
  std::vector<std::string> environment;  // NAME=VALUE
};

/// A descriptor of the program's, and which of ours it is: below 0, /dev/null.
using Descriptors = std::vector<std::pair<int, int>>;

/// Begins `program` with `descriptors`, and with those of our standard files
/// that these do not name; all that are higher are closed there.
/// REQUIRES: `descriptors` have no gap above the standard files.
/// Errors: kSystem.
Result<pid_t> Spawn(const Program& program, const Descriptors& descriptors);

}  // namespace base

#endif  // TOCSIN_BASE_SPAWN_H_
