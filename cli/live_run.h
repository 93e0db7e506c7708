// LiveRun: the live half of a run: what the rules need of their hosts, the
// rules checked against that, and the watch over them, with the signals that
// come meanwhile. Over archives: replay.h; the loop's part: watch.h.
#ifndef TOCSIN_CLI_LIVE_RUN_H_
#define TOCSIN_CLI_LIVE_RUN_H_

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "base/zone.h"
#include "cli/agent_report.h"
#include "cli/live_hosts.h"
#include "cli/messages.h"
#include "cli/missing_metrics.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/rule_files.h"
#include "cli/run_state.h"
#include "cli/service_manager.h"
#include "cli/slow_readers.h"
#include "cli/statistics_file.h"
#include "cli/status_line.h"
#include "engine/schedule/clock.h"

namespace cli {

/// What a live run gets. Lifetime: all of it outlives the run.
struct LiveContext {
  const Options& options;
  const Environment& environment;
  const pmapi::notation::DerivedConfig& derived;
  Messages& messages;
  engine::schedule::Clock* clock;
  const base::Zone& zone;  // of reports
  Output* out;
  Output* err;
  /// The signal that asked to end before this run heard any, 0 for none.
  std::function<int()> signal;
  /// The log is to be closed and begun anew.
  std::function<void()> rotate;
  /// The names of -n, null for those that each host has.
  const pmapi::NameTable* names;
  /// Makes `before` what is called before anything is written.
  std::function<void(std::function<void()> before)> before_writing;
  /// Called now and then, after evaluations: what could not be written may be
  /// written now.
  std::function<void()> try_again = nullptr;
};

class LiveRun {
 public:
  explicit LiveRun(const LiveContext& context);
  ~LiveRun();
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  /// Asks the hosts about what `texts` need, checks all of these against the
  /// answers, and says what is wrong. False where the program ends by it, with
  /// status().
  bool Check(const std::vector<RuleText>& texts);
  /// REQUIRES: Check() was called.
  const RuleFiles& rules() const { return *rules_; }

  /// What the rules are checked against. REQUIRES: as rules().
  std::vector<engine::check::SourceView> Views() const {
    return hosts_.Views();
  }

  /// Evaluates the rules and does what they ask for, until the end of `window`
  /// or a signal. With `agent` values go there. The exit status.
  int Watch(const pmapi::notation::TimeWindow& window,
            const AgentReport* agent = nullptr);
  /// The signal that ended it, 0 for none.
  int signal() const { return ended_by_; }
  /// What the program ends with where Check() was in vain.
  int status() const;
  /// Has slow readers read what they have not yet (slow_readers.h).
  void Drain();

 private:
  bool Listen();
  void StopListening();
  void Signalled(int number);
  void BeginLogAnew();
  void DumpState();
  bool OpenHosts();
  void AskHosts();
  void ShowAwaited();
  void LosePatience();
  void SayWhoAnswers();
  void SayWhatIsMissing(const std::set<int>& sources);
  void CheckAnew();
  engine::check::Rechecked CheckAgain(const std::set<int>& sources);
  void SaySource(bool primary);
  std::string MainHost() const;
  void BeginStatistics();
  void Evaluated();
  void Share(bool shared);
  void ShowState();
  void WriteStatistics();
  void UpdateStatistics();
  int OutputArrived(int status);
  void StayAlive();
  int WatchNothing() const;
  base::Result<void> WatchOnce(const pmapi::notation::TimeWindow& window,
                               std::vector<engine::expr::Statement> statements,
                               const AgentReport* agent);
  void TellWhatIsMissed();
  int Ended(const base::Result<void>& how);

  LiveContext context_;
  const Options& options_;
  Messages& messages_;
  base::loop::Loop loop_;
  SlowReaders readers_;
  LiveHosts hosts_;
  std::vector<RuleText> texts_;
  std::optional<RuleFiles> rules_;
  std::optional<MissingMetrics> missing_;
  std::optional<base::loop::Pending> signals_;
  base::loop::Pending patience_;  // with hosts, at the start
  base::loop::Pending watchdog_;
  RunState state_;
  StatisticsFile statistics_;
  std::optional<base::Duration> written_;  // Clock::Elapsed(), statistics
  std::optional<base::loop::Pending> write_later_;
  std::size_t unwritten_ = 0;  // statistics in a row
  ServiceManager manager_;
  StatusLine line_;
  bool shared_ = false;       // the terminal, with programs that are running
  bool hangup_ends_ = false;  // SIGHUP, as SIGTERM does
  int ended_by_ = 0;
  bool source_said_ = false;  // in the log
  bool watching_ = false;     // the rules are known
  bool state_asked_ = false;  // before that
};

}  // namespace cli

#endif  // TOCSIN_CLI_LIVE_RUN_H_
