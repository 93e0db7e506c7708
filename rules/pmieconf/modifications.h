// Modifications: what a user has set, as it stands at the head of the file
// that is generated for pmie. Source: pmieconf(5), "pmie configuration file";
// FORMAT.md, "The modification file".
#ifndef TOCSIN_RULES_PMIECONF_MODIFICATIONS_H_
#define TOCSIN_RULES_PMIECONF_MODIFICATIONS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// A setting of a rule that is not there any more, or of another version.
struct LeftOut {
  std::size_t line = 0;
  std::string setting;  // RULE.VARIABLE = VALUE
  std::string why;
};

/// What else than settings such a file holds, and settings that set nothing.
struct Preserved {
  std::string path;  // the rule path that it was made of
  std::string text;  // behind the generated section, with deprecated rules
  /// "NAME (deprecated, WHY)" of each rule that is no longer what it was.
  std::vector<std::string> deprecated;
  std::vector<LeftOut> left_out;
};

/// Sets what `text`, the content of `file`, sets; what it says of rules that
/// are not there any more, or of another version, is left out, and returned. An
/// empty one sets nothing. Errors: kInvalid, in pmieconf's words.
base::Result<Preserved> ReadModifications(std::string_view text,
                                          const std::string& file,
                                          Catalog* catalog);

/// Sets the variable or attribute `name` of `rule`, as `modify` does: a global
/// variable becomes one of the rule's own.
/// Errors: kNotFound: there is none; kInvalid: the value.
base::Result<void> SetValue(const std::string& name, const std::string& value,
                            Catalog* catalog, Rule* rule);

/// What stands above the generated rules.
struct Heading {
  std::string path;  // of rules
  std::string date;  // as ctime(3) has it, without its newline
  bool automatic = false;
};

/// The whole file: settings, `rules`, and what is preserved of the last one.
std::string ModificationFile(const Catalog& catalog, const Heading& heading,
                             std::string_view rules,
                             std::string_view preserved);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_MODIFICATIONS_H_
