// A file's text as messages may show it: with stars for what may be a secret,
// byte for byte, so that all stays in its place.
#ifndef TOCSIN_ACTIONS_RECEIVERS_SHOWN_TEXT_H_
#define TOCSIN_ACTIONS_RECEIVERS_SHOWN_TEXT_H_

#include <string>
#include <vector>

#include "base/yaml/yaml.h"

namespace actions {

/// Each of `secrets` is hidden, and what is behind it in its line, but for
/// `shown`.
std::string WithoutSecrets(std::string text,
                           std::vector<base::yaml::Place> secrets,
                           const std::vector<base::yaml::Place>& shown = {});

/// Of a text that cannot be read: letters and digits are hidden where no key
/// can be that base::yaml::IsPlainKey() knows.
std::string WithoutValues(std::string text);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_SHOWN_TEXT_H_
