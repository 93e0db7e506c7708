// The interactive mode (-d): commands from standard input, one a line. What
// they do to rules and runs is pmie.h's. Source: docs/pmie.md, "Interactive
// mode".
#ifndef TOCSIN_CLI_INTERACTIVE_H_
#define TOCSIN_CLI_INTERACTIVE_H_

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "cli/output.h"
#include "engine/expr/expr.h"
#include "grammar/print.h"
#include "pmapi/notation/time_window.h"

namespace cli {

/// Lifetime: all of it outlives the conversation.
struct Conversation {
  std::string program;
  std::istream* in;
  Output* out;
  std::function<void(const std::string& text)> complain;

  /// Both say what is wrong; false where the program ends by it.
  std::function<bool(const std::string& name)> load_file;
  std::function<bool(const std::string& text)> load_text;
  /// All that are right. Lifetime: until the next call of another function.
  std::function<const std::vector<engine::expr::Statement>&()> statements;
  /// What the hosts are called, as far as it is known.
  std::function<grammar::HostNames()> hosts;
  /// Runs all over a window. The status with which the program ends, if not 0.
  std::function<int(const pmapi::notation::TimeWindow& window)> run;
  /// The signal that asks to end, 0 for none.
  std::function<int()> signal;

  pmapi::notation::TimeWindow window;  // of the first run
  pmapi::notation::WindowFrame frame;  // for times that are given later
};

/// Talks until "q" or the end of input. The exit status: 0; 1 where a file
/// could not be loaded; that of a run; SIGINT.
int Converse(const Conversation& conversation);

}  // namespace cli

#endif  // TOCSIN_CLI_INTERACTIVE_H_
