// A command that hands a part of itself to a second shell, which reads anew
// what was quoted for the first one. Whether rules have one is action_text.h's.
#ifndef TOCSIN_ENGINE_CHECK_SECOND_SHELL_H_
#define TOCSIN_ENGINE_CHECK_SECOND_SHELL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::check {

/// The program that reads one of `selectors` ("ih": %i and %h) of `command` as
/// a part of a command of its own: "sh" of sh -c 'ls %i', "su", "eval", "ssh".
/// Nothing where it is only an argument, as in sh -c 'ls "$1"' sh %i.
std::optional<std::string> SecondShellOf(std::string_view command,
                                         std::string_view selectors);

/// The same of a program and its arguments, which no shell has read before.
std::optional<std::string> SecondShellOf(const std::vector<std::string>& words,
                                         std::string_view selectors);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_SECOND_SHELL_H_
