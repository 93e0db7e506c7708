// LiveHosts: the sources of a live run: pmcds, this host's kernel, MMV files.
// Over archives: archives.h.
#ifndef TOCSIN_CLI_LIVE_HOSTS_H_
#define TOCSIN_CLI_LIVE_HOSTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/lifetime.h"
#include "base/loop/loop.h"
#include "base/result.h"
#include "base/shared_values.h"
#include "cli/options.h"
#include "cli/rule_needs.h"
#include "cli/tls_contexts.h"
#include "engine/check/metrics.h"
#include "pmapi/derived/derived_source.h"
#include "pmapi/linux/linux_source.h"
#include "pmapi/notation/derived_config.h"
#include "pmapi/pmcd/stores.h"
#include "pmapi/source/name_table.h"
#include "pmapi/source/source.h"

namespace cli {

struct NeedsHash {
  std::size_t operator()(const std::vector<pmapi::Need>& needs) const;
};
struct NeedsEqual {
  bool operator()(const std::vector<pmapi::Need>& a,
                  const std::vector<pmapi::Need>& b) const;
};
/// What hosts need, who mostly need the same.
using NeedsTable =
    base::SharedValues<std::vector<pmapi::Need>, NeedsHash, NeedsEqual>;

/// Threads: the loop's.
class LiveHosts {
 public:
  /// Lifetime: `loop` outlives the hosts.
  LiveHosts(base::loop::Loop* loop, Environment environment)
      : loop_(loop), environment_(std::move(environment)) {}

  /// Hosts opened from now on have these derived metrics too.
  /// Lifetime: borrows `derived`.
  void UseDerived(const pmapi::notation::DerivedConfig& derived) {
    derived_ = &derived;
  }

  /// Hosts opened from now on have these names and no others.
  /// Lifetime: borrows `names`.
  void UseNames(const pmapi::NameTable& names) { names_ = &names; }

  /// What hosts need is from now on kept in `table`, with that of others.
  /// Lifetime: `table` outlives the hosts.
  void ShareNeeds(NeedsTable* table) { needs_ = table; }

  /// This host, opened from now on, has these records of its own.
  void Follow(pmapi::LinuxOptions here) { here_ = std::move(here); }

  /// Pmcds opened from now on have these texts stored; `not_stored` is told
  /// where that fails.
  void Store(std::vector<pmapi::pmcd::StoredText> stores,
             pmapi::pmcd::Stores::Tell not_stored) {
    stores_ = std::move(stores);
    not_stored_ = std::move(not_stored);
  }
  /// Pmcds opened from now on are asked for all names where one is not there:
  /// for "did you mean".
  void AskForAllNames() { all_names_ = true; }
  /// They are also asked for the help texts of the metrics that are needed.
  void AskForHelp() { help_ = true; }
  /// As PmcdOptionsFor() has it, of pmcds opened from now on.
  void TakeAnyPort() { any_port_ = true; }

  /// A source for the host that rules mean without a name (`host`, as after
  /// -h; none: this one, by its pmcd if that answers, else by its kernel), and
  /// one for each further host of `needs`, by its name. The sources there were
  /// are gone; after an error there are none.
  /// "@" is the kernel, "mmv:PATH" MMV files, all else a pmcd. As many files as
  /// that takes may then be open, as far as the hard limit lets them.
  /// Errors: kInvalid for what is no host, or has only names of its own, and
  /// where files are followed of no host of these; those of OpenLinuxSource and
  /// OpenMmvSource.
  base::Result<void> Open(const std::optional<std::string>& host,
                          const RuleNeeds& needs);

  /// From now on `needs` are what is needed of `source`: Prepare() asks.
  void Need(std::size_t source, const MetricNeeds& needs);

  /// Asks all hosts that rules ask what these need to know, for `limit` at
  /// most, and calls `ready` once, perhaps before this returns.
  void Prepare(base::Duration limit, std::function<void()> ready);
  /// Those among `sources`.
  void Prepare(const std::set<int>& sources, base::Duration limit,
               std::function<void()> ready);

  /// The names of hosts that have not answered Prepare() yet, and whether
  /// others have.
  std::vector<std::string> Awaited() const;
  bool SomeAnswer() const;
  /// Treats hosts that have not answered as failed (kTimeout) until they do.
  /// Whether this host is its pmcd or its kernel may then be found out later.
  void DoWithoutAwaited();
  /// Calls `replaced` when another source has taken the place of `source`
  /// later: statements that ask it are to be begun anew. Streams of the old one
  /// last until LetGoOfReplaced().
  void OnReplaced(std::function<void(int source)> replaced) {
    replaced_ = std::move(replaced);
  }
  void LetGoOfReplaced();

  /// By source: why it could not be prepared.
  const std::optional<base::Error>& failure(std::size_t source) const {
    return hosts_[source].failure;
  }

  /// The message that this host's kernel stands in for its pmcd, which has
  /// failed or was waited for too long; nothing where it does not.
  std::optional<std::string> StandsIn(std::size_t source) const;

  /// Metrics, and why they are not there.
  using Missing = std::map<std::string, base::ErrorCode>;
  /// The metrics that rules need of a source and that it does not have; nothing
  /// before it has answered.
  std::optional<Missing> MissingAt(std::size_t source) const;

  /// How many ticks before its own take part in a value of any metric that is
  /// needed: those of derived ones that are rates or differences.
  std::int64_t LookBack() const;

  /// Whether any rule asks it; else it is asked nothing.
  bool is_asked(std::size_t source) const {
    return !hosts_[source].needs->empty();
  }
  bool is_pmcd(std::size_t source) const { return hosts_[source].is_pmcd; }

  /// What the checker sees of the sources. Lifetime: this object's.
  std::vector<engine::check::SourceView> Views() const;
  engine::check::SourceView View(std::size_t source) const;
  /// The same of `sources`, by their numbers.
  std::map<int, engine::check::SourceView> Views(
      const std::set<int>& sources) const;
  std::vector<pmapi::Source*> Sources() const;
  std::map<int, pmapi::Source*> Sources(const std::set<int>& sources) const;
  std::size_t size() const { return hosts_.size(); }
  const pmapi::Source& source(std::size_t source) const {
    return hosts_[source].whole();
  }
  /// From now on messages name `source` as a site does, too: "db1". Empty:
  /// as it is addressed, and no more.
  void Call(std::size_t source, const std::string& name);
  /// In messages: "pmcd web1", "this host's kernel", "mmv:/run/x"; behind it
  /// what it is called.
  std::string Title(std::size_t source) const;
  /// " (db1)", or nothing.
  const std::string& called(std::size_t source) const {
    return hosts_[source].called;
  }
  /// What rules mean without a host; null where none was opened.
  const pmapi::Source* main() const {
    return hosts_.empty() ? nullptr : &hosts_.front().whole();
  }

  base::loop::Loop* loop() const { return loop_; }

 private:
  /// A source, and over it what is derived, if that is used.
  struct Layers {
    std::unique_ptr<pmapi::LiveSource> source;
    std::unique_ptr<pmapi::DerivedSource> derived;
  };
  struct Host {
    std::string spec;    // as -h and rules call it
    std::string called;  // behind its title
    Layers now;
    Layers before;  // that `now` has replaced
    bool is_pmcd = false;
    pmapi::SharedNeeds needs;
    std::optional<base::Error> failure;
    bool awaited = false;  // it is being prepared
    /// Where no pmcd answers the kernel will do; rules may run meanwhile.
    bool may_be_kernel = false;
    bool done_without = false;
    std::optional<base::Error> stands_in;  // the kernel; why the pmcd does not
    /// Ends with the source, so that a late answer of it does not count.
    base::Lifetime lifetime;

    std::string Title() const;
    pmapi::Source& whole() const {
      if (now.derived) return *now.derived;
      return *now.source;
    }
  };

  base::Result<void> Add(const std::string& spec, const MetricNeeds& needs);
  bool IsOfThisHost() const;
  base::Result<void> TakeKernel(Host* host);
  void Take(std::unique_ptr<pmapi::LiveSource> source, Host* host) const;
  void Prepared(int source, const base::Result<void>& result);
  void BecomeKernel(Host* host);

  base::loop::Loop* loop_;
  Environment environment_;
  TlsContexts tls_{environment_};
  const pmapi::notation::DerivedConfig* derived_ = nullptr;
  const pmapi::NameTable* names_ = nullptr;
  pmapi::LinuxOptions here_;
  NeedsTable own_needs_;
  NeedsTable* needs_ = &own_needs_;
  std::vector<Host> hosts_;
  std::function<void(int)> replaced_;
  bool all_names_ = false;
  bool any_port_ = false;
  bool help_ = false;
  std::vector<pmapi::pmcd::StoredText> stores_;
  pmapi::pmcd::Stores::Tell not_stored_;
};

/// Lets this process open as many files as connections to so many hosts take,
/// and to receivers that all hang, as far as the hard limit lets it.
void AllowDescriptorsOf(std::size_t hosts, std::size_t receivers = 0);

/// What is wrong with a host that cannot be asked, in pmie's words: "does not
/// respond" or "is unreachable".
std::string TroubleText(const base::Error& error);

}  // namespace cli

#endif  // TOCSIN_CLI_LIVE_HOSTS_H_
