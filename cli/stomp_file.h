// The file that says which message broker `stomp` tells: -j's, or where pmie
// has it. What is in it is actions/stomp's.
#ifndef TOCSIN_CLI_STOMP_FILE_H_
#define TOCSIN_CLI_STOMP_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "actions/stomp/settings.h"
#include "actions/stomp/settings_file.h"
#include "base/result.h"
#include "cli/messages.h"
#include "cli/process_context.h"
#include "engine/expr/expr.h"

namespace cli {

/// Whether one of `statements` tells a message broker.
bool UsesStomp(const std::vector<engine::expr::Statement>& statements);

/// The settings in the file at `path`, and what is wrong with them; what they
/// name and cannot be read is `unread`. Errors: what cannot be read.
base::Result<actions::StompFile> ReadStompFile(
    const std::string& path, bool as_pmie,
    grammar::Severity unread = grammar::Severity::kError);

/// `path`, or where pmie has the file if nothing is said.
std::string StompPath(const std::optional<std::string>& path,
                      const Environment& environment);

/// What is said where the file cannot be read.
std::string NoStompFile(const base::Error& why);

/// What is warned of where the file at `path` shows the passcode of `settings`,
/// which were read there, to everybody; else nothing.
std::optional<std::string> ShownPasscode(
    const std::string& path, const actions::StompSettings& settings);

/// Reads the file for a run: `path`, or pmie's default. Where it is wrong that
/// is told, and there are no settings.
std::optional<actions::StompSettings> ReadStompOfRun(
    const std::optional<std::string>& path, const Environment& environment,
    Messages* messages);

}  // namespace cli

#endif  // TOCSIN_CLI_STOMP_FILE_H_
