// JsonText: JSON as it is printed.
#ifndef TOCSIN_CLI_JSON_TEXT_H_
#define TOCSIN_CLI_JSON_TEXT_H_

#include <string>

namespace cli {

/// A line, or where `indent` is not negative as many as there are things.
/// Names may hold any byte; JSON may not, and some steer terminals: in ASCII.
template <typename Json>
std::string JsonText(const Json& json, int indent) {
  return json.dump(indent, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace cli

#endif  // TOCSIN_CLI_JSON_TEXT_H_
