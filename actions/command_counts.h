// CommandCounts: how things stand with commands.
#ifndef TOCSIN_ACTIONS_COMMAND_COUNTS_H_
#define TOCSIN_ACTIONS_COMMAND_COUNTS_H_

#include <cstddef>

namespace actions {

struct CommandCounts {
  std::size_t running = 0;
  std::size_t waiting = 0;
  /// Commands have waited for long (CommandQueue::delayed).
  bool delayed = false;
  std::size_t killed = 0;
  std::size_t failed = 0;  // as CommandFailures has them
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_COMMAND_COUNTS_H_
