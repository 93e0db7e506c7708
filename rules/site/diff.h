// DiffRules: what is other on one host than on another one, or than on the same
// one by other files.
#ifndef TOCSIN_RULES_SITE_DIFF_H_
#define TOCSIN_RULES_SITE_DIFF_H_

#include <string>

#include "rules/site/load.h"

namespace rules::site {

/// A host by the files of a site, which are not wrong.
struct Side {
  const Site* site;
  std::string host;
};

/// For each template that is not the same its name, and below it, a line each:
/// the parameters whose values are others, and who gives these, also those that
/// globs of instances have; the statements that are gone, behind a -, and those
/// that have come, behind a +. Nothing where all is the same.
std::string DiffRules(const Side& from, const Side& to);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_DIFF_H_
