// InstanceClass: instances of a host for which the same values count, and rules
// that are about these alone.
#ifndef TOCSIN_RULES_SITE_INSTANCE_CLASS_H_
#define TOCSIN_RULES_SITE_INSTANCE_CLASS_H_

#include <string>
#include <vector>

#include "grammar/ast.h"
#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// Those that match all of the globs `in`, and none of `out`.
struct InstanceClass {
  std::vector<std::string> in;
  std::vector<std::string> out;

  /// Whether values of `level` count for them.
  bool Has(const Level& level) const;
  bool IsAll() const { return in.empty() && out.empty(); }
};

/// Classes of one template on one host.
inline constexpr std::size_t kMostClasses = 100;

/// Each instance is in one of the classes that the levels of `site` for `host`
/// make with values for `from`; the first is of those that match no glob. Some
/// may have no instances.
/// Errors: nothing where there would be more than kMostClasses.
std::vector<InstanceClass> ClassesOf(const Template& from, const SiteFile& site,
                                     const std::string& host);

/// Makes a rule or a condition one about `instances` alone. What is true of the
/// rules of all classes, one of them or the other, is as true of the rule of
/// all instances.
/// Errors: false, and nothing is done, where that cannot be: its condition is
/// neither of each instance by itself nor has, at most beside others with &&,
/// one some_inst.
bool Restrict(const InstanceClass& instances, grammar::ast::Expr* expr);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_INSTANCE_CLASS_H_
