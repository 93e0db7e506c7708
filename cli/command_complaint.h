// CommandComplaint: what a subcommand complains of, as one line.
#ifndef TOCSIN_CLI_COMMAND_COMPLAINT_H_
#define TOCSIN_CLI_COMMAND_COMPLAINT_H_

#include <string>
#include <string_view>

namespace cli {

/// "tocsin: COMMAND: TEXT" in one line (base::OneLine), and a newline.
std::string CommandComplaint(std::string_view command, std::string_view text);

}  // namespace cli

#endif  // TOCSIN_CLI_COMMAND_COMPLAINT_H_
