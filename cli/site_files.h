// SiteFiles: reads what a site runs where: control files as pmie_check(1) has
// them, hosts in YAML, and the rules that they name. The plan that this makes
// is site_plan.h's.
#ifndef TOCSIN_CLI_SITE_FILES_H_
#define TOCSIN_CLI_SITE_FILES_H_

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/process_context.h"
#include "cli/site_plan.h"
#include "cli/site_templates.h"
#include "rules/control/hosts_file.h"

namespace cli {

/// Threads: one at a time, any.
class SiteFiles {
 public:
  struct Where {
    std::optional<std::string> control;  // the file; FILE.d is read, too
    std::optional<std::string> hosts;    // in YAML
    /// Templates that run at those hosts, too.
    std::optional<rules::site::SitePaths> templates = {};
  };

  SiteFiles(Where where, Environment environment)
      : where_(std::move(where)), environment_(std::move(environment)) {
    if (where_.templates) templates_.emplace(*where_.templates);
  }

  /// Reads all of them anew. Rules that have not changed are those of the plan
  /// before. `receivers`: whom rules may name.
  SitePlan Read(const grammar::ReceiverNames& receivers);

 private:
  struct Known {
    std::vector<RuleText> texts;
    std::shared_ptr<const RuleSet> rules;
  };
  /// What a set's rules are made of.
  struct RuleSources {
    std::vector<std::string> paths;
    base::Duration interval;
    std::vector<RuleSet::Parsed> templates;

    auto operator<=>(const RuleSources&) const = default;
  };

  void ReadControls(SitePlan* plan);
  void ReadControlFile(const std::string& path,
                       rules::control::Carried* carried, SitePlan* plan);
  void AddRecord(const rules::control::Record& record,
                 const grammar::SourceText& source, SitePlan* plan);
  void ReadHostsFile(const std::string& path, SitePlan* plan);
  void BindTemplates(const std::vector<rules::control::HostsFile>& all,
                     SitePlan* plan);
  void AddHosts(const rules::control::HostsFile& file,
                const rules::control::HostsFile& site, SitePlan* plan);
  /// Errors: what keeps its rules from being read.
  base::Result<void> AddSet(SetPlan set, const std::vector<std::string>& files,
                            const std::vector<RuleSet::Parsed>& templates,
                            const std::function<void(std::string)>& refuse,
                            SitePlan* plan);
  /// Errors: what keeps a file from being read.
  base::Result<std::shared_ptr<const RuleSet>> RulesOf(
      const RuleSources& sources);
  base::Result<std::string> TextOf(const std::string& path);

  Where where_;
  Environment environment_;
  grammar::ReceiverNames receivers_;
  std::map<std::string, base::Result<std::string>> texts_;  // of this reading
  /// Control files that had records when they could last be read:
  /// a write onto a full disk leaves nothing of one.
  std::set<std::string> had_records_;
  std::set<std::string> had_rules_;     // files of rules, the same
  std::set<std::string> keys_;          // of sets, of this reading
  std::map<RuleSources, Known> known_;  // rules, by what makes them
  std::map<RuleSources, Known> used_;   // of this reading
  std::optional<SiteTemplates> templates_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SITE_FILES_H_
