// ReadStompSettings: the file of -j, as pmie has it and with what pmie does
// not know.
// Source: docs/actions.md, "Message brokers"; docs/pmie.md.
#ifndef TOCSIN_ACTIONS_STOMP_SETTINGS_FILE_H_
#define TOCSIN_ACTIONS_STOMP_SETTINGS_FILE_H_

#include <string>
#include <vector>

#include "actions/stomp/settings.h"
#include "grammar/diagnostic.h"
#include "grammar/source_text.h"

namespace actions {

struct StompFile {
  StompSettings settings;
  /// What the diagnostics are about: the text with stars for what may be a
  /// secret.
  grammar::SourceText shown;
  /// Errors; of files that cannot be read as grave as was asked for.
  std::vector<grammar::Diagnostic> diagnostics;
  std::vector<std::string> missing;  // "host", "port", "username", "passcode"

  bool has_errors() const;
};

/// The settings in `text`, the file at `path`: a line each, `key=value`, whose
/// value ends at the first blank. A line that is none, or empty where it must
/// not be, is wrong; so is TLS that cannot be had: files that it names and that
/// cannot be read are `unread`. With `as_pmie` what pmie passes over is passed
/// over, and only what is missing is wrong.
StompFile ReadStompSettings(
    const std::string& path, const std::string& text, bool as_pmie,
    grammar::Severity unread = grammar::Severity::kError);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_SETTINGS_FILE_H_
