// Each message is written at once: what follows may take long, or end us.
#include "cli/messages.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "base/printable.h"
#include "cli/log_file.h"
#include "cli/one_line.h"

namespace cli {
namespace {

std::string Cleaned(const std::string& text, bool as_pmie) {
  return as_pmie ? base::Printable(text) : OneLine(text);
}

}  // namespace

void Messages::Complain(const std::string& text) {
  err_.Print(text);
  err_.Flush();
}

void Messages::ComplainAs(const std::string& text) {
  Complain(program_ + ": " + Cleaned(text, as_pmie()) + '\n');
}

void Messages::Log(const std::string& level, const std::string& text) {
  Complain(Line(level, text));
}

std::string Messages::Line(const std::string& level,
                           const std::string& text) const {
  return LogLine(program_, ::getpid(), level, Cleaned(text, as_pmie()),
                 clock_.Now(), zone_);
}

void Messages::LogBegins(const std::string& what) {
  Complain(LogHeader(program_, LocalHostName(), what, clock_.Now(), zone_));
}

void Messages::LogEnds(const std::string& what) {
  Complain(LogFooter(what, clock_.Now(), zone_));
}

void Messages::Interrupted(int signal) {
  if (!as_pmie()) return;
  Complain("\nInterrupted! signal=" + std::to_string(signal) + '\n');
}

/// SIGTERM is a clean end, SIGINT shows; while pmie still reads rules neither
/// is.
int Messages::InterruptedStatus(int signal) const {
  if (as_pmie()) return 1;
  return signal == SIGTERM ? 0 : signal;
}

void Messages::AsPmie(const grammar::Diagnostic& diagnostic) {
  constexpr std::string_view kStamped = "Error: ";
  for (const std::string& raw : diagnostic.pmie) {
    const std::string line = base::Printable(raw);
    if (line.starts_with(kStamped)) {
      Log("Error", line.substr(kStamped.size()));
    } else {
      Complain(line + '\n');
    }
  }
}

void Messages::Diagnostics(const RuleFiles& rules) {
  const std::size_t end =
      as_pmie() ? rules.pmie_diagnostics() : rules.diagnostics().size();
  for (; told_ < end; ++told_) {
    const auto& [source, diagnostic] = rules.diagnostics()[told_];
    if (as_pmie()) {
      AsPmie(diagnostic);
    } else {
      Complain(grammar::Render(diagnostic, *source));
    }
  }
}

}  // namespace cli
