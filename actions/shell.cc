// sh -c, with pmie's PATH.
#include "actions/shell.h"

#include <memory>
#include <string_view>

#include "actions/shell_quote.h"

namespace actions {
namespace {

using engine::alarm::EventSink;

constexpr char kShell[] = "/bin/sh";

/// The longest argument that Linux takes. A longer command is read from a file
/// at descriptor 3, which is closed before it runs.
constexpr std::size_t kMostInArgument = (128 << 10) - 1;
constexpr char kFromScript[] = "eval \"$(cat <&3)\" 3<&-";

/// What sh returns where it finds no such command.
constexpr int kNotFound = 127;

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

/// What killed it; empty if it ended by itself.
std::string KilledBy(const Ending& ending) {
  if (ending.timed_out) {
    return "after " + std::to_string(Shell::kLimit.ns / base::kNanosPerSecond) +
           " s";
  }
  return ending.signal == 0 ? "" : "by signal " + std::to_string(ending.signal);
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

Command Shell::CommandFor(const std::string& text) const {
  const bool fits = text.size() <= kMostInArgument;
  return {kShell,       {"sh", "-c", fits ? text : kFromScript},
          environment_, true,
          kLimit,       fits ? "" : text};
}

void Shell::Perform(const engine::alarm::Event& event, const Done& done) {
  const auto text =
      std::make_shared<const std::string>(QuoteForShell(event.message));
  const bool tells = tells_failures_ && !event.asked;
  commands_.Add(
      event.statement.name, [this, text] { return CommandFor(*text); },
      [this, text, tells, done,
       whose = Whose(event)](const base::Result<Ending>& how) {
        const Outcome outcome = OutcomeOf(whose, *text, how);
        if (tells && how && KilledBy(*how).empty()) {
          TellStatus(whose, *text, how->status);
        }
        done(outcome);
      });
}

void Shell::TellStatus(const Whose& whose, const std::string& text,
                       int status) {
  if (status == 0) return failures_.Right(whose);
  ++failed_;
  const bool not_found = status == kNotFound;
  failures_.Wrong(whose,
                  "exit status " + std::to_string(status) +
                      (not_found ? ", as of what is not found: " : ": ") +
                      Beginning(text));
}

EventSink::Outcome Shell::OutcomeOf(const Whose& whose, const std::string& text,
                                    const base::Result<Ending>& how) {
  if (!how) {
    not_begun_.Wrong(whose,
                     how.error().message + ": not begun: " + Beginning(text));
    return Outcome::kNotPerformed;
  }
  not_begun_.Right(whose);
  if (const std::string by = KilledBy(*how); by.empty()) {
    killings_.Right(whose);
  } else {
    ++killed_;
    killings_.Wrong(whose, "killed " + by + ": " + Beginning(text));
  }
  return how->succeeded() ? Outcome::kSucceeded : Outcome::kFailed;
}

}  // namespace actions
