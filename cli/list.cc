// Names chosen, then looked up.
#include "cli/list.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "base/ascii.h"
#include "base/one_line.h"
#include "cli/archives.h"
#include "cli/command_complaint.h"
#include "cli/derived_metrics.h"
#include "cli/live_session.h"
#include "cli/metric_list.h"
#include "cli/name_pattern.h"
#include "cli/time_words.h"
#include "engine/check/suggest.h"

namespace cli {
namespace {

using engine::check::SourceView;

constexpr int kListed = 0;
constexpr int kNothing = 1;
constexpr int kFailed = 2;

/// The metrics and all their groups.
std::vector<std::string> WithGroups(const std::vector<std::string>& names) {
  std::set<std::string> all(names.begin(), names.end());
  for (const std::string& name : names) {
    for (auto dot = name.find('.'); dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
      all.insert(name.substr(0, dot));
    }
  }
  return {all.begin(), all.end()};
}

/// One run of it; a step that fails has said why.
class ListCommand {
 public:
  ListCommand(const ListOptions& options, const ProcessContext& process)
      : options_(options),
        process_(process),
        derived_(LoadDerivedMetrics(process.environment, false, process.err)) {
    for (const std::string& name : options.names) patterns_.emplace_back(name);
    if (patterns_.empty()) patterns_.emplace_back("");
  }

  /// The exit status.
  int Run() { return options_.archives.empty() ? OfHost() : OfArchives(); }

 private:
  int OfArchives();
  int OfHost();
  int Fail(const std::string& what) {
    process_.err->Print(CommandComplaint("list", what));
    return kFailed;
  }
  std::vector<std::string> Choose(const SourceView& source);
  std::string HintFor(const std::string& text) const;
  void ComplainOf(const NamePattern& pattern);
  void Look(const SourceView& source, const std::vector<std::string>& names);
  bool IsNamed(const ListedMetric& metric) const {
    return std::find(options_.names.begin(), options_.names.end(),
                     metric.name) != options_.names.end();
  }
  int Print();

  const ListOptions& options_;
  const ProcessContext& process_;
  pmapi::notation::DerivedConfig derived_;
  std::vector<NamePattern> patterns_;
  std::set<std::string> matched_;        // texts of patterns
  std::vector<std::string> candidates_;  // for "did you mean"
  std::vector<ListedMetric> metrics_;
};

/// A pmcd tells all its names only where one that it is asked for is none: a
/// pattern may be the name of a metric that is not among `names`.
std::vector<std::string> ListCommand::Choose(const SourceView& source) {
  const std::vector<std::string> names = source.catalog->MetricNames();
  std::set<std::string> chosen;
  for (const NamePattern& pattern : patterns_) {
    std::set<std::string> meant;
    std::copy_if(
        names.begin(), names.end(), std::inserter(meant, meant.end()),
        [&](const std::string& name) { return pattern.Matches(name); });
    if (source.catalog->Describe(pattern.text())) meant.insert(pattern.text());
    if (!meant.empty()) matched_.insert(pattern.text());
    chosen.merge(meant);
  }
  candidates_.insert(candidates_.end(), names.begin(), names.end());
  return {chosen.begin(), chosen.end()};
}

void ListCommand::Look(const SourceView& source,
                       const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    metrics_.push_back(cli::Look(*source.catalog, source.host, name));
  }
}

/// Which name is close to `text`, and whether it is a part of some.
std::string ListCommand::HintFor(const std::string& text) const {
  const std::string close =
      engine::check::Suggester().DidYouMean(text, WithGroups(candidates_));
  const std::string part = base::ToLower(text);
  const bool is_part = std::any_of(
      candidates_.begin(), candidates_.end(),
      [&part](const auto& name) { return name.find(part) != name.npos; });
  return (close.empty() ? "" : "; " + close) +
         (is_part ? "; " + Quoted('*' + part + '*') + " finds some" : "");
}

void ListCommand::ComplainOf(const NamePattern& pattern) {
  if (pattern.text().empty()) {
    Fail("there are no metrics");
    return;
  }
  const std::string text = "no metric is called " + Quoted(pattern.text());
  Fail(pattern.is_glob()
           ? text
           : text + " and no group of metrics" + HintFor(pattern.text()));
}

int ListCommand::Print() {
  if (options_.json) {
    process_.out->Print(AsJson(metrics_));
  } else {
    const std::string* host = nullptr;
    const bool several =
        !metrics_.empty() && metrics_.front().host != metrics_.back().host;
    for (const ListedMetric& metric : metrics_) {
      const bool heading = several && (host == nullptr || *host != metric.host);
      host = &metric.host;
      if (heading) process_.out->Print("host " + base::OneLine(*host) + '\n');
      process_.out->Print(AsText(metric, options_.all_instances));
      if (IsNamed(metric)) process_.out->Print(LongText(metric));
    }
  }
  int status = kListed;
  for (const NamePattern& pattern : patterns_) {
    if (matched_.contains(pattern.text())) continue;
    ComplainOf(pattern);
    status = kNothing;
  }
  return status;
}

int ListCommand::OfArchives() {
  Archives archives;
  if (const auto failure = archives.Open(options_.archives, {})) {
    return Fail("cannot open archive " + failure->name + ": " +
                failure->error.message);
  }
  archives.UseDerived(derived_);
  for (const SourceView& source : archives.Views()) {
    Look(source, Choose(source));
  }
  return Print();
}

/// Asked first for the names, then for what is called so.
int ListCommand::OfHost() {
  LiveSession session(process_);
  session.hosts().UseDerived(derived_);
  session.hosts().Follow({"", options_.logs, options_.journal});
  session.hosts().AskForAllNames();
  session.hosts().AskForHelp();
  if (const auto heard = session.Listen(); !heard) {
    return Fail(heard.error().message);
  }
  RuleNeeds needs;
  for (const NamePattern& pattern : patterns_) needs[""][pattern.Group()];
  for (const auto& definition : derived_.definitions()) {
    needs[""][definition.name];
  }
  const auto complain = [this](const std::string& text) { Fail(text); };
  if (!session.Consult(options_.host, needs, complain)) return kFailed;
  const SourceView source = session.hosts().View(0);
  const std::vector<std::string> names = Choose(source);
  MetricNeeds chosen;
  for (const std::string& name : names) chosen[name];
  session.hosts().Need(0, chosen);
  if (!session.AskAll(complain)) return kFailed;
  Look(source, names);
  return Print();
}

}  // namespace

int RunList(const ListOptions& options, const ProcessContext& process) {
  return ListCommand(options, process).Run();
}

}  // namespace cli
