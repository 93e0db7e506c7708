// HostChanges: what is done when the metrics of live hosts are no longer those
// that statements were checked against: the hosts are asked anew, then the
// statements are begun anew. Which these are, and the run, are the caller's.
#ifndef TOCSIN_CLI_HOST_CHANGES_H_
#define TOCSIN_CLI_HOST_CHANGES_H_

#include <functional>
#include <set>
#include <utility>

#include "base/lifetime.h"
#include "base/loop/timer.h"
#include "base/time.h"
#include "cli/live_hosts.h"

namespace cli {

/// How long hosts may take to tell what rules need to know of them.
inline constexpr base::Duration kPrepareLimit{10 * base::kNanosPerSecond};
/// How long the first host that has answered waits for others, so that
/// statements that ask many hosts are not begun anew for each of them.
inline constexpr base::Duration kGathering{base::kNanosPerSecond / 5};

/// Threads: the loop's.
class HostChanges {
 public:
  /// Checks again what asks one of `sources`, which have been asked what their
  /// metrics are, and begins it anew. False: the run is at its end.
  using BeginAnew = std::function<bool(const std::set<int>& sources)>;

  /// Lifetime: `hosts` outlives it. Nothing is called once it is gone.
  HostChanges(LiveHosts* hosts, BeginAnew begin_anew)
      : hosts_(*hosts), begin_anew_(std::move(begin_anew)) {}
  HostChanges(const HostChanges&) = delete;
  HostChanges& operator=(const HostChanges&) = delete;

  /// To be called whenever a tick reports kChanged; more often than once does
  /// no harm.
  void Changed(int source);

 private:
  void Prepared(int source);
  void Begin();

  LiveHosts& hosts_;
  BeginAnew begin_anew_;
  std::set<int> asked_;  // and have not answered
  std::set<int> ready_;  // to be begun anew
  base::loop::Pending soon_;
  bool over_ = false;
  base::Lifetime lifetime_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_HOST_CHANGES_H_
