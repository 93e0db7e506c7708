// ServedSite: all sets of rules of a site and all of its hosts, on one loop,
// and how both follow when the site's files say something else. What these say
// is site_files.h's.
#ifndef TOCSIN_CLI_SERVED_SITE_H_
#define TOCSIN_CLI_SERVED_SITE_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "actions/live_actions.h"
#include "base/zone.h"
#include "cli/output.h"
#include "cli/run_state.h"
#include "cli/served_set.h"
#include "cli/site_plan.h"

namespace cli {

/// What a site gets. Lifetime: outlives it.
struct SiteContext {
  HostContext hosts;
  const ProcessContext* process = nullptr;
  const base::Zone* zone = nullptr;
  engine::schedule::ProgramTable* programs = nullptr;  // as of SetContext
  actions::LiveActions* actions = nullptr;
  /// Is called after evaluations and actions.
  std::function<void()> counted;
  std::function<void(base::Duration interval, std::int64_t ticks)> skipped =
      SetContext().skipped;
};

/// Threads: the loop's.
class ServedSite {
 public:
  explicit ServedSite(const SiteContext& context);
  ServedSite(const ServedSite&) = delete;
  ServedSite& operator=(const ServedSite&) = delete;

  /// Runs what `plan` says. Sets that are the same go on; where a file is wrong
  /// that is told, and what it has said before goes on; what is wrong as it was
  /// with the plan before is told again if somebody `asked`. True where
  /// something is another than before.
  bool Apply(const SitePlan& plan, bool asked = false);

  /// Of all sets, as one run has them.
  const RunCounts& counts() const { return counts_; }
  /// "3 sets of rules at 2 hosts, of which 1 does not answer: b".
  std::string Line() const;
  /// The same, and a line a set, with what its rules are.
  std::string Dump() const;
  std::size_t unfinished() const;
  bool is_empty() const { return sets_.empty(); }

 private:
  using Sets = std::map<std::string, std::unique_ptr<ServedSet>>;

  SetContext ContextOfSets();
  base::Result<ServedHost*> HostOf(const std::optional<std::string>& spec,
                                   const SetPlan& plan);
  void Tell(const SitePlan& plan);
  void TellOfRules(const std::vector<FiledDiagnostic>& diagnostics);
  bool Follow(const SetPlan& plan, bool asked);
  void Begin(const SetPlan& plan);
  void End(Sets::iterator set);
  void ForgetHosts();
  void Uses(const std::vector<engine::expr::Statement>& statements);
  void Add(const RunCounts& before, const RunCounts& now);
  void Later(std::function<void()> chore);
  void DoChore();
  void Log(LogLevel level, const std::string& text) const {
    context_.hosts.messages->Log(level, text);
  }

  const SiteContext& context_;
  SetContext of_sets_;
  std::map<std::string, std::unique_ptr<ServedHost>> hosts_;
  Sets sets_;  // by their keys
  RunCounts counts_;
  std::set<std::string> receivers_;
  bool acting_ = false;         // actions have begun
  std::set<std::string> told_;  // what is wrong with rules
  /// Rules that are wrong and have been told of, by the keys of their sets.
  std::map<std::string, std::shared_ptr<const RuleSet>> refused_;
  std::deque<std::function<void()>> chores_;
  std::string problems_;  // of the files, that were told last
  bool first_ = true;     // no plan has been applied
  base::Lifetime lifetime_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SERVED_SITE_H_
