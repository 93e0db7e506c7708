// JsonText: JSON as it is printed.
#ifndef TOCSIN_CLI_JSON_TEXT_H_
#define TOCSIN_CLI_JSON_TEXT_H_

#include <string>

namespace cli {

/// `json` in one line or, where `indent` is not negative, a line for each
/// value. In ASCII: names may hold any byte, which JSON may not, and some
/// characters steer terminals.
template <typename Json>
std::string JsonText(const Json& json, int indent) {
  return json.dump(indent, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace cli

#endif  // TOCSIN_CLI_JSON_TEXT_H_
