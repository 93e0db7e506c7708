// sh -c, with pmie's PATH.
#include "actions/shell.h"

#include <string_view>

#include "actions/shell_quote.h"

namespace actions {
namespace {

constexpr char kShell[] = "/bin/sh";

/// The value of `name`, or `otherwise`.
std::string ValueOf(const std::vector<std::string>& environment,
                    std::string_view name, std::string_view otherwise) {
  for (const std::string& variable : environment) {
    if (variable.starts_with(name) && variable.size() > name.size() &&
        variable[name.size()] == '=') {
      return variable.substr(name.size() + 1);
    }
  }
  return std::string(otherwise);
}

/// Of a text that may be anything, what fits a line of a log.
std::string Beginning(const std::string& text) {
  constexpr std::size_t kEnough = 100;
  std::string line = text.substr(0, kEnough);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text.size() <= kEnough ? line : line + "...";
}

}  // namespace

std::vector<std::string> ShellEnvironment(
    const std::vector<std::string>& environment) {
  std::vector<std::string> changed;
  for (const std::string& variable : environment) {
    if (variable.starts_with("PATH=") || variable.starts_with("IFS=")) continue;
    changed.push_back(variable);
  }
  changed.push_back("PATH=/usr/sbin:/sbin:/usr/bin:/bin:" +
                    ValueOf(environment, "PCP_BIN_DIR", "/usr/bin") + ':' +
                    ValueOf(environment, "PCP_BINADM_DIR", "/usr/lib/pcp/bin") +
                    ':' +
                    ValueOf(environment, "PCP_PLATFORM_PATHS",
                            "/usr/bin/X11:/usr/local/bin"));
  changed.push_back("IFS=\t\n");
  return changed;
}

void Shell::Perform(const engine::alarm::Event& event, const Done& done) {
  const std::string text = QuoteForShell(event.message);
  const Program program{kShell, {"sh", "-c", text}, environment_, true, kLimit};
  const auto started =
      children_.Start(program, [this, text, done](const Ending& ending) {
        Ended(text, ending);
        done(ending.succeeded());
      });
  if (started) {
    refused_ = false;
    return;
  }
  if (!refused_) {
    log_("Error", "shell: " + started.error().message +
                      ": not started: " + Beginning(text));
  }
  refused_ = true;
  done(false);
}

void Shell::Ended(const std::string& text, const Ending& ending) {
  if (ending.timed_out) {
    log_("Error", "shell: killed after " +
                      std::to_string(kLimit.ns / base::kNanosPerSecond) +
                      " s: " + Beginning(text));
  } else if (ending.signal != 0) {
    log_("Error", "shell: killed by signal " + std::to_string(ending.signal) +
                      ": " + Beginning(text));
  }
}

}  // namespace actions
