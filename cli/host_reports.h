// What the log says of a live run's hosts: who answers at the start, who is
// slow or lost and there again, which metrics come and go.
#ifndef TOCSIN_CLI_HOST_REPORTS_H_
#define TOCSIN_CLI_HOST_REPORTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "actions/log.h"
#include "cli/live_hosts.h"
#include "cli/messages.h"
#include "cli/missing_metrics.h"
#include "cli/run_state.h"
#include "engine/schedule/clock.h"

namespace cli {

/// Warns of each host that has not answered, or stands in for another. `quiet`
/// is -q's.
void WarnOfHosts(const LiveHosts& hosts, bool quiet, Messages* messages);

class HostReports {
 public:
  /// A host that has not answered yet counts as down, and metrics that are
  /// missing now are not reported. As pmie only that is logged for which pmie
  /// has words.
  /// Lifetime: all outlive it.
  HostReports(const LiveHosts* hosts, RunState* state, actions::Log log,
              engine::schedule::Clock* clock, bool quiet, bool as_pmie);

  /// As LiveObserver has it; the state is told, too.
  void Answered(std::size_t source, const base::Error* why);
  /// To be called when `sources` have been asked anew.
  void Changed(const std::set<int>& sources);

 private:
  /// How a host that was slow has kept up since.
  struct Slow {
    base::Duration last;  // late; as Clock::Elapsed
    int in_time = 0;      // ticks since
  };

  /// Why a host is down, as far as it has been told.
  struct Reasons {
    bool was_lost = false;  // not down from the beginning
    std::set<std::string> texts;
  };

  void BecomesKernel(std::size_t source);
  void Lacks(std::size_t source, const std::string& what);
  void Late(std::size_t source);
  void NotLate(std::size_t source);
  bool AnotherIsTold(std::size_t source) const;
  void TellOf(std::size_t source, const base::Error* lost);
  void TellOfReason(std::size_t source, const base::Error& why);

  const LiveHosts& hosts_;
  RunState& state_;
  actions::Log log_;
  engine::schedule::Clock& clock_;
  bool quiet_;
  bool as_pmie_;
  MissingMetrics missing_;
  std::vector<std::uint8_t> down_;    // sources
  std::set<std::size_t> stand_ins_;   // reported as such
  std::map<std::size_t, Slow> slow_;  // reported as slow
  std::set<std::size_t> untold_;      // down, and not reported yet
  std::map<std::size_t, Reasons> reasons_;
  std::map<std::size_t, std::string> lacks_;  // what has been told
};

}  // namespace cli

#endif  // TOCSIN_CLI_HOST_REPORTS_H_
