// BoundRules: the rules of a template with the values that its parameters have
// on a host, and other ones for some instances.
#ifndef TOCSIN_RULES_SITE_BOUND_RULES_H_
#define TOCSIN_RULES_SITE_BOUND_RULES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/parser.h"
#include "rules/site/instance_class.h"
#include "rules/site/resolve.h"
#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// Times that the sections of one template are made, for all their elements.
inline constexpr std::size_t kMostMade = 10'000;

/// Of one template: each time that a section is made the whole file is read.
/// Units: bytes.
inline constexpr std::size_t kMostRead = std::size_t{256} << 20;

/// Rules and what is wrong with them, all of it of one source.
struct BoundPart {
  const grammar::SourceText* source;
  grammar::ParsedFile parsed;
};

/// The rules of `from` with a value for each of its parameters, in their order,
/// whose webhooks may name `receivers`.
/// Errors: among what is wrong with them, at their places. Sections that would
/// be made more than kMostMade times, and the first for which more than
/// kMostRead bytes would be read, are told alone: then none is made.
/// Lifetime: the sources are those of `from`.
std::vector<BoundPart> BindRules(const Template& from,
                                 const std::vector<Link>& values,
                                 const grammar::ReceiverNames& receivers = {});

/// The values of the parameters of `from` on `host`, in their order, of the
/// instances of `which`.
std::vector<Link> ValuesOf(const Template& from, const SiteFile& site,
                           const std::string& host,
                           const InstanceClass& which = {});

/// Whether its rules are in force.
bool IsOn(const Template& from, const std::vector<Link>& values);

/// The rules of `from` that are in force on `host`: for each class of instances
/// for which the site sets something else those of its own. Names are of one
/// statement each.
/// Errors: what is wrong with them is of the template, and of the site where
/// its values are for instances and a rule is not of each by itself.
/// Lifetime: the sources are those of `from` and `site`.
std::vector<BoundPart> BoundRules(const Template& from, const SiteFile& site,
                                  const std::string& host);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_BOUND_RULES_H_
