// Parameter: what a template leaves to the site, of which type, and what may be
// given for it.
#ifndef TOCSIN_RULES_SITE_PARAMETER_H_
#define TOCSIN_RULES_SITE_PARAMETER_H_

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/yaml/yaml.h"
#include "pmapi/metric/units.h"

namespace rules::site {

enum class Type {
  kNumber,
  kPercentage,
  kDuration,
  kText,
  kChoice,
  kFlag,
  kRegex,
  kGlob,
  kHost,
  kList,
  kTable
};

/// In the order of Type; lists and tables have elements of those before.
inline constexpr std::pair<const char*, Type> kElementTypes[] = {
    {"number", Type::kNumber},     {"percentage", Type::kPercentage},
    {"duration", Type::kDuration}, {"text", Type::kText},
    {"choice", Type::kChoice},     {"flag", Type::kFlag},
    {"regex", Type::kRegex},       {"glob", Type::kGlob},
    {"host", Type::kHost}};

inline constexpr std::pair<const char*, Type> kTypes[] = {
    {"number", Type::kNumber},     {"percentage", Type::kPercentage},
    {"duration", Type::kDuration}, {"text", Type::kText},
    {"choice", Type::kChoice},     {"flag", Type::kFlag},
    {"regex", Type::kRegex},       {"glob", Type::kGlob},
    {"host", Type::kHost},         {"list", Type::kList},
    {"table", Type::kTable}};

/// Elements of a list, rows of a table.
inline constexpr std::size_t kMostElements = 1000;

/// Units: numbers are in canonical ones; percentages are from 0 to 100.
struct Value {
  /// As grammar::BoundValue has it: of lists whose elements are patterns the
  /// pattern of what any of them matches, of others and of tables nothing.
  std::variant<std::monostate, double, bool, std::string> value;
  std::string shown;  // as it was written, without a %
  /// Of a table, in the order of its columns; of a list one of each element.
  std::vector<std::vector<Value>> rows = {};

  friend bool operator==(const Value&, const Value&) = default;
};

struct Parameter {
  std::string name;
  Type type = Type::kNumber;
  Value initial;             // where nobody gives one
  std::string initial_text;  // empty: of a column that each row has to have
  pmapi::Units units;        // of numbers, as of `initial`
  std::optional<double> from;
  std::optional<double> to;
  std::vector<std::string> among;  // of a choice
  std::string help;
  std::string replaces;            // a variable of pmieconf's, may be empty
  std::vector<Parameter> columns;  // of a list one: what its elements are
  base::yaml::Place place;         // of its name, in its file
  std::string file;                // which is this
  int line = 0;                    // of `place`

  /// FILE:LINE.
  std::string Origin() const { return file + ':' + std::to_string(line); }
};

/// Why something is none of its values.
struct Refusal {
  std::string message;  // what the text is, without the text itself
  std::string hint;
  /// Of what it is told where that is a part of what was given.
  std::optional<base::yaml::Place> place = {};
};

/// The value of `parameter` that `text` is. Nothing that a text may hold is
/// read as rules later.
/// REQUIRES: it is neither a list nor a table.
std::variant<Value, Refusal> ReadValue(const Parameter& parameter,
                                       const std::string& text);

/// The same of any parameter.
std::variant<Value, Refusal> ReadValue(const Parameter& parameter,
                                       const base::yaml::Node& node);

/// `node` in one line, as YAML has it between braces: `[1, 2]`.
std::string NodeText(const base::yaml::Node& node);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_PARAMETER_H_
