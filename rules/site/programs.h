// Programs: what all hosts of a site run, each template with the same values
// once.
#ifndef TOCSIN_RULES_SITE_PROGRAMS_H_
#define TOCSIN_RULES_SITE_PROGRAMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// A template as at least one host has it.
struct Program {
  std::uint32_t of = 0;    // an index of the templates
  std::uint32_t host = 0;  // the first host that has it, an index of the hosts
};

struct Programs {
  std::vector<Program> distinct;
  /// Of each host, in the order of the templates, an index of `distinct`.
  std::vector<std::vector<std::uint32_t>> of_hosts;
};

/// Which `templates` are the same on which `hosts`: the same texts are given
/// for all their parameters, of instances, too.
Programs ResolveHosts(const std::vector<Template>& templates,
                      const SiteFile& site,
                      const std::vector<std::string>& hosts);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_PROGRAMS_H_
