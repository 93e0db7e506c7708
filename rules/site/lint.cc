// Levels against hosts, and each distinct program once.
#include "rules/site/lint.h"

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grammar/settings/settings.h"
#include "rules/site/bound_rules.h"
#include "rules/site/level_index.h"
#include "rules/site/never_true.h"
#include "rules/site/programs.h"

namespace rules::site {
namespace {

using grammar::Diagnostic;
using grammar::DiagnosticAt;
using grammar::Severity;
using Names = std::vector<std::string>;

constexpr char kKnownHint[] =
    "hosts are known by their names under hosts: and in groups, as arguments "
    "of lint, and by its --hosts FILE";

Diagnostic Warning(base::yaml::Place place, std::string message,
                   std::string hint = "") {
  return DiagnosticAt(Severity::kWarning, place, std::move(message),
                      std::move(hint));
}

bool MatchesAny(const std::string& pattern, const Names& hosts) {
  return std::any_of(hosts.begin(), hosts.end(), [&](const std::string& one) {
    return ::fnmatch(pattern.c_str(), one.c_str(), 0) == 0;
  });
}

/// Levels that no host has. Of a site that names none, nothing is known.
void FindNobodys(const SiteFile& file, const Names& hosts, bool all,
                 std::vector<Diagnostic>* found) {
  const std::set<std::string> known(hosts.begin(), hosts.end());
  for (const Level& level : file.levels) {
    if (hosts.empty() || !level.instances.empty()) continue;
    if (all && level.kind == Level::Kind::kHost &&
        !known.contains(level.name)) {
      found->push_back(Warning(level.place, "there is no host " + level.name));
    }
    for (const std::string& pattern : level.hosts) {
      if (MatchesAny(pattern, hosts)) continue;
      found->push_back(Warning(
          level.place, "no host matches " + pattern + " of " + level.Text(),
          all ? "" : kKnownHint));
    }
  }
}

/// Hosts that stand for those that are not known: a pattern for some that match
/// it and no narrower one, "" for one that matches `*` at most.
Names StandIns(const SiteFile& file) {
  Names all{""};
  for (const Level& level : file.levels) {
    all.insert(all.end(), level.hosts.begin(), level.hosts.end());
  }
  return all;
}

/// Which values count on a host, and which take the places of others.
class Shadows {
 public:
  explicit Shadows(const SiteFile& file) : file_(file), levels_(file) {}

  void Look(const std::string& host);
  void Tell(std::vector<Diagnostic>* found) const;

 private:
  using Name = std::pair<std::string_view, std::string_view>;

  const SiteFile& file_;
  LevelIndex levels_;
  std::set<const Setting*> counting_;
  std::map<const Setting*, const Setting*> shadows_;  // and by which
};

void Shadows::Look(const std::string& host) {
  std::map<Name, const Setting*> last;
  for (const std::uint32_t index : levels_.For(host)) {
    const Level& level = file_.levels[index];
    for (const Setting& one : level.settings) {
      if (!level.instances.empty()) {
        counting_.insert(&one);
        continue;
      }
      const Setting*& before = last[{one.rule, one.parameter}];
      if (before != nullptr) shadows_.emplace(before, &one);
      before = &one;
    }
  }
  for (const auto& [name, setting] : last) counting_.insert(setting);
}

void Shadows::Tell(std::vector<Diagnostic>* found) const {
  for (const auto& [setting, by] : shadows_) {
    if (counting_.contains(setting)) continue;
    const int line = file_.source.PositionAt(by->key.begin).line;
    found->push_back(Warning(setting->key,
                             setting->rule + '.' + setting->parameter +
                                 " of this level counts on no host",
                             "on each that it is for another one does: line " +
                                 std::to_string(line)));
  }
}

/// What is wrong with `part`, and rules of it that cannot fire.
std::vector<Diagnostic> LookAtRules(BoundPart& part, const std::string& where) {
  auto found = std::move(part.parsed.diagnostics);
  for (const auto& one : part.parsed.statements) {
    if (one.statement.expr == nullptr) continue;
    const auto* rule =
        std::get_if<grammar::ast::Rule>(&one.statement.expr->node);
    if (rule == nullptr || !IsNeverTrue(*rule->condition)) continue;
    Diagnostic never;
    never.severity = Severity::kWarning;
    never.span = rule->condition->span;
    never.message = "this rule cannot fire" + where;
    never.hint = "no value is above the one limit and below the other";
    found.push_back(std::move(never));
  }
  return found;
}

void LookAtPrograms(const Site& site, const Names& hosts,
                    std::vector<Findings>* found) {
  const Programs programs = ResolveHosts(site.templates, site.file, hosts);
  std::set<std::pair<std::string, std::uint32_t>> told;
  for (const Program& one : programs.distinct) {
    const std::string& host = hosts[one.host];
    const std::string where = host.empty() ? "" : " on " + host;
    for (BoundPart& part :
         BoundRules(site.templates[one.of], site.file, host)) {
      auto all = LookAtRules(part, where);
      const auto repeated = [&](const Diagnostic& of) {
        return !told.emplace(part.source->name(), of.span.begin).second;
      };
      all.erase(std::remove_if(all.begin(), all.end(), repeated), all.end());
      if (!all.empty()) found->push_back({*part.source, std::move(all)});
    }
  }
}

}  // namespace

std::vector<Findings> LintSite(const Site& site, const Names& hosts) {
  const bool all = !hosts.empty();
  const Names known = all ? hosts : HostsOf(site.file);
  Names looked_at = known;
  if (!all) {
    const Names others = StandIns(site.file);
    looked_at.insert(looked_at.begin(), others.begin(), others.end());
  }
  std::vector<Diagnostic> warnings;
  FindNobodys(site.file, known, all, &warnings);
  Shadows shadows(site.file);
  for (const std::string& host : looked_at) shadows.Look(host);
  shadows.Tell(&warnings);
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return a.span.begin < b.span.begin;
                   });
  std::vector<Findings> found;
  if (!warnings.empty()) {
    found.push_back({site.file.source, std::move(warnings)});
  }
  LookAtPrograms(site, looked_at, &found);
  return found;
}

}  // namespace rules::site
