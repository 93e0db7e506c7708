// LiveStatus: how a live run stands, for whoever looks on from outside: the
// statistics file, the service manager, a line on the terminal.
#ifndef TOCSIN_CLI_LIVE_STATUS_H_
#define TOCSIN_CLI_LIVE_STATUS_H_

#include <cstddef>
#include <optional>
#include <string>

#include "base/loop/timer.h"
#include "base/zone.h"
#include "cli/live_session.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/process_context.h"
#include "cli/run_state.h"
#include "cli/service_manager.h"
#include "cli/statistics_writer.h"
#include "cli/status_line.h"
#include "engine/schedule/clock.h"

namespace cli {

class LiveStatus {
 public:
  /// The line is of times in `zone`. Lifetime: all of it outlives the status.
  LiveStatus(const ProcessContext& process, const Options& options,
             const base::Zone& zone, Messages* messages,
             engine::schedule::Clock* clock, LiveSession* session);
  ~LiveStatus();
  LiveStatus(const LiveStatus&) = delete;
  LiveStatus& operator=(const LiveStatus&) = delete;

  RunState* state() { return &state_; }

  /// A run of the rules called `config` begins.
  void Begin(const std::string& config);
  void End();
  /// To be called where a run ends before it has begun: to a service manager a
  /// service that ends before it was ready has failed.
  void NothingToDo() const;
  /// After an evaluation. True where files may be written, which is not done
  /// all the time.
  bool Evaluated();
  /// A program that writes where we do begins, or the last of them has ended.
  void Share(bool shared);
  /// Shows on a terminal which hosts are waited for.
  void ShowWaiting(const std::string& hosts) {
    line_.Show("waiting for " + hosts);
  }
  void WipeLine() { line_.Wipe(); }

 private:
  void BeginStatistics(const std::string& config);
  bool MayWriteFiles();
  void TellUpdated(const base::Result<void>& updated);
  void StayAlive();
  void ShowState();

  const ProcessContext& process_;
  const Options& options_;
  const base::Zone& zone_;
  Messages& messages_;
  engine::schedule::Clock& clock_;
  LiveSession& session_;
  RunState state_;
  StatisticsWriter statistics_;
  std::size_t unwritten_ = 0;               // statistics in a row
  std::optional<base::Duration> may_last_;  // write: Clock::Elapsed()
  ServiceManager manager_;
  base::loop::Pending watchdog_;
  StatusLine line_;
  bool shared_ = false;  // the terminal, with programs that are running
};

}  // namespace cli

#endif  // TOCSIN_CLI_LIVE_STATUS_H_
