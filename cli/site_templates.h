// SiteTemplates: the templates of a site at its hosts: bound and parsed once
// for all hosts that give them the same values. Which hosts there are is
// site_files.h's.
#ifndef TOCSIN_CLI_SITE_TEMPLATES_H_
#define TOCSIN_CLI_SITE_TEMPLATES_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/rule_set.h"
#include "cli/site_plan.h"
#include "rules/site/load.h"
#include "rules/site/programs.h"

namespace cli {

/// Threads: one at a time, any.
class SiteTemplates {
 public:
  explicit SiteTemplates(rules::site::SitePaths paths)
      : paths_(std::move(paths)) {}

  /// Reads them anew; webhooks may name `receivers`. What is wrong is told in
  /// `plan`, and what was read before stays.
  void Read(const grammar::ReceiverNames& receivers, SitePlan* plan);
  /// They have been read without a mistake at least once.
  bool is_known() const { return site_.has_value(); }

  /// Binds them for `hosts`. What has not changed is what it was for those
  /// before. REQUIRES: is_known().
  void Bind(const std::vector<std::string>& hosts);
  /// The templates that are on, on a host that Bind() was given.
  std::vector<RuleSet::Parsed> Of(const std::string& host) const;

 private:
  using Source = std::shared_ptr<const grammar::SourceText>;

  void Watch(const rules::site::Site& site, SitePlan* plan) const;
  RuleSet::Parsed BindOne(const rules::site::Template& from,
                          const std::string& host);
  const Source& CopyOf(const grammar::SourceText* source);

  const rules::site::SitePaths paths_;
  std::optional<rules::site::Site> site_;
  /// Of each host, indices of programs_.
  std::map<std::string, std::vector<std::uint32_t>> hosts_;
  std::vector<RuleSet::Parsed> programs_;  // without files where one is off
  /// By what they say, and the texts that say it.
  std::map<std::string, RuleSet::Parsed> known_;
  std::map<std::string, RuleSet::Parsed> used_;  // of this binding
  /// Programs outlive the site that they are of.
  std::map<const grammar::SourceText*, Source> sources_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SITE_TEMPLATES_H_
