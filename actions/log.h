// Log: where actions say what went wrong with them.
#ifndef TOCSIN_ACTIONS_LOG_H_
#define TOCSIN_ACTIONS_LOG_H_

#include <functional>
#include <string>

namespace actions {

/// Writes a line of the program's log: a level ("Error") and a text.
using Log =
    std::function<void(const std::string& level, const std::string& text)>;

}  // namespace actions

#endif  // TOCSIN_ACTIONS_LOG_H_
