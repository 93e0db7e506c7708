// The logger: a sink for an Output, which log_sink.h makes.
#include "cli/messages.h"

#include <spdlog/logger.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/calendar.h"
#include "base/one_line.h"
#include "base/printable.h"
#include "cli/diagnostic_text.h"
#include "cli/log_sink.h"

namespace cli {
namespace {

spdlog::level::level_enum LevelOf(LogLevel level) {
  switch (level) {
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kCritical:
      break;
  }
  return spdlog::level::critical;
}

spdlog::log_clock::time_point TimePoint(base::Timestamp time) {
  return spdlog::log_clock::time_point(std::chrono::nanoseconds(time.ns));
}

/// NO_COLOR refuses them, unless it is empty.
bool WantsColours() {
  const char* refused = std::getenv("NO_COLOR");
  return (refused == nullptr || *refused == '\0') &&
         spdlog::details::os::is_color_terminal();
}

/// What this machine is called, "localhost" where it does not say.
std::string LocalHostName() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "localhost";
  return name;
}

}  // namespace

/// spdlog's errors, which are exceptions of its sinks', it hands to us.
Messages::Messages(std::string program, Output* err,
                   engine::schedule::Clock* clock)
    : program_(std::move(program)),
      clock_(*clock),
      formatter_(std::make_unique<LogFormatter>(&zone_)),
      logger_(std::make_unique<spdlog::logger>(
          program_, std::make_shared<LogSink>(formatter_->clone(), err,
                                              !as_pmie() && WantsColours()))) {
  logger_->set_error_handler([this, err](const std::string& why) {
    err->Print(program_ + ": cannot write to the log: " + why + '\n');
  });
}

Messages::~Messages() = default;

void Messages::set_level(LogLevel least) { logger_->set_level(LevelOf(least)); }

std::string Messages::Cleaned(const std::string& text) const {
  return as_pmie() ? base::Printable(text) : base::OneLine(text);
}

std::string Messages::Ctime() const {
  std::string text;
  base::AppendCtime(zone_, clock_.Now(), &text);
  return text;
}

void Messages::Complain(const std::string& text) {
  logger_->log({}, {}, kAsItStands, text);
}

void Messages::ComplainAs(const std::string& text) {
  Complain(program_ + ": " + Cleaned(text) + '\n');
}

void Messages::Log(LogLevel level, const std::string& text) {
  logger_->log(TimePoint(clock_.Now()), {}, LevelOf(level), Cleaned(text));
}

std::string Messages::Line(LogLevel level, const std::string& text) const {
  const std::string cleaned = Cleaned(text);
  spdlog::memory_buf_t line;
  formatter_->format(
      {TimePoint(clock_.Now()), {}, program_, LevelOf(level), cleaned}, line);
  return {line.data(), line.size()};
}

void Messages::LogBegins(const std::string& what) {
  Complain("Log for " + program_ + " on " + LocalHostName() + ' ' + what + ' ' +
           Ctime() + "\n\n");
}

void Messages::LogSource(const std::string& host, bool primary) {
  Complain(program_ + ": PID = " + std::to_string(::getpid()) + ", via " +
           host + (primary ? " [primary]" : "") + "\n\n");
}

void Messages::LogEnds(const std::string& what) {
  Complain("\nLog " + what + ' ' + Ctime() + '\n');
}

void Messages::Interrupted(int signal) {
  if (!as_pmie()) return;
  Complain("\nInterrupted! signal=" + std::to_string(signal) + '\n');
}

/// SIGTERM is a clean end, SIGINT is the exit status; while pmie still reads
/// rules both are failures.
int Messages::InterruptedStatus(int signal) const {
  if (as_pmie()) return 1;
  return signal == SIGTERM ? 0 : signal;
}

void Messages::AsPmie(const grammar::Diagnostic& diagnostic) {
  constexpr std::string_view kStamped = "Error: ";
  for (const std::string& raw : diagnostic.pmie) {
    const std::string line = base::Printable(raw);
    if (line.starts_with(kStamped)) {
      Log(LogLevel::kError, line.substr(kStamped.size()));
    } else {
      Complain(line + '\n');
    }
  }
}

void Messages::Diagnostics(const RuleFiles& rules) {
  std::span<const FiledDiagnostic> all = rules.diagnostics();
  if (as_pmie()) all = all.first(rules.pmie_diagnostics());
  const auto untold = all.subspan(std::min(told_, all.size()));
  told_ = all.size();
  if (!as_pmie()) return Complain(DiagnosticText(untold));
  for (const FiledDiagnostic& one : untold) AsPmie(one.diagnostic);
}

}  // namespace cli
