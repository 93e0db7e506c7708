// ImportModifications: what a user of pmieconf has set, as the file of a site.
#ifndef TOCSIN_RULES_SITE_IMPORT_H_
#define TOCSIN_RULES_SITE_IMPORT_H_

#include <string>
#include <vector>

#include "rules/pmieconf/catalog.h"
#include "rules/pmieconf/modifications.h"
#include "rules/site/template_file.h"

namespace rules::site {

/// A file in YAML that sets for all hosts what is set in `catalog`, of the
/// templates that are there for its rules; the rest, and what is `left_out`,
/// stands in comments that say where it is set, and why it is not here. `from`
/// is what comments call the modification file.
/// Source: FORMAT.md, "From pmieconf".
std::string ImportModifications(const pmieconf::Catalog& catalog,
                                const std::vector<Template>& templates,
                                const std::string& from,
                                const std::vector<pmieconf::LeftOut>& left_out);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_IMPORT_H_
