// Log: where actions say what went wrong with them. The logger behind it is
// cli/messages.h's.
#ifndef TOCSIN_ACTIONS_LOG_H_
#define TOCSIN_ACTIONS_LOG_H_

#include <cstdint>
#include <functional>
#include <string>

namespace actions {

/// In the order of their weight.
enum class LogLevel : std::uint8_t { kInfo, kWarning, kError, kCritical };

/// Writes a line of the program's log.
using Log = std::function<void(LogLevel level, const std::string& text)>;

}  // namespace actions

#endif  // TOCSIN_ACTIONS_LOG_H_
