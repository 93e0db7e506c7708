// Values of pmieconf's variables: which ones a type takes, and how they are
// shown to people and to pmie. Source: FORMAT.md, "Types".
#ifndef TOCSIN_RULES_PMIECONF_VALUE_H_
#define TOCSIN_RULES_PMIECONF_VALUE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/pmieconf/catalog.h"

namespace rules::pmieconf {

/// Yes or no, by the first letter; nothing where it is neither.
std::optional<bool> YesOrNo(std::string_view text);

/// Whether `type` takes `text`; an action's text is not asked for.
/// Errors: kInvalid: what it should be, such as "be a real number".
base::Result<void> CheckValue(ObjectType type, const std::string& text);

/// The same of the variable called `name`. Errors: kInvalid, in pmieconf's
/// words.
base::Result<void> CheckValueOf(const std::string& name, ObjectType type,
                                const std::string& text);

/// As lists and modification files have it: a string in quotes, in which
/// `escaped` has backslashes before quotes and backslashes; of an action
/// whether it is enabled.
std::string Displayed(const Object& object, bool escaped = false);

/// As it becomes part of a rule: elements of a list each with pmie's mark of a
/// host or an instance.
std::string Generated(const Object& object);

/// The elements of a list, with the single quotes that they are written in.
std::vector<std::string> ElementsOf(std::string_view list);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_VALUE_H_
