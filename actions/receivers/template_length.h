// LengthOf: how long a template becomes, before it is made so: a short one may
// say thousands of members thousands of times.
#ifndef TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_LENGTH_H_
#define TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_LENGTH_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace actions {

/// How long is what fills it. Units: bytes.
struct FilledLengths {
  std::size_t members = 0;  // of {{#bindings}}
  std::size_t texts = 0;    // of {{#texts}}
  std::size_t text = 0;     // all of them
  /// Of names that each member has, of all members together; `text` as it is
  /// within {{#bindings}}.
  std::map<std::string, std::size_t, std::less<>> all = {};
  bool cut = false;  // some members' texts are in short
};

/// Before anything is escaped, and roughly so: names that no member has are
/// taken for short, and one member for as long as others. Units: bytes.
double LengthOf(std::string_view text, const FilledLengths& lengths);

/// What stands between {{ and }} at `at`, without blanks; with its brace.
std::string_view TagAt(std::string_view text, std::size_t at);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_LENGTH_H_
