// ServedHost: one host of a site, with its one connection, which all sets of
// rules share that ask it. What these do is served_set.h's.
#ifndef TOCSIN_CLI_SERVED_HOST_H_
#define TOCSIN_CLI_SERVED_HOST_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/lifetime.h"
#include "base/result.h"
#include "cli/host_changes.h"
#include "cli/host_reports.h"
#include "cli/live_hosts.h"
#include "cli/messages.h"
#include "cli/process_context.h"
#include "cli/run_state.h"
#include "engine/schedule/clock.h"

namespace cli {

class ServedHost;

/// What one of many hosts needs, who mostly need the same.
using SharedMetricNeeds = std::shared_ptr<const MetricNeeds>;

/// All that any of `some` needs; what is one alone is shared on.
SharedMetricNeeds Joined(const std::vector<SharedMetricNeeds>& some);

/// Who asks a host.
class HostUser {
 public:
  virtual ~HostUser() = default;
  /// The host has been asked what its metrics are, for the first time or anew,
  /// and has answered or failed.
  virtual void HostPrepared(ServedHost* host) = 0;
  /// What it calls the host.
  virtual std::string NameOf(const ServedHost* host) const = 0;
};

/// What hosts of a site share. Lifetime: outlives them.
struct HostContext {
  base::loop::Loop* loop = nullptr;
  Messages* messages = nullptr;
  engine::schedule::Clock* clock = nullptr;
  const pmapi::notation::DerivedConfig* derived = nullptr;
  bool quiet = false;
  /// Null: what each needs is its own.
  NeedsTable* needs = nullptr;
};

/// Threads: the loop's.
class ServedHost {
 public:
  /// The host that `spec` is to -h, this one if there is none.
  ServedHost(const HostContext& context, const std::optional<std::string>& spec,
             Environment environment);
  ServedHost(const ServedHost&) = delete;
  ServedHost& operator=(const ServedHost&) = delete;

  /// Errors: as LiveHosts::Open.
  base::Result<void> Open();

  /// `user` needs these from now on; true where the host must be asked for them
  /// (Prepare) before it can be used.
  bool Need(HostUser* user, SharedMetricNeeds needs);
  void Leave(HostUser* user);
  bool is_used() const { return !users_.empty(); }

  /// Asks the host what its metrics are, and tells all users then.
  void Prepare();
  /// It has answered what is needed of it, or failed.
  bool is_prepared() const { return prepared_ && fresh_; }

  /// How it went at a tick, as LiveObserver has it.
  void Answered(const base::Error* why);

  engine::check::SourceView View() const { return hosts_.View(0); }
  pmapi::Source* source() const { return hosts_.Sources().front(); }
  /// What its users call it.
  const std::string& name() const { return name_; }
  const std::string& host_name() const { return hosts_.source(0).HostName(); }
  /// True of one whose answer is not there, though something is needed of it.
  bool is_awaited() const { return awaited_ && is_used() && !needs_->empty(); }

 private:
  void TakeNames();
  bool Prepared();
  void Tell() const;

  const HostContext& context_;
  std::optional<std::string> spec_;
  std::string name_;
  LiveHosts hosts_;
  std::map<HostUser*, SharedMetricNeeds> users_;
  SharedMetricNeeds needs_ = Joined({});  // of all of them
  SharedMetricNeeds asked_;  // for which it is being asked, or null
  bool fresh_ = false;       // it was asked for needs_
  bool prepared_ = false;    // at least once
  bool awaited_ = true;
  RunState run_state_;
  std::optional<HostReports> reports_;
  HostChanges changes_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SERVED_HOST_H_
