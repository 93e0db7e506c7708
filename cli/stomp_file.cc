// pmie's words, or ours.
#include "cli/stomp_file.h"

#include <cstring>

#include "actions/receivers/secret_file.h"
#include "base/file.h"
#include "cli/diagnostic_text.h"
#include "engine/expr/calls.h"

namespace cli {
namespace {

/// Units: bytes.
constexpr std::size_t kMaxFileBytes = std::size_t{64} << 10;

constexpr char kVarFolder[] = "/var/lib/pcp";
constexpr char kDefault[] = "/config/pmie/stomp";

void TellAsPmie(const std::string& path,
                const base::Result<actions::StompFile>& file,
                Messages* messages) {
  if (!file) {
    return messages->Log(LogLevel::kError,
                         "Cannot open STOMP configuration file " + path + ": " +
                             std::strerror(file.error().system_errno));
  }
  for (const std::string& what : file->missing) {
    messages->Log(LogLevel::kError,
                  "No " + what + " in STOMP config file " + path);
  }
}

void TellWhatIsWrong(const base::Result<actions::StompFile>& file,
                     Messages* messages) {
  if (!file) {
    return messages->ComplainAs(NoStompFile(file.error()));
  }
  std::vector<FiledDiagnostic> all;
  for (const auto& one : file->diagnostics) all.push_back({&file->shown, one});
  messages->Complain(DiagnosticText(all));
  messages->ComplainAs("the message broker is wrong: nothing is evaluated");
}

}  // namespace

bool UsesStomp(const std::vector<engine::expr::Statement>& statements) {
  return engine::expr::AnyCall(statements, [](const auto& call) {
    return call.kind == engine::expr::ast::ActionKind::kStomp;
  });
}

base::Result<actions::StompFile> ReadStompFile(const std::string& path,
                                               bool as_pmie,
                                               grammar::Severity unread) {
  const auto text = base::ReadRegularText(path, kMaxFileBytes);
  if (!text) return text.error();
  return actions::ReadStompSettings(path, *text, as_pmie, unread);
}

std::string StompPath(const std::optional<std::string>& path,
                      const Environment& environment) {
  if (path) return *path;
  return environment("PCP_VAR_DIR").value_or(kVarFolder) + kDefault;
}

std::string NoStompFile(const base::Error& why) {
  return "stomp: " + why.message +
         ": say with -j FILE which message broker is told";
}

std::optional<std::string> ShownPasscode(
    const std::string& path, const actions::StompSettings& settings) {
  if (settings.passcode.empty() || !actions::OthersRead(path)) {
    return std::nullopt;
  }
  return "everybody can read this file, and it holds a passcode: " +
         actions::HowToHide(path);
}

std::optional<actions::StompSettings> ReadStompOfRun(
    const std::optional<std::string>& path, const Environment& environment,
    Messages* messages) {
  const std::string place = StompPath(path, environment);
  const auto file = ReadStompFile(place, messages->as_pmie());
  if (file && file->diagnostics.empty() && file->missing.empty()) {
    const auto shown = ShownPasscode(place, file->settings);
    if (shown && !messages->as_pmie()) {
      messages->ComplainAs("warning - " + place + ": " + *shown);
    }
    return file->settings;
  }
  if (messages->as_pmie()) {
    TellAsPmie(place, file, messages);
  } else {
    TellWhatIsWrong(file, messages);
  }
  return std::nullopt;
}

}  // namespace cli
