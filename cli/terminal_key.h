// ReadKey: one key of a terminal, without the line that it would be part of.
#ifndef TOCSIN_CLI_TERMINAL_KEY_H_
#define TOCSIN_CLI_TERMINAL_KEY_H_

#include <functional>
#include <optional>

namespace cli {

/// Waits for a key of `terminal`, which is not shown; keys that are signals
/// stay it. Calls `ask` once keys are awaited. Afterwards the terminal is as it
/// was. Nothing at its end, or once it is `over`, which is asked once a second
/// and after a signal.
std::optional<char> ReadKey(int terminal, const std::function<void()>& ask,
                            const std::function<bool()>& over);

}  // namespace cli

#endif  // TOCSIN_CLI_TERMINAL_KEY_H_
