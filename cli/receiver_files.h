// ReceiverFiles: the files of receivers of a run or a command, with what is
// wrong with them. What is in one is actions/receivers'.
#ifndef TOCSIN_CLI_RECEIVER_FILES_H_
#define TOCSIN_CLI_RECEIVER_FILES_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actions/receivers/receivers.h"
#include "base/result.h"
#include "cli/messages.h"
#include "cli/rule_files.h"
#include "grammar/receiver.h"
#include "grammar/source_text.h"

namespace cli {

/// Where they are if nobody says.
inline constexpr const char* kReceiverPlaces[] = {"/etc/tocsin/receivers.yaml",
                                                  "/etc/tocsin/receivers.d"};

class ReceiverFiles {
 public:
  /// Reads `path`: a file, or all in a folder whose names end in .yaml or
  /// .yml and do not begin with a dot; a folder without any is warned of. Where
  /// none is given, what there is of kReceiverPlaces.
  /// What cannot be read in a folder is an error of diagnostics().
  /// Errors: a `path` that cannot be read, and in folders what the user may
  /// not, all of it in one, beside which all else has been read; of the default
  /// places EACCES, if that is all, is no reason to evaluate nothing.
  base::Result<void> Read(const std::optional<std::string>& path);

  /// Of all files, in order.
  const std::vector<FiledDiagnostic>& diagnostics() const {
    return diagnostics_;
  }
  /// All errors, and the warnings of what `receiver` is, or of no receiver; how
  /// many others have warnings is added to `others`.
  std::vector<FiledDiagnostic> DiagnosticsOf(const std::string& receiver,
                                             std::size_t* others) const;
  bool has_errors() const { return has_errors_; }
  bool any_read() const { return !texts_.empty(); }
  /// Why one of the default places could not be read; empty if none.
  const std::string& unread() const { return unread_; }
  /// What rules may name.
  grammar::ReceiverNames Names() const;
  /// Those in which nothing is wrong.
  const actions::ReceiverMap& receivers() const { return receivers_; }

 private:
  base::Result<void> ReadPath(const std::string& path);
  base::Result<void> ReadFile(const std::string& path);
  bool Keep(grammar::SourceText text,
            std::vector<grammar::Diagnostic> diagnostics);
  /// Whose place in its file `one` has; empty of no receiver.
  std::string OwnerOf(const FiledDiagnostic& one) const;
  /// Of the whole of `path`.
  void Tell(const std::string& path, grammar::Severity severity,
            const std::string& message);

  std::deque<grammar::SourceText> texts_;  // never moves what it holds
  std::vector<FiledDiagnostic> diagnostics_;
  std::vector<std::string> names_;
  /// Where each of them begins in its text.
  std::map<std::pair<const grammar::SourceText*, std::uint32_t>, std::string>
      places_;
  std::string unread_;
  std::string wrong_;  // of a file without a name, for its mistakes
  std::map<std::string, std::string> files_;  // of the names
  actions::ReceiverMap receivers_;
  bool has_errors_ = false;
};

/// Reads them as ReceiverFiles::Read() for a run, and tells what is wrong.
/// False where nothing is to be evaluated. Default places that the user may not
/// read have a warning: who uses no receivers needs none.
bool ReadReceiversOfRun(const std::optional<std::string>& path,
                        Messages* messages, ReceiverFiles* files);

}  // namespace cli

#endif  // TOCSIN_CLI_RECEIVER_FILES_H_
