// LiveRun: the live half of a run: what the rules need of their hosts, the
// rules checked against that, and their evaluation, with the signals that come
// meanwhile. Over archives: replay.h; the loop's part: rule_evaluation.h.
#ifndef TOCSIN_CLI_LIVE_RUN_H_
#define TOCSIN_CLI_LIVE_RUN_H_

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actions/stomp/settings.h"
#include "base/loop/timer.h"
#include "base/zone.h"
#include "cli/agent_report.h"
#include "cli/live_session.h"
#include "cli/live_status.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/process_context.h"
#include "cli/receiver_files.h"
#include "cli/rule_evaluation.h"
#include "cli/rule_files.h"
#include "cli/rule_input.h"
#include "engine/schedule/clock.h"
#include "pmapi/linux/linux_source.h"

namespace cli {

/// What a live run asks of its daemon's files.
class DaemonFiles {
 public:
  virtual ~DaemonFiles() = default;

  /// Closes the log and begins it anew. False where there is nothing to do, for
  /// nobody has moved it away.
  virtual bool RotateLog() = 0;
  /// Tries again to write what could not be written.
  virtual void TryAgain() = 0;
};

/// What a live run gets. Lifetime: all of it outlives the run.
struct LiveContext {
  const ProcessContext& process;
  const Options& options;
  const pmapi::notation::DerivedConfig& derived;
  /// The names of -n, null for those that each host has.
  const pmapi::NameTable* names;
  Messages& messages;
  engine::schedule::Clock* clock;
  const base::Zone& zone;  // of reports
  DaemonFiles* files;
  const ReceiverFiles& receivers;
};

class LiveRun : RuleOwner {
 public:
  explicit LiveRun(const LiveContext& context);
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  /// Asks the hosts about what `texts` need, checks all of these against the
  /// answers, and says what is wrong. False where the program ends by it, with
  /// status().
  bool Check(std::vector<RuleText> texts);
  /// REQUIRES: Check() was called.
  const RuleFiles& rules() const { return *rules_; }

  /// What the rules are checked against. REQUIRES: as rules().
  std::vector<engine::check::SourceView> Views() const {
    return session_.hosts().Views();
  }

  /// Evaluates the rules and does what they ask for, until the end of `window`
  /// or a signal. With `agent` values go there. The exit status.
  int Evaluate(const pmapi::notation::TimeWindow& window,
               const AgentReport* agent = nullptr);
  /// The signal that ended it, 0 for none.
  int signal() const { return session_.signal(); }
  /// The exit status where Check() was false.
  int status() const;
  /// Has slow readers read what they have not yet (slow_readers.h).
  void Drain() { session_.Drain(); }

 private:
  void Evaluated() override;
  void Share(bool shared) override { status_.Share(shared); }
  bool Over() const override { return signal() != 0; }
  engine::check::Rechecked CheckAgain(const std::set<int>& sources) override;

  pmapi::LinuxOptions ThisHost();
  std::string JournalBegins(const std::optional<base::Timestamp>& place) const;
  bool Listen();
  void StopListening();
  void Signalled(int number);
  void BeginLogAnew();
  void ReadReceiversAnew();
  void DumpState();
  bool OpenHosts();
  void AskHosts();
  std::string AwaitedNames() const;
  void LosePatience();
  void CheckAnew();
  void SaySource(bool primary);
  std::string MainHost() const;
  void ExpectLosses(const std::vector<engine::expr::Statement>& statements,
                    const AgentReport* agent);
  int OutputArrived(int status);
  base::Result<void> EvaluateOnce(
      const pmapi::notation::TimeWindow& window,
      std::vector<engine::expr::Statement> statements,
      const AgentReport* agent);
  void TellWhatIsMissed();
  int Ended(const base::Result<void>& how);

  LiveContext context_;
  const Options& options_;
  Messages& messages_;
  LiveSession session_;
  LiveStatus status_;
  std::vector<RuleText> texts_;
  std::optional<RuleFiles> rules_;
  actions::Receivers receivers_;
  std::optional<actions::StompSettings> stomp_;
  base::loop::Pending patience_;  // for hosts, at the start
  bool waiting_said_ = false;     // the log says for which hosts, at the start
  bool hangup_ends_ = false;      // SIGHUP, as SIGTERM does
  bool source_said_ = false;      // the log says which source
  bool evaluating_ = false;       // the rules are known
  bool state_asked_ = false;      // by SIGUSR1, before that
};

}  // namespace cli

#endif  // TOCSIN_CLI_LIVE_RUN_H_
