// Which file a name means, and what is said where it cannot be read.
#include "cli/rule_input.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/system_error.h"
#include "cli/subcommand_options.h"

namespace cli {
namespace {

/// No rule file that a person wrote or a tool made comes near it; what is
/// larger is some other file by mistake. Units: bytes.
constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

/// The path of `name`: itself, or in `directory` where that is relative and
/// nothing here. Errors: kSystem, in pmie's words.
base::Result<std::string> Locate(const std::string& name,
                                 const std::string& directory) {
  const bool here = name.starts_with('/') || ::access(name.c_str(), F_OK) == 0;
  const std::string path = here ? name : directory + '/' + name;
  if (::access(path.c_str(), R_OK) == 0) return path;
  const int code = errno;
  return base::SystemError(
      "cannot access config file " +
          (here ? name : "as either " + name + " or " + path),
      code);
}

}  // namespace

base::Result<RuleText> ReadRuleText(const std::string& path,
                                    const std::function<bool()>& over) {
  auto text = base::ReadText(path, kMaxFileBytes, over);
  if (!text) {
    base::Error error = text.error();
    const bool too_large = error.code == base::ErrorCode::kInvalid;
    if (too_large) error.message += ", which no rule file is";
    return error;
  }
  return RuleText{path == kStandardInput ? "<stdin>" : path, *std::move(text)};
}

bool IsYaml(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

bool IsTyped(const std::string& path) {
  return path == kStandardInput && ::isatty(STDIN_FILENO) == 1;
}

std::optional<RuleText> ReadRules(const std::string& path,
                                  const ProcessContext& process,
                                  Messages* messages) {
  const bool as_pmie = messages->as_pmie();
  std::error_code ignored;
  if (as_pmie && std::filesystem::is_directory(path, ignored)) {
    return RuleText{path, ""};  // as empty as pmie finds it
  }
  if (!as_pmie && IsYaml(path)) {
    messages->ComplainAs(path + kIsYaml);
    return std::nullopt;
  }
  if (!as_pmie && IsTyped(path)) messages->ComplainAs(kTyped);
  auto text = ReadRuleText(path, [&] { return process.over(); });
  if (text) {
    // Where there is a NUL, pmie's text is at its end.
    if (as_pmie) text->text = text->text.c_str();
    return *std::move(text);
  }
  if (process.over()) {
    messages->Interrupted(process.signal());
  } else {
    messages->ComplainAs(as_pmie ? "cannot open config file " + path
                                 : text.error().message);
  }
  return std::nullopt;
}

std::optional<RuleText> ReadRuleFile(const std::string& name,
                                     const Options& options,
                                     const ProcessContext& process,
                                     Messages* messages) {
  const auto path = Locate(name, options.rules_directory);
  if (path) return ReadRules(*path, process, messages);
  const bool hints = !messages->as_pmie() && !options.interactive;
  messages->ComplainAs(path.error().message +
                       (hints ? SubcommandHint(name) : ""));
  return std::nullopt;
}

}  // namespace cli
