// The subcommand stands before what is said.
#include "cli/command_complaint.h"

#include "base/one_line.h"

namespace cli {

std::string CommandComplaint(std::string_view command, std::string_view text) {
  return "tocsin: " + std::string(command) + ": " + base::OneLine(text) + '\n';
}

}  // namespace cli
