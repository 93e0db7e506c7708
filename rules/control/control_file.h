// ControlFile: what a control file of pmie_check has run where, line by line.
// Which files there are, and what they name, is their reader's business.
// Source: rules/control/FORMAT.md, "Control files".
#ifndef TOCSIN_RULES_CONTROL_CONTROL_FILE_H_
#define TOCSIN_RULES_CONTROL_CONTROL_FILE_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/source_text.h"

namespace rules::control {

using Variables = std::map<std::string, std::string>;

/// What a file is read with. Lifetime: the call.
struct Surroundings {
  /// The value of an environment variable, if it is set.
  std::function<std::optional<std::string>(const std::string&)> environment;
  std::string log_folder;  // PCP_LOG_DIR in a record
  std::string host_name;   // LOCALHOSTNAME in the name of a log
};

/// What lines have set for those behind them, also of files that are read next.
struct Carried {
  std::string version;   // "1.0", "1.1"; empty: none was given
  bool refused = false;  // it is another one: what follows is not read
  Variables variables;
};

/// One pmie.
struct Record {
  std::string host;  // empty: this one
  bool primary = false;
  bool socks = false;
  std::string log;
  std::vector<std::string> arguments;  // of pmie
  Variables variables;                 // of its environment
  grammar::Span span;                  // of the line
};

struct ControlFile {
  grammar::SourceText source;
  std::vector<Record> records;
  std::vector<grammar::Diagnostic> diagnostics;  // in the order of the file
};

/// Reads the `text` of the file `path`. A record that is wrong is left out, and
/// told.
ControlFile ReadControl(const std::string& path, const std::string& text,
                        const Surroundings& around, Carried* carried);

/// True of the name of a file that an editor or a package manager has left
/// beside another one.
bool IsBackup(std::string_view name);

}  // namespace rules::control

#endif  // TOCSIN_RULES_CONTROL_CONTROL_FILE_H_
