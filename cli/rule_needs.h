// RuleNeeds: which metrics of which hosts rules speak of, from their text
// alone: what a live source is asked about before the rules are checked.
#ifndef TOCSIN_CLI_RULE_NEEDS_H_
#define TOCSIN_CLI_RULE_NEEDS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cli {

/// A rule file as read.
struct RuleText {
  std::string name;  // as diagnostics call it
  std::string text;
};

/// The instances that rules name, by metric. No name: all of them.
using MetricNeeds = std::map<std::string, std::set<std::string>>;

/// By host as the rules write it; "" is the default one.
using RuleNeeds = std::map<std::string, MetricNeeds>;

/// What all of `texts`, parsed one after another, need. Statements that are
/// wrong need nothing.
RuleNeeds NeedsOf(const std::vector<RuleText>& texts);

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_NEEDS_H_
