// ConfConsole: who a session of pmieconf's talks with. On a terminal it has
// prompts, lines that can be edited, and pages; elsewhere it reads lines.
#ifndef TOCSIN_CLI_CONF_CONSOLE_H_
#define TOCSIN_CLI_CONF_CONSOLE_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/line_editor.h"
#include "cli/line_reader.h"
#include "cli/pager.h"
#include "cli/process_context.h"
#include "rules/pmieconf/completion.h"

namespace cli {

class ConfConsole {
 public:
  /// `name` is what messages and prompts call the program. Lifetime: `process`
  /// outlives it.
  ConfConsole(std::string name, const ProcessContext& process);

  /// A session over `file` begins. `complete` says how a line may go on.
  void BeginSession(
      const std::string& file,
      std::function<rules::pmieconf::Completion(const std::string&)> complete);
  /// What is typed next; nothing at the end, or once the process is to end.
  std::optional<std::string> NextLine();
  /// The answer to it: by pages where a terminal is at both ends.
  void Print(const std::string& text);
  void PrintError(const std::string& message);
  /// Whether a person types.
  bool has_person() const { return person_; }

 private:
  void BeginEditing(
      std::function<rules::pmieconf::Completion(const std::string&)> complete);
  std::optional<char> Ask(std::string_view question);

  std::string name_;
  const ProcessContext& process_;
  bool person_ = false;
  bool paged_ = false;
  Pager pager_;
  LineReader lines_;
  std::optional<LineEditor> editor_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_CONF_CONSOLE_H_
