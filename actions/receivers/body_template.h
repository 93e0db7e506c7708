// FillIn: a body after a template of the site's own, in mustache(5), with what
// it is filled with escaped for what the body is.
// Source: docs/notifications.md, "Templates".
#ifndef TOCSIN_ACTIONS_RECEIVERS_BODY_TEMPLATE_H_
#define TOCSIN_ACTIONS_RECEIVERS_BODY_TEMPLATE_H_

#include <optional>
#include <string>
#include <vector>

#include "actions/receivers/template_faults.h"
#include "base/result.h"

namespace actions {

/// True of those for which is known how to escape.
bool CanEscapeFor(const std::string& content_type);

/// All that are wrong with its tags, or what it makes of a plain notification.
/// REQUIRES: CanEscapeFor(content_type).
std::vector<TemplateFault> FaultsOf(const std::string& text,
                                    const std::string& content_type);

/// What it makes no JSON of, among what notifications may say. REQUIRES:
/// FaultsOf() has found none.
std::optional<TemplateFault> DoubtOf(const std::string& text,
                                     const std::string& content_type);

/// `text` filled with a notification of `json`. REQUIRES: FaultsOf() has found
/// none. `cut`, which may be null, is set where texts are cut, or are one, in
/// {{#bindings}}, for those would have them too often. Errors: kInvalid: that
/// is no notification, what it makes is more than 32 MiB, or it is to be JSON,
/// and is none.
base::Result<std::string> FillIn(const std::string& text,
                                 const std::string& content_type,
                                 const std::string& json, bool* cut = nullptr);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_BODY_TEMPLATE_H_
