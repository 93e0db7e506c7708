// SitePlan: which rules a site runs at which hosts: what its files say, read
// and parsed. The files are site_files.h's, what runs served_site.h's.
#ifndef TOCSIN_CLI_SITE_PLAN_H_
#define TOCSIN_CLI_SITE_PLAN_H_

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/rule_set.h"
#include "rules/control/control_file.h"

namespace cli {

/// Rules at one host, as one pmie would run them.
struct SetPlan {
  /// Tells it from all others, also in plans that are read later.
  std::string key;
  std::string scope;                // of its holdoffs, wherever the host is
  std::string title;                // of its host, in messages
  std::optional<std::string> host;  // as -h; none: this one
  std::string origin;               // the file that says so
  std::string site;                 // the file that says how that is read
  Options options;                  // of its arguments
  rules::control::Variables variables;
  std::shared_ptr<const RuleSet> rules;
};

struct SitePlan {
  std::vector<SetPlan> sets;
  /// Files and folders that decide it.
  std::set<std::string> paths;
  /// What cannot be read, a line each.
  std::vector<std::string> problems;
  std::vector<FiledDiagnostic> diagnostics;
  /// Texts that diagnostics point into, but for those of rules.
  std::deque<grammar::SourceText> texts;
  /// Files with a mistake: what they said before still holds.
  std::set<std::string> wrong;
  /// Rules of a site that could not be read: keys of sets.
  std::set<std::string> unread;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SITE_PLAN_H_
