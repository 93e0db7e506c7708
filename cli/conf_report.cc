// In the real pmieconf's words.
#include "cli/conf_report.h"

namespace cli {

std::string DeprecatedReport(const std::string& who,
                             const std::vector<std::string>& rules,
                             const std::string& file) {
  if (rules.empty()) return "";
  std::string text = who + "some rules have been deprecated:\n";
  for (const std::string& one : rules) text += "    " + one + '\n';
  return text + "\n  See " + file + " for details\n";
}

std::string InUseReport(const std::string& file,
                        const std::vector<int>& processes,
                        const std::optional<PmieCheck>& check) {
  if (processes.empty()) return "";
  const bool one = processes.size() == 1;
  std::string list;
  for (const int process : processes) list += std::to_string(process) + ' ';
  std::string text =
      "  " + file + " is in use by " + std::to_string(processes.size()) +
      " running pmie " + (one ? "process" : "processes") + ":\n\t" + list +
      "\n  Restart " + (one ? "this process" : "these processes") +
      " for the configuration change to take effect.\n"
      "  o  Use kill(1) to stop; e.g.\tkill -INT " +
      list + '\n';
  if (check) {
    text +=
        "  o  Refer to pmie_check(1) for a convenient mechanism for "
        "restarting pmie\n"
        "     daemons launched under the control of " +
        check->control + ";\n     e.g.\t" + check->program + " -V\n";
  }
  return text;
}

}  // namespace cli
