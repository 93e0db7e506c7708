// OneLine: an error with foreign text in it, as one line of a sensible length.
#ifndef TOCSIN_CLI_ONE_LINE_H_
#define TOCSIN_CLI_ONE_LINE_H_

#include <string>
#include <string_view>

namespace cli {

/// `text`, printable; of one that is longer than any path the middle is left
/// out, and how many bytes it has stands there.
std::string OneLine(std::string_view text);

/// "tocsin: COMMAND: TEXT" in one line, and a newline: what a subcommand
/// complains of.
std::string CommandComplaint(std::string_view command, std::string_view text);

}  // namespace cli

#endif  // TOCSIN_CLI_ONE_LINE_H_
