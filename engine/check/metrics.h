// Metrics: the sources' catalogs with what was asked of them remembered, so
// that a thousand statements ask once for each name. Messages are fetch.h's.
#ifndef TOCSIN_ENGINE_CHECK_METRICS_H_
#define TOCSIN_ENGINE_CHECK_METRICS_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/check/suggest.h"
#include "engine/events/group_table.h"
#include "grammar/defined_names.h"
#include "pmapi/metric/metric.h"
#include "pmapi/source/source.h"

namespace engine::check {

/// One host as the rules can name it. Lifetime: borrows the catalog.
struct SourceView {
  std::string host;     // what ":name" must equal, of an archive
  std::string context;  // %c, as given
  const pmapi::MetricCatalog* catalog = nullptr;
  bool live = false;
  /// What is missing may come (Source::waits): until then rules that ask for it
  /// are unknown.
  bool waits = false;
  /// Live: what ":name" must equal; empty: the context.
  std::string name = {};
  /// What messages call it; empty: a pmcd or an archive, in pmie's words.
  std::string title = {};
  /// By an event metric all NAMEs of its texts NAME=VALUE; of a metric that is
  /// not here they may be any.
  std::map<std::string, std::vector<std::string>> text_names = {};
};

/// The instances of a domain, found by the name that a rule writes.
/// Threads: one at a time.
class InstanceTable {
 public:
  explicit InstanceTable(std::vector<pmapi::Instance> instances)
      : instances_(std::move(instances)) {}
  InstanceTable(const InstanceTable&) = delete;
  InstanceTable& operator=(const InstanceTable&) = delete;

  const std::vector<pmapi::Instance>& all() const { return instances_; }

  /// The first instance that `wanted` means; null if there is none.
  const pmapi::Instance* Find(std::string_view wanted) const;

 private:
  using Places = std::vector<std::size_t>;

  std::vector<pmapi::Instance> instances_;
  // Names that match have the same first word: places by that, ascending.
  // Where no rule names an instance it stays empty.
  mutable std::unordered_map<std::string_view, Places> by_word_;
};

/// Lifetime: references that it gives live until Forget().
class Metrics {
 public:
  explicit Metrics(std::vector<SourceView> sources);

  /// Lets go of what was asked, which may be asked again: of a thousand hosts
  /// it is as much as the sources themselves keep.
  void Forget();

  const std::vector<SourceView>& sources() const { return sources_; }

  /// `source` is as `view` says from now on; its host is called as before.
  void Change(int source, SourceView view);
  /// Whether there was such a change: which metrics it lacks since is told of
  /// the host, not of each rule.
  bool changed(int source) const { return known_[source].changed; }

  /// Position of the source of that host.
  std::optional<int> FindHost(std::string_view host) const;

  const base::Result<pmapi::MetricDesc>& Describe(int source,
                                                  const std::string& metric);

  /// What a statement is called, for the advice.
  void Define(const std::string& name, grammar::ParsedStatement::Kind kind) {
    defined_.Add(name, kind);
  }

  /// Advice on an unknown name; empty if there is none, or if enough names have
  /// had some: it takes time, and nobody reads a thousand.
  std::string HintForMetric(int source, const std::string& metric,
                            bool is_group);
  /// That of what is called `name` and no metric.
  std::string HintForName(const std::string& name);
  std::string HintForInstance(const std::string& name,
                              const InstanceTable& table);
  std::string HintForHost(std::string_view host);

  /// The metrics that event records of `like`, one of the source's, may call
  /// `name`: by its whole name or the last part of it; none, one or several.
  std::vector<std::string> Parameters(int source, pmapi::Pmid like,
                                      const std::string& name);
  /// Of the same agent those metrics whose values are texts NAME=VALUE, be NAME
  /// what it may: of a journal, of the
  /// kernel's log and of log files.
  std::vector<std::string> NamedTexts(int source, pmapi::Pmid like);
  /// Which NAMEs the texts of `records` have; null: any.
  const std::vector<std::string>* NamesOfTexts(int source, pmapi::Pmid records);
  /// The lanes of groups of such records `by` these names: in one statement the
  /// same for the same.
  std::shared_ptr<events::GroupTable> Groups(
      int source, pmapi::Pmid records, const std::vector<std::string>& by);
  void BeginStatement() { groups_.clear(); }
  /// Advice on a name that none has; empty if there is none.
  std::string HintForParameter(int source, pmapi::Pmid records,
                               const std::string& name);

  using Table = base::Result<std::unique_ptr<InstanceTable>>;
  const Table& Instances(int source, pmapi::InDom indom);

 private:
  const std::vector<std::string>& Names(int source);

  struct Known {
    std::unordered_map<std::string, base::Result<pmapi::MetricDesc>> metrics;
    std::map<pmapi::InDom, Table> domains;
    std::optional<std::vector<std::string>> names;
    bool changed = false;
  };

  using GroupKey = std::tuple<int, pmapi::Pmid, std::vector<std::string>>;

  std::map<GroupKey, std::shared_ptr<events::GroupTable>> groups_;
  std::uint32_t domains_ = 0;  // of groups
  std::vector<SourceView> sources_;
  std::vector<Known> known_;  // parallel to sources_
  std::unordered_map<std::string, int> by_host_;
  grammar::DefinedNames defined_;
  int hints_ = 0;
  Suggester suggester_;
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_METRICS_H_
