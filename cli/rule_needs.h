// RuleNeeds: which metrics of which hosts rules speak of, from their text
// alone: what a live source is asked about before the rules are checked.
#ifndef TOCSIN_CLI_RULE_NEEDS_H_
#define TOCSIN_CLI_RULE_NEEDS_H_

#include <map>
#include <set>
#include <string>

#include "grammar/parser.h"

namespace cli {

/// The instances that rules name, by metric (as pmapi::Need::metric). No name:
/// all of them.
using MetricNeeds = std::map<std::string, std::set<std::string>>;

/// As pmapi::Need has it, without a NAME: the descriptors of all metrics.
inline constexpr char kEveryMetric[] = "*.";

/// By host as the rules write it; "" is the default one.
using RuleNeeds = std::map<std::string, MetricNeeds>;

/// Adds what the statements of `file` need; those that are wrong need nothing.
void AddNeeds(const grammar::ParsedFile& file, RuleNeeds* needs);

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_NEEDS_H_
