// ReadReceivers: a file of receivers, in YAML, and all that is wrong with it.
// What is made of a receiver is receivers.h's.
// Source: docs/notifications.md, "Receivers".
#ifndef TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_FILE_H_
#define TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_FILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "actions/receivers/receiver.h"
#include "actions/receivers/template_settings.h"
#include "grammar/diagnostic.h"
#include "grammar/source_text.h"

namespace actions {

struct ReceiversFile {
  ReceiverMap receivers;  // those in which nothing is wrong
  /// The names of all, also of others, and where they stand.
  std::vector<std::pair<std::string, std::uint32_t>> names;
  /// In the order of the text, whose places they have.
  std::vector<grammar::Diagnostic> diagnostics;
  /// The text with stars for what may be a secret.
  grammar::SourceText shown;
  /// What is wrong with templates in files of their own.
  std::vector<WrongTemplate> templates = {};
};

/// Reads `text`. What it names by a relative path stands beside the file
/// `path`. `others_read`: others than its owner and group can read it, which is
/// a warning if it holds what may be a secret. `taken`: names that are
/// others', and their files.
ReceiversFile ReadReceivers(
    const std::string& path, const std::string& text, bool others_read = false,
    const std::map<std::string, std::string>& taken = {});

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_FILE_H_
