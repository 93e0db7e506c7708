// Told at each evaluation, but no file is written more often than is read.
#include "cli/live_status.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/calendar.h"

namespace cli {
namespace {

constexpr char kTmpFolder[] = "/var/lib/pcp/tmp";
constexpr char kNoLog[] = "<none>";

/// True of a run in the foreground of a terminal that shows nothing else at
/// each tick.
bool WantsLine(const Options& options, bool as_pmie) {
  return !as_pmie && !options.quiet && !options.daemon() &&
         !options.interactive && !options.buffered && !options.log_file &&
         options.report == ReportStyle::kNone && ::isatty(STDOUT_FILENO) == 1;
}

/// As it is found from anywhere, if it is there.
std::string RealPath(const std::string& path) {
  std::error_code failed;
  const auto real = std::filesystem::canonical(path, failed);
  return failed ? path : real.string();
}

}  // namespace

LiveStatus::LiveStatus(const ProcessContext& process, const Options& options,
                       const base::Zone& zone, Messages* messages,
                       engine::schedule::Clock* clock, LiveSession* session)
    : process_(process),
      options_(options),
      zone_(zone),
      messages_(*messages),
      clock_(*clock),
      session_(*session),
      statistics_(&session->loop()),
      manager_(process.environment, ::getpid()),
      line_(STDERR_FILENO, WantsLine(options, messages->as_pmie())) {
  if (!line_.on_terminal()) return;
  for (Output* one : {process.out, process.err}) {
    one->set_before_write([this] { line_.Wipe(); });
  }
}

LiveStatus::~LiveStatus() {
  if (!line_.on_terminal()) return;
  for (Output* one : {process_.out, process_.err}) {
    one->set_before_write(nullptr);
  }
}

void LiveStatus::Begin(const std::string& config) {
  shared_ = false;
  BeginStatistics(config);
  manager_.Ready();
  StayAlive();
}

void LiveStatus::End() {
  manager_.Stopping();
  line_.Wipe();
}

void LiveStatus::NothingToDo() const {
  manager_.Ready();
  manager_.Stopping();
}

/// Nobody may be there to read it, least of all where there is no PCP: only
/// those hear of it who expect it. A pmie that may not write to the folder,
/// which is the case of whoever just tries a rule, says nothing.
void LiveStatus::BeginStatistics(const std::string& config) {
  if (options_.interactive) return;
  const std::string folder =
      process_.environment("PCP_TMP_DIR").value_or(kTmpFolder) + "/pmie";
  const bool as_pmie = messages_.as_pmie();
  StatisticsOrigin origin = {
      config.starts_with('<') ? config : RealPath(config),
      options_.log_file ? RealPath(*options_.log_file) : kNoLog};
  statistics_.Create(
      folder, ::getpid(), std::move(origin),
      [this, as_pmie](const StatisticsWriter::Begun& begun) {
        const auto& wrong = as_pmie ? begun.folder : begun.file;
        if (wrong || (!as_pmie && !options_.daemon())) return;
        messages_.ComplainAs("warning " + wrong.error().message);
      },
      [this](const base::Result<void>& updated) { TellUpdated(updated); });
}

/// A thousand hosts have a thousand evaluations at a tick.
bool LiveStatus::MayWriteFiles() {
  constexpr base::Duration kPause{50 * 1'000'000};
  const base::Duration now = clock_.Elapsed();
  if (may_last_ && now.ns - may_last_->ns < kPause.ns) return false;
  may_last_ = now;
  return true;
}

void LiveStatus::TellUpdated(const base::Result<void>& updated) {
  if (!updated) {
    if (++unwritten_ == 1)
      messages_.Log(LogLevel::kWarning, updated.error().message);
  } else if (const std::size_t before = std::exchange(unwritten_, 0)) {
    messages_.Log(LogLevel::kInfo, "the stats file " + statistics_.path() +
                                       " is written again; " +
                                       std::to_string(before) +
                                       " times before it was not");
  }
}

bool LiveStatus::Evaluated() {
  statistics_.Update(session_.hosts().main()->HostName(), state_.counts());
  if (manager_.listens()) manager_.Status(state_.Line());
  ShowState();
  return MayWriteFiles();
}

/// A program of a rule writes to the same terminal: its output must not stand
/// behind the line, nor the line over its output.
void LiveStatus::Share(bool shared) {
  shared_ = shared;
  if (shared) return line_.Wipe();
  line_.BeginBelow();
  ShowState();
}

void LiveStatus::ShowState() {
  if (!line_.on_terminal() || shared_ || !state_.last()) return;
  std::string time;
  base::AppendCtime(zone_, *state_.last(), &time);
  constexpr std::size_t kClockAt = 11;
  constexpr std::size_t kClockBytes = 8;
  line_.Show(time.substr(kClockAt, kClockBytes) + "  " + state_.Line());
}

/// Tells the service manager that we are alive, by a timer of the loop: it
/// stops when the loop does.
void LiveStatus::StayAlive() {
  if (!manager_.watchdog()) return;
  manager_.Alive();
  watchdog_ =
      session_.loop().After(*manager_.watchdog(), [this] { StayAlive(); });
}

}  // namespace cli
